"""Nothing is computed while the write lock is held: texts are read, embedded and compared outside."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from core.caller import Caller
from entities.models import Mention
from graph.models import MemoryLink
from memories.enrichment import pipeline, queue
from memories.index import TextWords, embedding_jobs
from memories.models import (
    DerivationJob,
    EmbeddingJob,
    EmbeddingModel,
    Memory,
    Proposal,
    ProposalKind,
    VectorMetadata,
)
from memories.schemas import LinkInput, MemoryInput
from memories.services.save import remember, remember_batch
from memories.services.saving import waiting as save_waiting
from memories.services.update import relate
from tests.memories.conftest import SaveAll

Save = Callable[..., Any]
LONG = "The gardener waters the roses near the old gate. " * 600


@pytest.fixture(autouse=True)
def derived(settings: Any) -> None:
    """Derive what is saved, as the product does."""
    settings.EXTRACTION = "rules"


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], list[int]]:
    """Note how many transactions are open, beyond the test's own, when a function is called."""
    outer = len(connection.atomic_blocks)

    def watch(place: Any, name: str) -> list[int]:
        found: list[int] = []
        work = getattr(place, name)

        def noted(*args: Any, **named: Any) -> Any:
            found.append(len(connection.atomic_blocks) - outer)
            return work(*args, **named)

        monkeypatch.setattr(place, name, noted)
        return found

    return watch


def test_a_save_reads_its_text_before_it_writes(
    owner: Caller, depths: Callable[[Any, str], list[int]]
) -> None:
    read = depths(TextWords, "of")
    remember(owner, MemoryInput(text="The kettle is blue.", pack="work"))
    assert read[0] == 0
    # Once by the save; later by derivation, if a name was filled in.
    assert read.count(0) == 1


def test_derivation_reads_and_compares_outside_of_transactions(
    owner: Caller, save: Save, depths: Callable[[Any, str], list[int]]
) -> None:
    read, compared = depths(pipeline, "analyze"), depths(pipeline, "find_duplicates")
    checked, joined = (
        depths(pipeline, "suggest_sensitive"),
        depths(pipeline, "suggest_discourse_links"),
    )
    save(owner, "佐藤部長は株式会社みどりで働いている。", pack="work")
    assert [*read, *compared, *checked, *joined] == [0, 0, 0, 0]
    assert Mention.objects.exists()


def test_texts_are_embedded_outside_of_transactions(
    owner: Caller, save: Save, depths: Callable[[Any, str], list[int]]
) -> None:
    embedded = depths(embedding_jobs, "embed")
    save(owner, "The kettle is blue.", pack="work")
    assert embedded and set(embedded) == {0}


def test_what_changed_while_it_was_read_is_left_to_the_next_one(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(owner, "佐藤部長に会った。", pack="work")
    memory = Memory.objects.get()
    Mention.objects.all().delete()
    DerivationJob.objects.enqueue([memory.pk], now=timezone.now())
    read = pipeline.analyze

    def changed_meanwhile(row: Memory, *args: Any) -> Any:
        result = read(row, *args)
        DerivationJob.objects.enqueue([row.pk], now=timezone.now())
        return result

    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "analyze", changed_meanwhile)
        queue.drain(seconds=0)
    assert not Mention.objects.exists()
    assert DerivationJob.objects.get().leased_until is None
    queue.drain()
    assert Mention.objects.exists()


def test_questions_survive_when_the_comparison_has_to_be_repeated(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: Any) -> Any:
        raise OperationalError("database is locked")

    for text in ("Met Jonn Smith.", "Jonn Smith wrote."):
        save(owner, text, pack="work")
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "find_duplicates", busy)
        save(owner, "Jonn Smith called.", pack="work")
    job = DerivationJob.objects.get(memory__raw_text="Jonn Smith called.")
    assert (job.attempts, job.leased_until) == (0, None)
    queue.drain()
    # Whether this is a name at all: asked once, since the entity is known the second time.
    assert Proposal.objects.filter(kind=ProposalKind.ENTITY).count() == 1
    assert not DerivationJob.objects.exists()


def test_what_was_linked_meanwhile_stays_as_it_is(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = save(owner, "The deadline of the harbor report is Friday.", pack="work")
    compare = pipeline.find_duplicates

    def linked_meanwhile(user_id: str, memories: Any, now: Any) -> Any:
        found = compare(user_id, memories, now)
        for memory in memories:
            given = LinkInput(target_id=first.id, type="supports", reason="said by a person")
            relate(owner, memory.uid, given)
        return found

    monkeypatch.setattr(pipeline, "find_duplicates", linked_meanwhile)
    save(owner, "The deadline of the harbor report is Friday, as Mika said.", pack="work")
    link = MemoryLink.objects.exclude(extraction_method="session_order").get()
    assert (link.relation_type_id, link.notes) == ("supports", "said by a person")


def leased_for_embedding() -> list[int]:
    model = EmbeddingModel.objects.get()
    lease = embedding_jobs.queue(model, EmbeddingJob.objects.all()).lease()
    return [job.item_id for job in lease.jobs]


def test_long_texts_are_embedded_and_derived_a_few_at_a_time(owner: Caller, settings: Any) -> None:
    settings.BACKGROUND_MODE = "thread"
    texts = [f"{number} {LONG}" for number in range(3)]
    remember_batch(owner, [MemoryInput(text=text, pack="work") for text in texts])
    # The newest one, and the oldest one.
    assert len(leased_for_embedding()) == 2
    assert len(queue.queue(DerivationJob.objects.all()).lease().jobs) == 1
    settings.BACKGROUND_MODE = "inline"


def test_the_newest_texts_are_embedded_before_a_backlog(
    owner: Caller, save_all: SaveAll, settings: Any
) -> None:
    settings.EMBEDDING_BATCH = 20
    save_all(owner, [f"memory {number}" for number in range(30)], pack="work")
    pks = list(Memory.objects.order_by("pk").values_list("pk", flat=True))
    EmbeddingJob.objects.enqueue(pks, now=timezone.now())
    assert set(leased_for_embedding()) == {*pks[-10:], *pks[:10]}


def test_a_save_that_waits_embeds_its_own_text_alone(
    owner: Caller, save: Save, settings: Any
) -> None:
    for number in range(3):
        save(owner, f"backlog {number}", pack="work")
    waiting = list(Memory.objects.values_list("pk", flat=True))
    VectorMetadata.objects.all().delete()
    settings.BACKGROUND_MODE = "thread"
    settings.EXTRACTION = "off"
    EmbeddingJob.objects.enqueue(waiting, now=timezone.now())
    saved = remember(owner, MemoryInput(text="its own", pack="work"), wait=True)
    settings.BACKGROUND_MODE = "inline"
    assert saved.pending == []
    left = set(EmbeddingJob.objects.values_list("item_id", flat=True))
    assert Memory.objects.get(uid=saved.id).pk not in left


def test_a_save_that_waited_long_enough_says_what_is_pending(
    owner: Caller, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKGROUND_MODE = "thread"
    monkeypatch.setattr(save_waiting, "WAIT_SECONDS", 0.0)
    saved = remember(owner, MemoryInput(text="stored anyway", pack="work"), wait=True)
    assert saved.action == "created"
    assert saved.pending == ["embedding", "derivation"]
    assert Memory.objects.filter(uid=saved.id).exists()


def test_an_acknowledged_save_is_no_error_whatever_happens_afterwards(
    owner: Caller, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_args: Any, **_named: Any) -> set[int]:
        raise OperationalError("database is locked")

    settings.BACKGROUND_MODE = "thread"
    monkeypatch.setattr(embedding_jobs, "wait_for", locked)
    saved = remember(owner, MemoryInput(text="stored anyway", pack="work"), wait=True)
    assert (saved.action, saved.pending) == ("created", ["embedding", "derivation"])
