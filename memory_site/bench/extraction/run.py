"""Measure labelled relations: what is found in each text, and what is stored of all texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.services.users import caller_of_user, user_create
from core.caller import Caller
from memory_site.bench.datasets.labelled_names import OURS, LabelledTexts
from memory_site.bench.quality.store import PACK

from .consistency import Agreement, Things, agreement, remember_texts, things
from .names import ExtractionOutcome, measured
from .relations import Related, RelatedText, related

ALL = "all"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of one part of the texts."""

    things: Things
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Figures:
    """Names and relations by group, and what is stored of each part and of all."""

    names: ExtractionOutcome
    related: Related
    kept: dict[str, Kept]


def measured_relations(
    texts: Sequence[RelatedText], steps: Callable[[str, int], Callable[[int], None]]
) -> Figures:
    """Measure in the empty database that the settings name."""
    names = LabelledTexts("names", [each.names for each in texts], OURS)
    found = measured(names, steps(_("names"), len(texts)))
    said = related(texts, _new_user("reader"), PACK, steps(_("relations"), len(texts)))
    progress = steps(_("remembering"), len(texts))
    kept: dict[str, Kept] = {}
    for part, members in _parts(texts).items():
        kept[part] = _kept(members, _new_user(part))
        progress(len(members) if part != ALL else 0)
    return Figures(found, said, kept)


def _parts(texts: Sequence[RelatedText]) -> dict[str, list[RelatedText]]:
    splits = sorted({each.split for each in texts})
    parts = {split: [each for each in texts if each.split == split] for split in splits}
    return parts | ({ALL: list(texts)} if len(splits) > 1 else {})


def _kept(texts: Sequence[RelatedText], caller: Caller) -> Kept:
    remember_texts(texts, caller, PACK)
    space = caller.space(PACK)
    return Kept(things(texts, space), agreement(space))


def _new_user(name: str) -> Caller:
    """Return a person whose memories are as empty as nobody's."""
    user, _token = user_create(name=name)
    return caller_of_user(user)
