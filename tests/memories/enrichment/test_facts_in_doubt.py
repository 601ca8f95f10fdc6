"""What a message may have ended without a word of change is asked about."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from memories.models import Proposal, ProposalStatus, State
from memories.schemas import MemoryInput, SavedOut
from memories.schemas.resolving.tools import HistoryInput, ResolveInput
from memories.selectors.inbox import proposal_outs
from memories.selectors.settling.history import history_of
from memories.services.resolving.deeds import resolve
from memories.services.save import remember

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]
KNOWN = [
    ("works_for", "relation", "Deloitte", "handed my badge back at Deloitte on Friday. feels so weird"),
    ("plays", "fact", "cello", "My cello's been with its new owner since Easter, arthritis won."),
    ("plays", "fact", "原神", "原神はアンインストールした。引退です。空いた時間で読める長編小説、なんかない?"),
    ("married_to", "fact", "Ray", "Gave Ray his ring back on Friday. feels so weird"),
]  # fmt: skip
HARMLESS = [
    ("plays", "cello", "My sister's cello teacher quit, so she asked me to find a new one."),
    ("plays", "cello", "Is it bad to leave a cello in the car?"),
    ("plays", "原神", "原神の新しいマップ、どこから回るのがおすすめ?"),
    ("married_to", "Ray", "Ray's cleared to drive again! Thank God."),
    ("married_to", "勝", "バレンタインに勝が珍しくチョコ買うてきた。逆やろ笑"),
]


@pytest.fixture(autouse=True)
def reading(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def known(owner: Caller, predicate: str, value: str, kind: str = "fact") -> State:
    """Store a fact of the owner that was said a month ago."""
    before = timezone.now() - timedelta(days=30)
    said = {"kind": kind, "predicate": predicate, "value": value}
    text = f"{predicate}: {value}"
    item = MemoryInput.model_validate({"text": text, "states": [said], "created_at": before})
    remember(owner, item.model_copy(update={"pack": "lifelog"}))
    return State.objects.of(owner).get(value__icontains=value)


def said(save: Save, owner: Caller, text: str, **more: Any) -> SavedOut:
    return save(owner, text, pack="lifelog", speaker="user", **more)


@pytest.mark.parametrize(("predicate", "kind", "value", "text"), KNOWN)
def test_it_is_asked_and_told_in_the_answer(
    owner: Caller, save: Save, predicate: str, kind: str, value: str, text: str
) -> None:
    state = known(owner, predicate, value, kind)
    out = said(save, owner, text)
    (asked,) = out.maybe_ended
    assert asked.id == state.uid and value in asked.sentence
    assert any(str(state.uid) in step and "close" in step for step in out.next_actions)
    (shown,) = proposal_outs(owner, list(Proposal.objects.of(owner)))
    assert shown.preview and value in shown.preview.question
    state.refresh_from_db()
    assert state.valid_to is None


@pytest.mark.parametrize(("predicate", "value", "text"), HARMLESS)
def test_what_only_names_it_asks_nothing(
    owner: Caller, save: Save, predicate: str, value: str, text: str
) -> None:
    known(owner, predicate, value)
    assert not said(save, owner, text).maybe_ended
    assert not Proposal.objects.of(owner).exists()


class TestAcrossPacks:
    TEXT = "My cello's been with its new owner since Easter, arthritis won."

    @pytest.fixture
    def state(self, owner: Caller) -> State:
        return known(owner, "plays", "cello")

    def test_a_fact_of_another_pack_is_asked_about(
        self, owner: Caller, save: Save, state: State
    ) -> None:
        out = save(owner, self.TEXT, pack="work", speaker="user")
        assert [one.id for one in out.maybe_ended] == [state.uid]
        (proposal,) = Proposal.objects.of(owner)
        assert proposal.user_id == "alice#shared"
        resolve(owner, ResolveInput.model_validate({"id": str(proposal.uid), "action": "accept"}))
        state.refresh_from_db()
        assert state.valid_to is not None

    def test_a_bound_token_asks_nothing_about_it(
        self, owner: Caller, save: Save, state: State
    ) -> None:
        token, _ = token_create(user_name="alice", packs=["work"])
        bound = caller_of_token(token)
        assert not save(bound, self.TEXT, pack="work", speaker="user").maybe_ended
        assert not Proposal.objects.of(owner).exists()


class TestAnswers:
    @pytest.fixture
    def state(self, owner: Caller) -> State:
        return known(owner, "plays", "cello")

    @pytest.fixture
    def out(self, owner: Caller, save: Save, state: State) -> SavedOut:
        return said(save, owner, KNOWN[1][3])

    def decide(self, owner: Caller, out: SavedOut, action: str) -> None:
        uid = str(out.maybe_ended[0].proposal)
        resolve(owner, ResolveInput.model_validate({"action": action, "id": uid}))

    def test_yes_ends_it_on_the_day_of_the_message(
        self, owner: Caller, state: State, out: SavedOut
    ) -> None:
        self.decide(owner, out, "accept")
        state.refresh_from_db()
        assert state.valid_to is not None
        told = history_of(owner, HistoryInput(id=str(state.uid)))
        assert str(out.id) in told.changes[0].because

    def test_no_keeps_it(self, owner: Caller, state: State, out: SavedOut) -> None:
        self.decide(owner, out, "reject")
        state.refresh_from_db()
        assert state.valid_to is None

    def test_ending_it_elsewhere_settles_the_question(
        self, owner: Caller, state: State, out: SavedOut
    ) -> None:
        resolve(owner, ResolveInput.model_validate({"action": "close", "id": str(state.uid)}))
        proposal = Proposal.objects.of(owner).get()
        assert proposal.uid == out.maybe_ended[0].proposal
        assert proposal.status == ProposalStatus.OBSOLETE

    def test_it_is_asked_once(self, owner: Caller, save: Save, out: SavedOut) -> None:
        assert not said(save, owner, f"{KNOWN[1][3]} Still sad.").maybe_ended
        assert Proposal.objects.of(owner).count() == 1


@pytest.mark.parametrize("more", [{"speaker": "assistant"}, {"speaker": "Emma"}])
def test_the_words_of_others_ask_nothing(owner: Caller, save: Save, more: dict[str, Any]) -> None:
    known(owner, "plays", "cello")
    assert not save(owner, KNOWN[1][3], pack="lifelog", **more).maybe_ended


def test_earlier_messages_ask_nothing(owner: Caller, save: Save) -> None:
    known(owner, "plays", "cello")
    before = timezone.now() - timedelta(days=90)
    assert not said(save, owner, KNOWN[1][3], created_at=before).maybe_ended


def test_other_people_see_nothing_of_it(owner: Caller, other: Caller, save: Save) -> None:
    known(owner, "plays", "cello")
    assert not said(save, other, KNOWN[1][3]).maybe_ended
    assert not Proposal.objects.of(other).exists()


def test_a_fact_that_ends_meanwhile_is_not_asked_about_any_more(owner: Caller, save: Save) -> None:
    state = known(owner, "works_for", "Deloitte", "relation")
    said(save, owner, "handed my badge back at Deloitte on Friday. feels so weird")
    asked = Proposal.objects.of(owner).filter(payload__ends=str(state.uid))
    assert [one.status for one in asked] == [ProposalStatus.OPEN]
    said(save, owner, "I quit my job at Deloitte last Friday.")
    state.refresh_from_db()
    assert state.valid_to is not None
    assert [one.status for one in asked.all()] == [ProposalStatus.OBSOLETE]


CORRECTIONS = [
    ("allergic_to", "ペニシリン", "実はペニシリンではなくアモキシシリンだけだめだと分かった。"),
    ("allergic_to", "penicillin", "Actually it's not penicillin I'm allergic to but amoxicillin."),
    ("likes", "coffee", "I don't like coffee but I like the smell."),
]


@pytest.mark.parametrize(("predicate", "value", "text"), CORRECTIONS)
def test_what_is_set_right_is_asked_about(
    owner: Caller, save: Save, predicate: str, value: str, text: str
) -> None:
    state = known(owner, predicate, value)
    out = said(save, owner, text)
    assert [one.id for one in out.maybe_ended] == [state.uid]
    proposal = Proposal.objects.of(owner).get(payload__ends=str(state.uid))
    resolve(owner, ResolveInput.model_validate({"id": str(proposal.uid), "action": "accept"}))
    state.refresh_from_db()
    assert state.valid_to is not None


def test_a_contrast_of_something_else_asks_nothing(owner: Caller, save: Save) -> None:
    known(owner, "lives_in", "Leeds", "relation")
    assert not said(save, owner, "The meeting is in Bradford, not Leeds.").maybe_ended


@pytest.mark.parametrize(
    ("value", "text"),
    [("coffee", "I don't drink coffee anymore."), ("コーヒー", "もうコーヒーは飲まない。")],
)
def test_what_one_no_longer_takes_ends_or_is_asked_about(
    owner: Caller, save: Save, value: str, text: str
) -> None:
    state = known(owner, "likes", value)
    said(save, owner, text)
    state.refresh_from_db()
    asked = Proposal.objects.of(owner).filter(payload__predicate="likes", payload__value=value)
    assert state.valid_to is not None or asked.exists()
