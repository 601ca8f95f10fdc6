"""Where a save goes that names no pack: its session, its context, what it says, the usual pack."""

from typing import Any

import pytest

from accounts.callers import caller_of_token
from accounts.models import Profile
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden
from core.models import Revision
from memories.interfaces.mcp.answers.saves import saved_answer
from memories.interfaces.mcp.saves_render import saved_text
from memories.models import Memory, State
from memories.schemas import MemoryInput, MemoryPatch, SavedOut, parsed
from memories.services.history import last_change, undo, undo_memory_change
from memories.services.save import remember, remember_batch
from memories.services.update import revise
from packs.guessing import PackReason

pytestmark = pytest.mark.django_db

CLEARLY_WORK = "The client wants the contract and the quote before the sales meeting."
CLEARLY_LIFE = "My daughter has a fever, we stay at home and cook soup."
NOTHING = "8812"
# Work or life, by its words alone.
EITHER = "Lunch with Rebecca from accounting on Friday."


@pytest.fixture(autouse=True)
def _as_installed(settings: Any) -> None:
    settings.PACKS_BY_MEANING, settings.USUAL_PACK = True, "lifelog"


def put(caller: Caller, text: str, **fields: Any) -> SavedOut:
    return remember(caller, parsed(MemoryInput, {"text": text, **fields}))


def told(saved: SavedOut) -> str:
    return saved_text(saved_answer(saved, str))


def where(saved: SavedOut) -> tuple[str, PackReason | None]:
    return saved.pack, saved.pack_guess


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        (CLEARLY_WORK, "work"),
        (CLEARLY_LIFE, "lifelog"),
        ("The pods crash because the image has no shell.", "dev"),
        ("水曜は息子のサッカーの送り迎え。", "lifelog"),
        ("取締役会に出す予算の資料を直す。", "work"),
        ("ビルドの途中でコンテナが落ちる。", "dev"),
    ],
)
def test_it_goes_where_what_it_says_belongs(owner: Caller, text: str, pack: str) -> None:
    assert where(put(owner, text)) == (pack, PackReason.WORDS)


def test_what_says_nothing_goes_to_the_usual_pack(owner: Caller) -> None:
    assert where(put(owner, NOTHING)) == ("lifelog", PackReason.USUAL)
    Profile.objects.filter(user__username="alice").update(default_pack="dev")
    assert where(put(owner, f"{NOTHING}3")) == ("dev", PackReason.USUAL)


def test_a_named_pack_is_no_guess(owner: Caller) -> None:
    saved = put(owner, CLEARLY_LIFE, pack="dev", session_id="s")
    assert where(saved) == ("dev", None) and "guess" not in told(saved)
    assert Memory.objects.get(uid=saved.id).extra_data == {}


@pytest.mark.parametrize("pack", ["work", "lifelog"])
def test_it_follows_its_session(owner: Caller, pack: str) -> None:
    put(owner, "x", pack=pack, session_id="s")
    assert where(put(owner, EITHER, session_id="s")) == (pack, PackReason.SESSION)
    assert where(put(owner, NOTHING, session_id="s")) == (pack, PackReason.SESSION)
    assert put(owner, f"{NOTHING}4", session_id="t").pack_guess == PackReason.USUAL


def test_clear_words_leave_the_session(owner: Caller) -> None:
    put(owner, "x", pack="work", session_id="s")
    assert where(put(owner, CLEARLY_LIFE, session_id="s")) == ("lifelog", PackReason.WORDS)
    put(owner, "x", pack="lifelog", session_id="t")
    assert where(put(owner, CLEARLY_WORK, session_id="t")) == ("work", PackReason.WORDS)


def test_a_session_of_guesses_is_followed_by_majority(owner: Caller) -> None:
    for text in (CLEARLY_WORK, "Send the invoice to the supplier.", CLEARLY_LIFE):
        put(owner, text, session_id="s")
    assert where(put(owner, NOTHING, session_id="s")) == ("work", PackReason.SESSION)


def test_a_batch_follows_what_it_holds_itself(owner: Caller) -> None:
    items = [
        MemoryInput(text="x", pack="work", session_id="s"),
        MemoryInput(text=NOTHING, session_id="s"),
    ]
    assert [where(one) for one in remember_batch(owner, items).results] == [
        ("work", None),
        ("work", PackReason.SESSION),
    ]


def test_it_follows_its_context_after_its_session(owner: Caller) -> None:
    put(owner, "x", pack="work", context="Kitchen Fair")
    assert where(put(owner, NOTHING, context="kitchen fair")) == ("work", PackReason.CONTEXT)
    put(owner, "y", pack="dev", session_id="s")
    both = put(owner, f"{NOTHING}5", context="Kitchen Fair", session_id="s")
    assert where(both) == ("dev", PackReason.SESSION)


def test_a_correction_teaches_the_session(owner: Caller) -> None:
    for n in range(4):
        put(owner, f"x{n}", pack="work", session_id="s")
    wrong = put(owner, EITHER, session_id="s")
    assert wrong.pack == "work"
    moved = revise(owner, wrong.id, MemoryPatch(pack="lifelog", title="Lunch"))
    assert (moved.pack, moved.title, moved.session_id) == ("lifelog", "Lunch", "s")
    assert where(put(owner, NOTHING, session_id="s")) == ("lifelog", PackReason.SESSION)


def test_a_correction_can_be_undone(owner: Caller) -> None:
    wrong = put(owner, EITHER, session_id="s", pack="work")
    revise(owner, wrong.id, MemoryPatch(pack="lifelog"))
    (change,) = set(
        Revision.objects.filter(target_id=str(wrong.id), action="UPDATE").values_list(
            "change_id", flat=True
        )
    )
    undo(owner, change)
    memory = Memory.objects.get(uid=wrong.id)
    assert memory.pack == "work" and memory.extra_data == {}


def test_undoing_a_move_in_the_history_of_the_memory_moves_it_back(owner: Caller) -> None:
    wrong = put(owner, EITHER, pack="work", context="Office")
    revise(owner, wrong.id, MemoryPatch(pack="lifelog"))
    move = last_change(owner, wrong.id)
    assert move is not None
    undone = undo_memory_change(owner, wrong.id, move.pk)
    assert (undone.pack, undone.context, undone.extra_data) == ("work", "Office", {})


def test_what_it_says_of_the_owner_goes_along(owner: Caller, find: Any) -> None:
    states = [{"subject": "me", "kind": "fact", "predicate": "allergic_to", "value": "peanuts"}]
    wrong = put(owner, "I am allergic to peanuts", pack="work", states=states)
    shared = put(owner, "Tea please", pack="work")
    state = State.objects.get(predicate="allergic_to")
    revise(owner, wrong.id, MemoryPatch(pack="lifelog"))
    assert State.objects.get().user_id == "alice#lifelog"
    found = find(owner, "allergic to peanuts", packs=["lifelog"]).states
    assert [one.id for one in found] == [state.uid]
    undo(owner, last_change(owner, wrong.id).change_id)  # type: ignore[union-attr]
    assert State.objects.get().user_id == "alice#work"
    state.evidence.add(Memory.objects.get(uid=shared.id))
    revise(owner, wrong.id, MemoryPatch(pack="lifelog"))
    assert State.objects.get().user_id == "alice#work"


def test_a_bound_token_learns_nothing_of_other_packs(owner: Caller) -> None:
    put(owner, "x", pack="lifelog", session_id="s")
    bound = caller_of_token(token_create(user_name="alice", packs=["work", "dev"])[0])
    assert where(put(bound, NOTHING, session_id="s")) == ("work", PackReason.USUAL)
    assert put(bound, CLEARLY_LIFE, session_id="t").pack in {"work", "dev"}
    saved = put(bound, CLEARLY_WORK, session_id="s")
    with pytest.raises(Forbidden):
        revise(bound, saved.id, MemoryPatch(pack="lifelog"))


def test_other_people_s_sessions_do_not_count(owner: Caller, other: Caller) -> None:
    put(other, "x", pack="dev", session_id="s")
    assert where(put(owner, NOTHING, session_id="s")) == ("lifelog", PackReason.USUAL)


def test_without_a_model_words_decide(owner: Caller, settings: Any) -> None:
    settings.PACKS_BY_MEANING = False
    assert where(put(owner, "会議の議事録")) == ("work", PackReason.WORDS)
    assert where(put(owner, "Spare key is under the mat")) == ("lifelog", PackReason.USUAL)


def test_an_assistant_reads_where_it_went_and_why(owner: Caller) -> None:
    shown = told(put(owner, CLEARLY_LIFE))
    assert "Filed under Life, a guess: by what it says." in shown
    put(owner, "x", pack="dev", session_id="s")
    shown = told(put(owner, NOTHING, session_id="s"))
    assert "Filed under Development, a guess: as the rest of this session." in shown


def test_what_a_caller_calls_a_guess_is_none(owner: Caller) -> None:
    saved = put(owner, CLEARLY_LIFE, pack="dev", extra_data={"pack_guess": ["x"]})
    assert saved.pack_guess is None
