"""The policy “ask”: masked, the original encrypted, and a question to the owner."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller, Role
from core.errors import Conflict, Forbidden, NotFound
from core.journal.replay import verify
from core.models import Revision
from memories.enrichment.duplicates.finding import find_duplicates
from memories.enrichment.suggestions import suggest_sealed
from memories.inbox.proposals import create_proposals
from memories.knowledge.originals import mask_stored
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus, SealedText
from memories.records.privacy.sealing import erase_expired, unreadable_originals
from memories.schemas import MemoryInput, MemoryPatch, SavedOut
from memories.services.forget import forget
from memories.services.inbox import Decision, decide
from memories.services.privacy.revealing import reveal
from memories.services.save import remember_batch
from memories.services.update import revise
from nlp.readers import PrivacyPolicy
from packs import registry

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
SECRET = "The password is hunter2!x9Q, do not lose it."


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the pack “dev” a policy."""
    find = registry.find

    def _policy(**values: Any) -> None:
        spec = replace(registry.get("dev"), privacy=PrivacyPolicy(**values))
        monkeypatch.setattr(registry, "find", lambda pack: spec if pack == "dev" else find(pack))

    return _policy


@pytest.fixture
def asked(owner: Caller, save: Save, policy: Callable[..., None]) -> SavedOut:
    policy(secrets="ask")
    return save(owner, SECRET, pack="dev")


def row(saved: SavedOut) -> Memory:
    return Memory.objects.get(uid=saved.id)


def question() -> Proposal:
    return Proposal.objects.get(kind=ProposalKind.SENSITIVE)


def answer(owner: Caller, choice: str) -> None:
    decide(owner, question().uid, Decision.ACCEPT, choice=choice)


def told() -> str:
    return str(list(Revision.objects.values_list("before", "after", "reason")))


def test_masked_sealed_and_asked(owner: Caller, asked: SavedOut, tmp_path: Path) -> None:
    memory = row(asked)
    assert memory.raw_text == "The password is [password], do not lose it."
    assert memory.extra_data["masked"] == ["password"] and "hunter2" not in told()
    sealed = SealedText.objects.get(memory=memory)
    assert b"hunter2" not in bytes(sealed.sealed)
    assert timedelta(days=29) < sealed.expires_at - timezone.now() <= timedelta(days=30)
    assert (tmp_path / "sealing.key").stat().st_mode & 0o777 == 0o600
    asking = question()
    assert asking.status == ProposalStatus.OPEN and asking.payload["sealed"] is True
    assert [memory.raw_text[a:b] for a, b, _kind in asking.payload["spans"]] == ["[password]"]


def test_the_owner_keeps_it(owner: Caller, asked: SavedOut) -> None:
    answer(owner, "keep")
    assert row(asked).raw_text == SECRET and "masked" not in row(asked).extra_data
    assert not SealedText.objects.exists()


def test_it_is_masked_for_good(owner: Caller, asked: SavedOut) -> None:
    answer(owner, "mask")
    assert "[password]" in row(asked).raw_text and not SealedText.objects.exists()
    with pytest.raises(NotFound):
        reveal(owner, asked.id)


def test_it_is_forgotten(
    owner: Caller, asked: SavedOut, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer(owner, "forget")
    assert not Memory.objects.filter(uid=asked.id).exists() and not SealedText.objects.exists()


def test_rejected_it_stays_masked_and_sealed(owner: Caller, asked: SavedOut) -> None:
    decide(owner, question().uid, Decision.REJECT)
    assert "[password]" in row(asked).raw_text and reveal(owner, asked.id).text == SECRET


def test_revealing_is_the_owners_and_journaled(owner: Caller, asked: SavedOut) -> None:
    shown = reveal(owner, asked.id)
    assert shown.text == SECRET and shown.assistant_text is None
    entry = Revision.objects.latest("pk")
    assert (entry.action, entry.target_id) == ("ACCESS", str(asked.id))
    assert "hunter2" not in told() and verify().is_sound
    for limits in ({}, {"scopes": frozenset({"read", "write", "admin"})}):
        token = Caller(owner.base_user, role=Role.ASSISTANT, **limits)  # type: ignore[arg-type]
        with pytest.raises(Forbidden):
            reveal(token, asked.id)
    with pytest.raises(NotFound):
        reveal(Caller("bob"), asked.id)


def test_no_token_brings_it_back(owner: Caller, asked: SavedOut) -> None:
    admin = Caller(owner.base_user, role=Role.ASSISTANT)
    with pytest.raises(Forbidden):
        answer(admin, "keep")
    assert "[password]" in row(asked).raw_text and question().status == ProposalStatus.OPEN


def test_expired_originals_are_erased(owner: Caller, asked: SavedOut) -> None:
    later = timezone.now() + timedelta(days=31)
    with pytest.raises(NotFound):
        reveal(owner, asked.id, now=later)
    assert erase_expired(later) == 1 and not SealedText.objects.exists()


def test_another_key(owner: Caller, asked: SavedOut, tmp_path: Path) -> None:
    (tmp_path / "sealing.key").unlink()
    with pytest.raises(Conflict, match="another key"):
        reveal(owner, asked.id)


def test_a_lost_key_is_no_reason_to_make_a_second_one_under_its_name(
    owner: Caller, asked: SavedOut, save: Save, tmp_path: Path
) -> None:
    key = tmp_path / "sealing.key"
    kept = key.read_bytes()
    key.unlink()
    assert unreadable_originals(timezone.now()) == 1
    with pytest.raises(Conflict, match="another key"):
        reveal(owner, asked.id)
    assert not list(tmp_path.glob("sealing*"))
    text = "The router's password is Zq8!hunter44, keep it."
    later = save(owner, text, pack="dev")
    assert reveal(owner, later.id).text == text and not key.exists()
    key.write_bytes(kept)
    assert reveal(owner, asked.id).text == SECRET and reveal(owner, later.id).text == text
    assert unreadable_originals(timezone.now()) == 0


def test_an_original_that_cannot_be_opened_is_not_overwritten(
    owner: Caller, asked: SavedOut, tmp_path: Path
) -> None:
    (tmp_path / "sealing.key").rename(tmp_path / "kept")
    with pytest.raises(Conflict, match=r"put that key back"):
        revise(owner, asked.id, MemoryPatch(text="The new password is Zq8!hunter44, keep it."))
    (tmp_path / "kept").rename(tmp_path / "sealing.key")
    assert reveal(owner, asked.id).text == SECRET


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff\xfe"])
def test_a_file_that_is_no_key_is_named(
    owner: Caller, asked: SavedOut, save: Save, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "sealing.key").write_bytes(content)
    with pytest.raises(Conflict, match=r"sealing\.key is no key"):
        reveal(owner, asked.id)
    with pytest.raises(Conflict, match="put the right file back"):
        save(owner, "The router's password is Zq8!hunter44, keep it.", pack="dev")
    assert Memory.objects.count() == 1


def test_with_the_key_of_the_database(
    owner: Caller, save: Save, policy: Callable[..., None], tmp_path: Path, settings: Any
) -> None:
    settings.DATABASE_KEY = "a key of the file"
    policy(secrets="mask", reveal=True)
    saved = save(owner, SECRET, pack="dev")
    assert reveal(owner, saved.id).text == SECRET and not (tmp_path / "sealing.key").exists()
    assert not Proposal.objects.filter(payload__sealed=True).exists()


def test_mask_alone_keeps_nothing(owner: Caller, save: Save, policy: Callable[..., None]) -> None:
    policy(secrets="mask")
    save(owner, SECRET, pack="dev")
    assert not SealedText.objects.exists()


def test_a_change_is_sealed_too(owner: Caller, save: Save, policy: Callable[..., None]) -> None:
    policy(secrets="mask", reveal=True)
    saved = save(owner, "Nothing yet.", pack="dev")
    revise(owner, saved.id, MemoryPatch(text=SECRET))
    assert "[password]" in row(saved).raw_text and reveal(owner, saved.id).text == SECRET
    assert "hunter2" not in told()


def test_forgetting_takes_the_original_along(owner: Caller, asked: SavedOut) -> None:
    forget(owner, [asked.id], confirm=True)
    assert not SealedText.objects.exists()


def test_masked_for_good_leaves_no_original_in_the_journal(
    owner: Caller, save: Save, policy: Callable[..., None]
) -> None:
    saved = save(owner, SECRET, pack="dev")
    policy(secrets="ask")
    mask_stored(owner, saved.id, reason="scan")
    assert "[password]" in row(saved).raw_text and "hunter2" in told()
    Proposal.objects.all().delete()
    create_proposals([suggest_sealed(row(saved))], now=timezone.now())
    answer(owner, "mask")
    assert "hunter2" not in told()


FIRST, SECOND = "The router's password is Zq8!hunter44.", "The router's password is Kp3!falcon71."


@pytest.mark.parametrize("wishes", [{"secrets": "ask"}, {"secrets": "mask", "reveal": True}])
def test_another_secret_in_the_same_sentence_is_another_memory(
    owner: Caller, save: Save, policy: Callable[..., None], wishes: dict[str, Any]
) -> None:
    policy(**wishes)
    saved = [save(owner, text, pack="dev") for text in (FIRST, SECOND, FIRST)]
    assert [one.action for one in saved] == ["created", "created", "unchanged"]
    assert saved[0].id == saved[2].id
    assert [reveal(owner, one.id).text for one in saved[:2]] == [FIRST, SECOND]


def test_another_secret_in_one_batch_is_another_memory(
    owner: Caller, policy: Callable[..., None]
) -> None:
    policy(secrets="ask")
    items = [MemoryInput(text=text, pack="dev") for text in (FIRST, SECOND, SECOND)]
    saved = remember_batch(owner, items).results
    assert [one.action for one in saved] == ["created", "created", "unchanged"]
    assert reveal(owner, saved[1].id).text == SECOND


def test_an_external_id_with_another_secret_is_taken(
    owner: Caller, save: Save, policy: Callable[..., None]
) -> None:
    policy(secrets="ask")
    given = {"pack": "dev", "external_id": "router"}
    save(owner, FIRST, **given)
    assert save(owner, FIRST, **given).action == "unchanged"
    with pytest.raises(Conflict, match="another text"):
        save(owner, SECOND, **given)


def test_masked_texts_are_not_joined(
    owner: Caller, save: Save, policy: Callable[..., None]
) -> None:
    policy(secrets="ask")
    first, second = (
        row(save(owner, text, pack="dev", created_at=at, session_id=text))
        for text, at in ((FIRST, "2026-11-01T09:00:00Z"), (SECOND, "2026-11-02T09:00:00Z"))
    )
    assert first.raw_text == second.raw_text
    assert find_duplicates(second.user_id, [second], timezone.now()).folds == []
