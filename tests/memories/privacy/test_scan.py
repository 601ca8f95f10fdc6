"""A scan of what is stored: counts first, and the policies of today when asked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import jobs
from core.caller import Caller, Role
from core.errors import Forbidden, InvalidInput
from core.models import Revision
from memories.models import Memory, PrivacyJob, Proposal, ProposalKind
from memories.schemas import SavedOut, parsed
from memories.schemas.privacy.forgetting import PrivacyJobOut, PrivacyStatus
from memories.schemas.privacy.scan import ScanInput
from memories.services.history import undo
from memories.services.privacy import scan as scanning
from memories.services.privacy import work
from memories.services.privacy.jobs import job_get, job_out
from memories.services.privacy.revealing import reveal
from nlp.readers import PrivacyPolicy
from packs import registry

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
SECRET = "The password is hunter2!x9Q, do not lose it."
MAIL = "佐藤さんのメールは sato.hanako@gmail.com です"


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the pack “dev” a policy."""
    find = registry.find

    def _policy(**values: Any) -> None:
        spec = replace(registry.get("dev"), privacy=PrivacyPolicy(**values))
        monkeypatch.setattr(registry, "find", lambda pack: spec if pack == "dev" else find(pack))

    return _policy


@pytest.fixture
def stored(owner: Caller, save: Save, tmp_path: Path, settings: Any) -> dict[str, SavedOut]:
    settings.DATA_DIR = tmp_path
    return {
        "secret": save(owner, SECRET, pack="dev"),
        "mail": save(owner, MAIL, pack="dev"),
        "work": save(owner, SECRET, pack="work"),
        "plain": save(owner, "Nothing of the kind.", pack="dev"),
    }


def look(owner: Caller, **asked: Any) -> PrivacyJobOut:
    return scanning.scan(owner, parsed(ScanInput, asked))


def row(saved: SavedOut) -> Memory:
    return Memory.objects.get(uid=saved.id)


def test_it_only_counts(owner: Caller, stored: dict[str, SavedOut], policy: Any) -> None:
    policy(secrets="mask")
    entries = Revision.objects.count()
    done = look(owner)
    assert done.status is PrivacyStatus.DONE and done.done == 4 and done.outcome == {}
    found = {(one.pack, one.kind, one.treatment): one for one in done.found}
    assert set(found) == {
        ("dev", "password", "mask"), ("dev", "email", "keep"), ("work", "password", "keep"),
    }  # fmt: skip
    assert found["dev", "password", "mask"].ids == [stored["secret"].id]
    assert row(stored["secret"]).raw_text == SECRET and Revision.objects.count() == entries
    assert "hunter2" not in str(PrivacyJob.objects.values_list("options", "outcome"))
    assert {one.pack for one in look(owner, pack=["work"]).found} == {"work"}


def test_applied_it_masks_and_can_be_undone(
    owner: Caller, stored: dict[str, SavedOut], policy: Any
) -> None:
    policy(secrets="mask")
    assert look(owner, apply=True).outcome == {"masked": 1}
    memory = row(stored["secret"])
    assert memory.raw_text == "The password is [password], do not lose it."
    assert row(stored["mail"]).raw_text == MAIL and row(stored["work"]).raw_text == SECRET
    entry = Revision.objects.get(target_id=str(memory.uid), reason="privacy scan")
    undo(owner, entry.change_id)
    assert row(stored["secret"]).raw_text == SECRET
    assert look(owner, apply=True).outcome == {"masked": 1}
    assert look(owner, apply=True).outcome == {}


def test_applied_it_asks(owner: Caller, stored: dict[str, SavedOut], policy: Any) -> None:
    policy(personal_data="ask")
    assert look(owner, apply=True).outcome == {"asked": 1}
    assert "sato.hanako" not in row(stored["mail"]).raw_text
    assert reveal(owner, stored["mail"].id).text == MAIL
    asked = Proposal.objects.filter(kind=ProposalKind.SENSITIVE, payload__sealed=True)
    assert asked.count() == 1


def test_what_a_pack_refuses_is_hidden(
    owner: Caller, stored: dict[str, SavedOut], policy: Any
) -> None:
    policy(secrets="refuse")
    assert look(owner, apply=True).outcome == {"invalidated": 1}
    assert row(stored["secret"]).invalidated_at is not None


def test_many_are_read_by_a_job(
    owner: Caller, stored: dict[str, SavedOut], policy: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy(secrets="mask")
    monkeypatch.setattr(scanning, "SCANNED_AT_ONCE", 1)
    monkeypatch.setattr(work, "BATCH", 2)
    with jobs.background.paused("privacy"):
        begun = look(owner, apply=True)
        assert (begun.status, begun.done) == (PrivacyStatus.RUNNING, 0)
    work.drain()
    done = job_out(job_get(owner, begun.id))
    assert (done.status, done.done) == (PrivacyStatus.DONE, 4)
    assert done.outcome == {"masked": 1} and sum(one.count for one in done.found) == 3


def test_only_the_owner_and_known_packs(owner: Caller, stored: dict[str, SavedOut]) -> None:
    with pytest.raises(Forbidden):
        look(Caller(owner.base_user, role=Role.ASSISTANT, scopes=frozenset({"read", "write"})))
    with pytest.raises(InvalidInput, match="work"):
        look(owner, pack=["wrok"])
    assert look(Caller("bob")).done == 0
