"""An import stores no words, packs and times that a save would not store, and says so."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from core.errors import InvalidInput
from core.journal.replay import verify
from core.models import Revision
from memories.models import Memory, SealedText, Tag
from memories.selectors.inbox import open_counts
from packs.privacy import choose_policy
from packs.schemas import PrivacyPatch

from .conftest import exported, imported, members, stored
from .test_broken_files import rebuilt, replaced

Save = Callable[..., Any]
CREATED = '"created_at":"'
LAST = "9999-12-31T23:59:59Z"
KEY = "sk-live-4f9aQ7z2Lm8Xc5Vb1Nd6Pw3R"


@pytest.fixture
def archive(owner: Caller, save: Save) -> bytes:
    """What Alice has: a memory with a key, which her packs keep."""
    save(owner, f"The API key of Aozora is {KEY}.", pack="work", tags=["keys", "secretly"])
    save(owner, "I live in Osaka.", pack="lifelog")
    return exported(owner)


def redated(raw: bytes, member: str) -> bytes:
    """Return an archive whose first row of a member is of the last year of the calendar."""
    line = members(raw)[f"data/{member}.jsonl"].decode()
    start = line.index(CREATED) + len(CREATED)
    return rebuilt(raw, replaced(member, line[start : line.index('"', start)], LAST))


def wish(caller: Caller, **wishes: Any) -> None:
    choose_policy(caller, "work", PrivacyPatch(**wishes))


def everything() -> str:
    """Return all rows as one text."""
    return str(stored())


def test_what_packs_keep_stays_as_it_was(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    done = imported(owner, archive)
    assert (done.cleaned.masked, done.cleaned.private, done.cleaned.redated) == (0, 0, 0)
    assert members(exported(owner)) == members(archive)


def test_a_pack_that_masks_keys_masks_imported_ones(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    wish(owner, secrets="mask")
    checked = imported(owner, archive, is_check=True)
    done = imported(owner, archive)
    assert checked.cleaned.masked == done.cleaned.masked >= 1
    memory = Memory.objects.get(user_id="alice#work")
    assert "[api_key]" in memory.raw_text and memory.extra_data["masked"] == ["api_key"]
    assert KEY not in everything()
    assert verify().differences == ()
    again = imported(owner, archive)
    assert (again.cleaned.masked, again.conflict_count, again.change_id) == (0, 0, None)


def test_a_pack_that_asks_keeps_the_original_sealed(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    wish(owner, secrets="ask")
    imported(owner, archive)
    assert SealedText.objects.count() == 1 and KEY not in everything()
    assert open_counts(owner)["sensitive"] == 1


def test_a_pack_that_refuses_names_the_line(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    wish(owner, secrets="refuse")
    before = stored()
    with pytest.raises(InvalidInput, match="line 1: the pack “work” does not keep this"):
        imported(owner, archive)
    assert stored() == before


def test_what_is_here_already_is_not_refused(archive: bytes, owner: Caller) -> None:
    wish(owner, secrets="refuse")
    done = imported(owner, archive)
    assert (done.conflict_count, done.change_id) == (0, None)


def test_private_parts_are_left_out(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    hidden = rebuilt(archive, replaced("memories", "in Osaka", "in <private>Osaka</private>"))
    hidden = rebuilt(hidden, replaced("tags", '"name":"secretly"', '"name":"<private>x"'))
    done = imported(owner, hidden)
    assert done.cleaned.private == 1 and done.members["tags"].left_out == 1
    memory = Memory.objects.get(user_id="alice#lifelog")
    assert memory.raw_text == "I live in [private]."
    assert [tag.name for tag in Tag.objects.all()] == ["keys"]
    assert "<private>" not in everything()


def test_a_time_of_no_clock_is_now_as_in_a_save(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    done = imported(owner, redated(archive, "memories"))
    assert done.cleaned.redated == 1
    assert all(one.created_at <= timezone.now() for one in Memory.objects.all())


def test_a_time_of_no_clock_in_the_history_is_now(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    raw = redated(archive, "journal")
    imported(owner, raw)
    assert all(one.created_at <= timezone.now() for one in Revision.objects.all())
    assert verify().is_sound
    assert imported(owner, raw).members["journal"].created == 0


def test_times_of_other_rows_fit_every_zone(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    with pytest.raises(InvalidInput, match=r"tags.jsonl, line 1: “created_at” lies beyond"):
        imported(owner, redated(archive, "tags"))


def test_a_pack_that_is_not_here_is_named(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    elsewhere = rebuilt(archive, replaced("memories", '"pack":"work"', '"pack":"nosuchpack"'))
    with pytest.raises(InvalidInput, match="line 1: there is no pack “nosuchpack” here"):
        imported(owner, elsewhere)
