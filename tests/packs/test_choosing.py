"""Where a save goes: the named pack, else the hints, else the default; and which packs are on."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.callers import caller_of_token
from accounts.models import Profile
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden, InvalidInput
from memories.models import Memory
from memories.records.filing import pack_of_text
from memories.schemas import SavedOut, SearchOut
from packs.guessing import Company, PackReason, guess_pack
from packs.selection import chosen_packs, enabled_packs, pack_switch
from packs.spec import Hint, PackSpec

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
ALL = ["work", "dev", "lifelog"]
NO_HINT = "ふしぎな音がした"


def by_words(text: str, packs: list[str]) -> str | None:
    guess = guess_pack(text, packs, {}, usual=packs[0])
    return guess.pack if guess.reason == PackReason.WORDS else None


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("田中さんと打ち合わせをした", "work"),
        ("見積の締切は金曜日", "work"),
        ("The client meeting moved to Tuesday", "work"),
        ("docker build で例外が出た", "dev"),
        ("Traceback in parse_config()", "dev"),
        ("Bumped django to 5.2.1", "dev"),
        ("カフェでランチを食べた", "lifelog"),
        ("頭痛で病院に行った", "lifelog"),
        ("Dinner with my sister", "lifelog"),
        (NO_HINT, None),
        ("", None),
        ("決定", None),
    ],
)
def test_hints(text: str, pack: str | None) -> None:
    assert by_words(text, ALL) == pack


def test_only_among_the_candidates() -> None:
    assert by_words("打ち合わせ", ["dev", "lifelog"]) is None
    assert by_words("打ち合わせ", ["gone"]) is None


def test_a_further_pack_speaks_for_itself(register: Callable[..., PackSpec]) -> None:
    register("garden", hints=(Hint("種をまい", 1.0), Hint("花壇", 1.0)))
    assert by_words("花壇に種をまいた、昼食のあと", [*ALL, "garden"]) == "garden"


def test_a_save_without_a_pack(owner: Caller, save: Save) -> None:
    assert save(owner, "会議").pack == "work"
    assert save(owner, "夕食はカレー").pack == "lifelog"
    assert save(owner, NO_HINT).pack == "work"
    Profile.objects.filter(user__username="alice").update(default_pack="lifelog")
    assert save(owner, f"{NO_HINT}。").pack == "lifelog"
    assert Memory.objects.filter(user_id="alice#lifelog").count() == 2


def test_a_default_that_is_off_or_gone_is_passed_over(owner: Caller) -> None:
    Profile.objects.filter(user__username="alice").update(default_pack="gone")
    assert pack_of_text(owner, None, NO_HINT) == "work"
    Profile.objects.filter(user__username="alice").update(default_pack="lifelog")
    pack_switch(owner, "lifelog", is_enabled=False)
    assert pack_of_text(owner, None, NO_HINT) == "work"
    assert pack_of_text(owner, None, "夕食はカレー") == "work"
    assert pack_of_text(owner, "lifelog", "x") == "lifelog"


def test_switching_off_loses_nothing(owner: Caller, save: Save, find: Find) -> None:
    save(owner, "heron", pack="dev")
    pack_switch(owner, "dev", is_enabled=False)
    assert enabled_packs(owner) == ["work", "lifelog"]
    assert find(owner, "heron").results == []
    assert Memory.objects.count() == 1
    pack_switch(owner, "dev", is_enabled=True)
    assert len(find(owner, "heron").results) == 1


def test_everyone_has_switches_of_their_own(owner: Caller, other: Caller) -> None:
    pack_switch(owner, "dev", is_enabled=False)
    assert "dev" not in enabled_packs(owner) and "dev" in enabled_packs(other)


def test_all_off(owner: Caller) -> None:
    for pack in ALL:
        pack_switch(owner, pack, is_enabled=False)
    assert chosen_packs(owner, None) == []
    with pytest.raises(Forbidden):
        pack_of_text(owner, None, "会議")


def test_unknown_and_out_of_reach(owner: Caller) -> None:
    bound = caller_of_token(token_create(user_name="alice", packs=["work"])[0])
    assert enabled_packs(bound) == ["work"] and pack_of_text(bound, None, "夕食") == "work"
    for deed in (
        lambda: pack_of_text(bound, "dev", "x"),
        lambda: chosen_packs(bound, ["work", "dev"]),
        lambda: pack_switch(bound, "dev", is_enabled=False),
    ):
        with pytest.raises(Forbidden):
            deed()
    for unknown in (
        lambda: pack_of_text(owner, "garden", "x"),
        lambda: chosen_packs(owner, ["garden"]),
        lambda: pack_switch(owner, "garden", is_enabled=True),
    ):
        with pytest.raises(InvalidInput):
            unknown()


SIMILAR = st.fixed_dictionaries({pack: st.floats(-0.2, 1.0) for pack in ALL})
COMPANY = st.lists(
    st.builds(
        Company,
        st.sampled_from([*ALL, "gone"]),
        st.sampled_from([PackReason.SESSION, PackReason.CONTEXT]),
        st.booleans(),
    ),
    max_size=2,
)


@given(near=SIMILAR, company=COMPANY, usual=st.sampled_from(ALL))
def test_a_guess_is_the_nearest_that_of_its_company_or_the_usual(
    near: dict[str, float], company: list[Company], usual: str
) -> None:
    guess = guess_pack(NO_HINT, ALL, near, company=company, usual=usual)
    nearest = max(near.values())
    if guess.reason == PackReason.WORDS:
        assert near[guess.pack] == nearest
    elif guess.reason == PackReason.USUAL:
        assert guess.pack == usual
    else:
        assert guess.pack in {one.pack for one in company if one.reason == guess.reason}
        assert nearest - near[guess.pack] < 0.16


@pytest.mark.parametrize("named", ["lifelog", "Life", "life", " LIFE ", "暮らし"])
def test_a_search_takes_the_names_that_answers_use(owner: Caller, named: str) -> None:
    assert chosen_packs(owner, [named, "lifelog"]) == ["lifelog"]
