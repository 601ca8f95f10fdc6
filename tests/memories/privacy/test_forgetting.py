"""Forgetting by a filter: what it chooses, what stays, and that nothing goes unseen."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core import jobs
from core.caller import Caller, Role
from core.errors import Conflict, Forbidden, InvalidInput
from core.journal.replay import verify
from core.models import Revision
from entities.models import Entity, EntityAlias
from memories.models import Memory, PrivacyJob, RetrievalRun, State, Tag
from memories.schemas import ContextInput, MemoryPatch, SavedOut, SearchInput, parsed
from memories.schemas.privacy.forgetting import ForgetByFilter, ForgetPreview, PrivacyStatus
from memories.search import log
from memories.services.context import build_context
from memories.services.forget import forget
from memories.services.privacy import work
from memories.services.privacy.forgetting import forget_by_filter
from memories.services.privacy.jobs import job_cancel, job_get, job_out
from memories.services.search import recall
from memories.services.update import invalidate, revise
from tests.memories.conftest import NOW, SaveAll, stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


def ask(caller: Caller, filters: dict[str, Any], **more: Any) -> ForgetPreview:
    return forget_by_filter(caller, parsed(ForgetByFilter, {"filters": filters, **more}), now=NOW)


def carry_out(caller: Caller, filters: dict[str, Any], **more: Any) -> ForgetPreview:
    return ask(caller, filters, confirm=ask(caller, filters, **more).confirmation, **more)


def left() -> set[str]:
    return set(Memory.objects.values_list("raw_text", flat=True))


@pytest.fixture
def week(owner: Caller, save: Save) -> dict[str, SavedOut]:
    """A few memories of some days, people, sessions, sources and packs."""
    tanaka = [{"name": "田中", "type": "Person"}]
    day = NOW - timedelta(days=3)
    return {
        "met": save(owner, "田中さんと会った", pack="work", entities=tanaka, created_at=day),
        "plan": save(
            owner, "The plan ALPHA-7 is late", pack="dev", session_id="s1", tags=["plan"],
            created_at=day + timedelta(hours=2),
        ),
        "imported": save(owner, "カフェで朝食", pack="lifelog", created_at=NOW - timedelta(days=9)),
        "pinned": save(owner, "田中の住所は秘密", pack="work", entities=tanaka, pinned=True),
        "unlinked": save(owner, "その件は田中に聞くこと", pack="dev"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("filters", "chosen"),
    [
        ({"day": "2026-11-17"}, {"met", "plan"}),
        ({"created_before": "2026-11-12"}, {"imported"}),
        ({"pack": ["work"]}, {"met"}),
        ({"entity": ["田中"]}, {"met"}),
        ({"session_id": ["s1"]}, {"plan"}),
        ({"matching": "ｶﾌｪ"}, {"imported"}),
        ({"matching": "alpha-7"}, {"plan"}),
        ({"tags": ["plan"], "matching": "breakfast"}, set()),
        ({"day": "2026-11-17", "pack": ["dev"]}, {"plan"}),
        ({"everything": True}, {"met", "plan", "imported", "unlinked"}),
    ],
)
def test_what_a_filter_chooses(
    owner: Caller, week: dict[str, SavedOut], filters: dict[str, Any], chosen: set[str]
) -> None:
    preview = ask(owner, filters)
    names = {saved.id: name for name, saved in week.items()}
    assert {names[one.id] for one in preview.examples} == chosen
    assert preview.memory_count == len(chosen) and not preview.confirmed
    assert Memory.objects.count() == 5


def test_a_day_is_a_day_of_the_person(owner: Caller, save: Save) -> None:
    # 23:30 in Tokyo on the 17th, and 0:30 on the 18th.
    save(owner, "late", pack="work", created_at=datetime(2026, 11, 17, 14, 30, tzinfo=UTC))
    save(owner, "later", pack="work", created_at=datetime(2026, 11, 17, 15, 30, tzinfo=UTC))
    assert owner.time_zone == "Asia/Tokyo"
    carry_out(owner, {"day": "2026-11-17"})
    assert left() == {"later"}


def test_what_stays_is_said(owner: Caller, week: dict[str, SavedOut]) -> None:
    preview = ask(owner, {"entity": ["田中"]})
    assert (preview.stays.pinned, preview.stays.named_only) == (1, 1)
    assert preview.by_pack == {"work": 1} and preview.by_type and preview.notes
    assert ask(owner, {"entity": ["田中"]}, pinned=True).memory_count == 2


def test_confirmed_it_is_gone_and_the_rest_stays(owner: Caller, week: dict[str, SavedOut]) -> None:
    done = carry_out(owner, {"entity": ["田中"]}, pinned=True, erase_names=True, reason="asked")
    assert done.confirmed and done.job is None
    assert left() == {"The plan ALPHA-7 is late", "カフェで朝食", "その件は田中に聞くこと"}
    assert not Entity.objects.filter(name="田中", user_id="alice#work").exists()
    told = str(list(Revision.objects.values_list("before", "after")))
    assert "住所は秘密" not in told


def test_hidden_memories_are_chosen_too(owner: Caller, week: dict[str, SavedOut]) -> None:
    invalidate(owner, week["met"].id)
    preview = carry_out(owner, {"entity": ["田中"]})
    assert (preview.memory_count, preview.hidden_count) == (1, 1)
    assert not Memory.objects.filter(uid=week["met"].id).exists()


def test_an_import_is_one_change(owner: Caller, save_all: SaveAll) -> None:
    batch = save_all(owner, ["one of the file", "two of the file"], pack="work")
    save_all(owner, ["something else"], pack="work")
    entry = Revision.objects.get(target_id=str(batch.results[0].id), action="CREATE")
    carry_out(owner, {"import_change": str(entry.change_id)})
    assert left() == {"something else"}


def test_what_changed_meanwhile_is_asked_again(
    owner: Caller, week: dict[str, SavedOut], save: Save
) -> None:
    shown = ask(owner, {"pack": ["dev"]})
    save(owner, "one more for dev", pack="dev")
    with pytest.raises(Conflict) as raised:
        ask(owner, {"pack": ["dev"]}, confirm=shown.confirmation)
    assert raised.value.problems[0].code == "changed" and Memory.objects.count() == 6
    again = ask(owner, {"pack": ["dev"]})
    with pytest.raises(Conflict):
        ask(owner, {"pack": ["dev"]}, confirm=again.confirmation, erase_names=True)
    ask(owner, {"pack": ["dev"]}, confirm=again.confirmation)
    assert Memory.objects.count() == 3


@pytest.mark.parametrize(
    ("filters", "field", "word"),
    [
        ({}, "filters", "at least one"),
        ({"entity": []}, "filters", "“entity” is empty"),
        ({"matching": "  "}, "filters.matching", "empty"),
        ({"entity": [""]}, "filters.entity.0", "empty"),
        ({"everything": True, "pack": ["work"]}, "filters", "pack"),
        ({"pack": ["wrok"]}, "filters.pack", "work"),
        ({"person": ["田中"]}, "filters.person", "nearest"),
        ({"day": "2026-11-17", "created_after": "2026-11-01"}, "filters.day", "range"),
        ({"day": "yesterday"}, "filters.day", "date"),
        ({"day": "9999-12-31"}, "filters.day", "represented"),
        ({"created_after": "2026-11-02", "created_before": "2026-11-01"}, "filters.created_before", ""),
    ],
)  # fmt: skip
def test_a_bad_filter_is_refused_by_name(
    owner: Caller, week: dict[str, SavedOut], filters: dict[str, Any], field: str, word: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        ask(owner, filters, confirm="x")
    assert raised.value.problems[0].field.startswith(field)
    assert word in raised.value.message and Memory.objects.count() == 5


def test_nothing_matches(owner: Caller, week: dict[str, SavedOut]) -> None:
    preview = ask(owner, {"matching": "no such words"})
    assert preview.memory_count == 0 and preview.examples == []
    with pytest.raises(InvalidInput, match="no memory matches"):
        ask(owner, {"matching": "no such words"}, confirm=preview.confirmation)


@pytest.mark.parametrize(
    "limit",
    [
        {"role": Role.ASSISTANT, "scopes": frozenset({"read", "write"})},
        {"packs": frozenset({"work"})},
        {"namespace": "team"},
    ],
)
def test_only_the_owner_may(owner: Caller, limit: dict[str, Any]) -> None:
    bound = Caller(base_user=owner.base_user, **limit)
    with pytest.raises(Forbidden):
        ask(bound, {"pack": ["work"]})


def test_others_keep_theirs(owner: Caller, save: Save) -> None:
    bob = Caller(base_user="bob")
    save(bob, "bob's own", pack="work")
    save(owner, "alice's own", pack="work")
    carry_out(owner, {"everything": True})
    assert left() == {"bob's own"}


def test_many_are_a_job_with_progress(
    owner: Caller, save_all: SaveAll, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.services.privacy.forgetting.FORGOTTEN_AT_ONCE", 3)
    monkeypatch.setattr(work, "BATCH", 2)
    shared = [{"name": "Quillmont", "type": "Person", "aliases": ["Quilly"]}]
    told = [{"subject": "Quillmont", "predicate": "likes", "value": "tea"}]
    items = [
        {"text": f"note {n} of Quillmont", "entities": shared, "states": told, "tags": ["q"]}
        for n in range(7)
    ]
    save_all(owner, items, pack="work")
    save_all(owner, ["it stays"], pack="work")
    with jobs.background.paused("privacy"):
        done = carry_out(owner, {"tags": ["q"]}, erase_names=True, reason="why")
        assert done.job is not None and done.job.status is PrivacyStatus.RUNNING
        assert Memory.objects.count() == 8
    work.drain(seconds=0)
    job = job_out(job_get(owner, done.job.id))
    assert (job.done, job.total, job.status) == (2, 7, PrivacyStatus.RUNNING)
    work.drain()
    job = job_out(job_get(owner, done.job.id))
    assert (job.outcome, job.status) == ({"forgotten": 7}, PrivacyStatus.DONE)
    assert left() == {"it stays"}
    # Names that the memories of several batches shared go with the last one.
    assert not Entity.objects.filter(name="Quillmont").exists()
    assert not EntityAlias.objects.exists() and not Tag.objects.exists()
    assert not State.objects.exists()
    stored_job = PrivacyJob.objects.get()
    assert stored_job.keys == [] and stored_job.reason == ""
    assert "Quill" not in str(list(Revision.objects.values_list("before", "after")))


def test_a_canceled_job_leaves_the_rest(
    owner: Caller, save_all: SaveAll, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.services.privacy.forgetting.FORGOTTEN_AT_ONCE", 3)
    monkeypatch.setattr(work, "BATCH", 2)
    save_all(owner, [f"note {n}" for n in range(6)], pack="work")
    with jobs.background.paused("privacy"):
        done = carry_out(owner, {"pack": ["work"]})
    work.drain(seconds=0)
    assert done.job is not None
    job_cancel(owner, done.job.id)
    work.drain()
    assert Memory.objects.count() == 4
    with pytest.raises(Conflict):
        job_cancel(owner, done.job.id)


def test_in_steps_is_the_same_as_at_once(owner: Caller, save_all: SaveAll) -> None:
    """An alias that one memory brought and another used goes with the last of them."""
    keeps = {"text": "Zorvexa stays here", "entities": [{"name": "Zorvexa", "type": "Person"}]}
    brings = {
        "text": "Zorvexa is also called Zorvikins",
        "entities": [{"name": "Zorvexa", "type": "Person", "aliases": ["Zorvikins"]}],
    }
    uses = {"text": "Zorvikins came", "entities": [{"name": "Zorvikins", "type": "Person"}]}
    save_all(owner, [keeps], pack="work")
    first = save_all(owner, [brings], pack="work").results[0]
    second = save_all(owner, [uses], pack="work").results[0]
    assert stored(first).pk < stored(second).pk
    forget(owner, [first.id], confirm=True, erase_names=True)
    assert EntityAlias.objects.filter(alias="Zorvikins").exists()
    forget(owner, [second.id], confirm=True, erase_names=True)
    assert not EntityAlias.objects.filter(alias="Zorvikins").exists()
    assert "Zorvikins" not in str(list(Revision.objects.values_list("before", "after")))


def test_the_day_of_a_schema_is_a_date() -> None:
    asked = parsed(ForgetByFilter, {"filters": {"day": "2026-11-17"}})
    assert asked.filters.day == date(2026, 11, 17)


SAID = "Mika told me on Monday that her father has moved to Nagoya. It rained."
QUOTING = (
    SAID,
    "  mika told me on Monday that her FATHER has moved to Nagoya",
    f"What do we know about this? {SAID} And what then?",
    "that her father has moved",
)
OTHERS = ("Mika", "It rained.", "her father", "where does the father of Mika live now?")


@pytest.fixture
def searched(owner: Caller, save: Save) -> SavedOut:
    """A memory, and searches that quote it or only concern it."""
    saved = save(owner, SAID, pack="dev", entities=[{"name": "Mika", "type": "Person"}])
    for query in (*QUOTING, *OTHERS):
        recall(owner, SearchInput(query=query), now=NOW)
    build_context(owner, ContextInput(message=SAID), now=NOW)
    log.flush()
    return saved


def queries() -> set[str]:
    return set(RetrievalRun.objects.exclude(query="").values_list("query", flat=True))


def test_searches_that_quote_the_text_go_with_a_plain_forget(
    owner: Caller, searched: SavedOut
) -> None:
    preview = ask(owner, {"pack": ["dev"]})
    named = {one.name for one in preview.only_named_here}
    assert preview.search_count == 5 and not set(QUOTING) & named and "Mika" in named
    assert preview.stays.only_named_here == len(preview.only_named_here)
    assert ask(owner, {"pack": ["dev"]}, erase_names=True).stays.only_named_here == 0
    carry_out(owner, {"pack": ["dev"]})
    assert queries() == set(OTHERS)


def test_earlier_texts_are_quoted_too(owner: Caller, searched: SavedOut) -> None:
    revise(owner, searched.id, MemoryPatch(text="Something else entirely was said."))
    forget(owner, [searched.id], confirm=True)
    assert queries() == set(OTHERS)


def test_what_a_plain_forget_left_is_found_by_its_text(owner: Caller, searched: SavedOut) -> None:
    forget(owner, [searched.id], confirm=True)
    left = ask(owner, {"matching": "mika"})
    assert left.memory_count == 0 and left.stays.only_named_here == 3
    with pytest.raises(InvalidInput, match="erase_names"):
        ask(owner, {"matching": "mika"}, confirm=left.confirmation)
    assert ask(owner, {"matching": "mika", "pack": ["dev"]}).only_named_here == []
    carry_out(owner, {"matching": "mika"}, erase_names=True)
    assert queries() == {"It rained.", "her father"}
    assert not Entity.objects.filter(name="Mika").exists() and verify().is_sound
    assert "Mika" not in str(list(Revision.objects.values_list("before", "after")))


def test_what_another_memory_uses_is_no_remnant(
    owner: Caller, searched: SavedOut, save: Save
) -> None:
    save(owner, "She called", pack="dev", entities=[{"name": "Mika", "type": "Person"}])
    forget(owner, [searched.id], confirm=True)
    kinds = {one.kind for one in ask(owner, {"matching": "mika"}).only_named_here}
    assert kinds == {"search"}
