"""A reader that raises stops itself only, and everybody who looks can see that it did."""

from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.db import OperationalError

from core.caller import Caller
from entities.models import Entity, Mention
from memories.enrichment import analysis, pipeline, queue, storage
from memories.models import DerivationJob, Memory, Proposal, State
from memories.schemas import SavedOut
from memories.schemas.mentions import ExtractInput
from memories.services.saving.preview import extract_preview
from nlp import facts, summary
from nlp.mentions import extraction
from nlp.readers import Found
from packs import registry
from tests.memories.enrichment.test_pipeline import NOW

Save = Callable[..., SavedOut]
TEXT = (
    "田中太郎さんは株式会社みどりで働いている。2026年5月3日に東京タワーで会った。"
    "The Wi-Fi password is Kiri-7742-blue. " + "話は長かった。" * 60
)
SECRET = "その話は秘密"

# Where each reader is called, and how it is named in what a person sees.
READERS = [
    (extraction, "times_in", "times"),
    (extraction, "addresses", "addresses"),
    (extraction, "known_names", "known names"),
    (extraction, "quantities", "quantities"),
    (extraction, "_of_sentences", "names"),
    (analysis, "about_range", "times"),
    (analysis, "stored_answer_of", "language model"),
    (facts, "find", "claims"),
    (analysis, "with_learned", "trained reader"),
    (summary, "summary", "summary"),
    (summary, "micro_summary", "micro summary"),
    (pipeline, "find_known_names", "names of the space"),
    (storage, "link_entities", "entities"),
    (storage, "record_claims", "states"),
    (pipeline, "find_duplicates", "duplicates"),
    (pipeline, "store_results", "duplicates"),
    (pipeline, "suggest_discourse_links", "connectives"),
    (pipeline, "suggest_sensitive", "secrets"),
    (pipeline, "suggest_pack", "packs"),
    (storage, "create_proposals", "questions"),
]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "trained"


def failing(*_args: Any, **_named: Any) -> NoReturn:
    raise KeyError(SECRET)


class Broken:
    """An extractor of a pack that raises."""

    name = "broken"

    def extract(self, text: str, language: str) -> list[Found]:
        raise KeyError(SECRET)


class Wrong(Broken):
    """An extractor of a pack that answers nonsense."""

    name = "wrong"

    def extract(self, text: str, language: str) -> list[Found]:
        return [Found("x", 5, 10**6, "Person", 1.0, "wrong")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("module", "function", "reader"), READERS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_the_other_readers_go_on(
    owner: Caller,
    save: Save,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    module: Any,
    function: str,
    reader: str,
) -> None:
    monkeypatch.setattr(module, function, failing)
    saved = save(owner, TEXT)
    job = DerivationJob.objects.get()
    assert f"{reader}: KeyError" in job.last_error
    assert DerivationJob.objects.waiting().count() == 0
    assert DerivationJob.objects.given_up().count() == 1
    assert f"the reader “{reader}” failed on memory" in caplog.text
    assert SECRET not in caplog.text + job.last_error
    memory = Memory.objects.get(uid=saved.id)
    made = {
        "names": Mention.objects.exists(),
        "times": memory.about_start is not None,
        "states": State.objects.exists(),
        "summary": bool(memory.summary_text),
        "micro summary": bool(memory.micro_summary),
        "questions": Proposal.objects.exists(),
    }
    expected = {
        "names": {"names", "entities"},
        "times": {"times"},
        "states": {"states", "claims", "names", "entities"},
        "summary": {"summary"},
        "micro summary": {"micro summary"},
        "questions": {"questions", "secrets"},
    }
    for what, needs in expected.items():
        assert made[what] or reader in needs, what


@pytest.mark.parametrize(("extractor", "error"), [(Broken(), "KeyError"), (Wrong(), "ValueError")])
def test_an_extractor_of_a_pack(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch, extractor: Broken, error: str
) -> None:
    spec = registry.get("work")
    monkeypatch.setattr(type(spec), "extractors", (extractor,), raising=False)
    save(owner, TEXT, pack="work")
    assert Entity.objects.exists()
    assert DerivationJob.objects.get().last_error == f"extractor {extractor.name}: {error}"


def test_a_batch_is_divided_until_one_memory_is_left(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EXTRACTION = "off"
    for at in range(5):
        save(owner, f"{at}: 田中太郎さんは株式会社みどり{at}で働いている。", pack="work")
    settings.EXTRACTION = "rules"
    real = pipeline.suggest_discourse_links

    def failing_on_one(memories: list[Memory]) -> Any:
        if any(memory.raw_text.startswith("3") for memory in memories):
            raise ValueError(SECRET)
        return real(memories)

    monkeypatch.setattr(pipeline, "suggest_discourse_links", failing_on_one)
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    queue.drain()
    job = DerivationJob.objects.get()
    assert (job.memory.raw_text[0], job.last_error) == ("3", "connectives: ValueError")
    assert Mention.objects.values("memory").distinct().count() == 5


def test_once_mended_nothing_of_it_is_left(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(facts, "find", failing)
        save(owner, TEXT)
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    queue.drain()
    assert not DerivationJob.objects.exists()
    assert State.objects.exists()


def test_a_busy_database_is_no_fault_of_a_reader(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: Any, **_named: Any) -> NoReturn:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "suggest_discourse_links", busy)
        save(owner, TEXT)
    job = DerivationJob.objects.get()
    assert (job.leased_until, job.attempts, job.last_error) == (None, 0, "")
    assert queue.drain() == 1
    assert State.objects.exists()


def test_a_preview_goes_on_as_well(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "times_in", failing)
    out = extract_preview(owner, ExtractInput(text=TEXT))
    assert out.mentions
    assert out.relations
    assert not out.times
