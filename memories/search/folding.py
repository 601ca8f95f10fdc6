"""Folding of hits that say the same: one is shown, the others are counted."""

from collections.abc import Sequence
from dataclasses import replace

from ..space_index.rows import item_number
from .progress import Search
from .ranking import Ranked


def folded(search: Search, best: Sequence[Ranked]) -> list[Ranked]:
    """Keep the best of memories with the same words by the same speaker in one space.

    The same but for width, case, kana and punctuation: texts that are merely alike
    may differ in the one number or name that matters (SPEC §5), and are both shown.
    """
    first: dict[tuple[int, ...], int] = {}
    kept: list[Ranked] = []
    for hit in best:
        at = first.setdefault(_saying(search, hit.pk), len(kept))
        if at == len(kept):
            kept.append(hit)
        else:
            kept[at] = replace(kept[at], folded=(*kept[at].folded, hit.pk))
    return kept


def _saying(search: Search, pk: int) -> tuple[int, ...]:
    """Return what marks hits that say the same; a linked memory without words is by itself."""
    if (place := search.places.get(item_number(pk))) is None:
        return (pk,)
    scored, at = place
    document = scored.features.documents[at]
    facts = search.bounds.views[scored.space].documents.facts
    return scored.space, int(facts["speaker"][document]), int(facts["saying"][document])
