"""Cards and lists of facts: the owner's are read line by line, and those of others never as theirs."""

import pytest

from nlp.facts.cards import card_sentences
from tests.nlp.facts.labelled import claims_with_names_found

PROFILE = """User profile:
- Name: Ana Lopez
- Age: 42 years old
- Location: Lisbon, Portugal
- Occupation: architect (part-time)
- Employer: Studio Norte
- Family: married to Rui, one daughter, Inês (8)
- Allergies: penicillin, shellfish
- Diet: vegetarian
- Languages: Portuguese, English
- Preferences: short answers, metric units
- Pets: two cats, Luna and Milo"""
FACTS = {
    ("name", "Ana Lopez"), ("age", "42"), ("lives_in", "Lisbon, Portugal"), ("occupation", "architect"),
    ("works_for", "Studio Norte"), ("married_to", "Rui"), ("family_member", "Inês"),
    ("allergic_to", "penicillin"), ("allergic_to", "shellfish"), ("diet", "vegetarian"),
    ("speaks", "Portuguese"), ("speaks", "English"), ("prefers", "short answers"),
    ("prefers", "metric units"), ("pet", "Luna (cat)"), ("pet", "Milo (cat)"),
}  # fmt: skip
BARE = """- Lives in Leeds
- Works as a nurse at St Mary's Hospital
- Allergic to peanuts and shellfish
- Married to Tom
- Has a dog named Rex"""
BARE_FACTS = {
    ("lives_in", "Leeds"), ("occupation", "nurse"), ("works_for", "St Mary's Hospital"),
    ("allergic_to", "peanuts"), ("allergic_to", "shellfish"), ("married_to", "Tom"),
    ("pet", "Rex (dog)"),
}  # fmt: skip
JAPANESE = """ユーザー情報
・名前：田中健太
・年齢：34歳
・居住地：大阪市
・職業：看護師（市立病院）
・家族：妻の由美、長女の花子（5歳）
・アレルギー：卵、そば
・趣味：登山、写真
・ペット：犬のポチ
・好み：短い回答"""
JAPANESE_FACTS = {
    ("name", "田中健太"), ("age", "34"), ("lives_in", "大阪市"), ("occupation", "看護師"),
    ("married_to", "由美"), ("family_member", "花子"), ("allergic_to", "卵"), ("allergic_to", "そば"),
    ("likes", "登山"), ("likes", "写真"), ("pet", "ポチ (犬)"), ("prefers", "短い回答"),
}  # fmt: skip
OTHERS = [
    "Character profile:\n- Name: Elena\n- Age: 31\n- Location: Paris",
    "Notes on Tom:\n- Lives in Leeds\n- Works as a nurse\n- Allergic to nuts",
    "Tom:\n- Lives in Leeds\n- Allergic to nuts\n- Works as a nurse",
    "患者情報\n名前：田中\n年齢：80歳\nアレルギー：卵",
    "User profile:\n- Name: string\n- Age: integer\n- Email: string",
    "Flat\n- Has two bedrooms\n- Works with pets\n- Near the station",
]


def own(text: str, *, is_assistant: bool = False) -> set[tuple[str, str]]:
    """Return what a text states of the owner."""
    claims = claims_with_names_found(text, is_assistant=is_assistant)
    return {(one.predicate, one.value) for one in claims if one.subject is None and not one.needs}


@pytest.mark.parametrize("is_assistant", [False, True], ids=["owner", "assistant"])
@pytest.mark.parametrize(
    ("text", "facts"),
    [(PROFILE, FACTS), (BARE, BARE_FACTS), (JAPANESE, JAPANESE_FACTS)],
    ids=["labels", "bullets", "Japanese"],
)
def test_a_card_of_the_owner_is_read(
    text: str, facts: set[tuple[str, str]], is_assistant: bool
) -> None:
    assert own(text, is_assistant=is_assistant) == facts


@pytest.mark.parametrize("text", OTHERS)
def test_a_card_of_another_tells_nothing_of_the_owner(text: str) -> None:
    assert own(text) == set()


def test_a_claim_stands_where_its_line_does() -> None:
    for one in card_sentences(PROFILE):
        assert one.text[one.at :].startswith(PROFILE[one.start : one.end])
    (allergy,) = [one for one in card_sentences(PROFILE) if "shellfish" in one.text]
    assert PROFILE[allergy.start : allergy.end] == "shellfish"


def test_prose_below_a_heading_is_read_as_any_text_is() -> None:
    text = "About me:\nI'm a nurse in Oslo and I live with my partner Lars.\nI love skiing."
    assert card_sentences(text) == []
    assert ("family_member", "Lars") in own(text)
