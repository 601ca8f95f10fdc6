"""Notes without a subject, lists of fragments, and words that end what held."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str]


def facts(text: str, **mentions: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.value) for one in claims_of(text, **mentions)}


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        (
            "Tom, 45, nurse, allergic to cats",
            {"Tom": "Person"},
            {("Tom", "age", "45"), ("Tom", "occupation", "nurse"), ("Tom", "allergic_to", "cats")},
        ),
        (
            "62, retired, living in Torquay.",
            {"Torquay": "Location"},
            {(None, "age", "62"), (None, "lives_in", "Torquay")},
        ),
        (
            "My aunt Carol is a widow, 74.",
            {"Carol": "Person"},
            {(None, "family_member", "Carol"), ("Carol", "age", "74")},
        ),
        ("I use Vim and Firefox.", {}, {(None, "uses", "Vim"), (None, "uses", "Firefox")}),
        (
            "We have two sons, Ryan and Luke.",
            {"Ryan": "Person", "Luke": "Person"},
            {(None, "family_member", "Ryan"), (None, "family_member", "Luke")},
        ),
        (
            "I like jazz, climbing and dal.",
            {},
            {(None, "likes", "jazz"), (None, "likes", "climbing"), (None, "likes", "dal")},
        ),
        (
            "福井に住む主婦です。",
            {"福井": "Location"},
            {(None, "lives_in", "福井"), (None, "occupation", "主婦")},
        ),
        (
            "和食が好きで、脂っこいものは苦手です。",
            {},
            {(None, "likes", "和食"), (None, "dislikes", "脂っこいもの")},
        ),
        ("趣味は編み物と読書です。", {}, {(None, "likes", "編み物"), (None, "likes", "読書")}),
        (
            "息子の蓮、5歳。",
            {"蓮": "Person"},
            {(None, "family_member", "蓮"), ("蓮", "age", "5")},
        ),
    ],
)
def test_a_note_states_each_of_its_facts(text: str, names: dict[str, str], said: set[Fact]) -> None:
    assert facts(text, **names) == said


@pytest.mark.parametrize(
    ("text", "names", "predicate", "value"),
    [
        ("I've left Brightline.", {"Brightline": "Organization"}, "works_for", "Brightline"),
        ("Tom and I got divorced in May.", {"Tom": "Person"}, "married_to", "Tom"),
        ("I'm no longer a nurse.", {}, "occupation", "nurse"),
        ("青葉物産を定年退職しました。", {"青葉物産": "Organization"}, "works_for", "青葉物産"),
        ("もう金沢にはいません。", {"金沢": "Location"}, "lives_in", "金沢"),
    ],
)
def test_plain_words_end_what_held(
    text: str, names: dict[str, str], predicate: str, value: str
) -> None:
    (claim,) = [one for one in claims_of(text, **names) if one.ends]
    assert (claim.predicate, claim.value) == (predicate, value) and claim.is_change


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("If I left Brightline, what then.", {"Brightline": "Organization"}),
        ("Let's assume I quit Brightline.", {"Brightline": "Organization"}),
        ("Rate this joke: I quit Brightline.", {"Brightline": "Organization"}),
        ("The app says I'm no longer a nurse.", {}),
        ("a3f9c21 コーヒーはもう好きじゃない", {}),
        ("えびアレルギーじゃなかったらなあ。", {}),
    ],
)
def test_what_is_supposed_or_reported_ends_nothing(text: str, names: dict[str, str]) -> None:
    assert not [one for one in claims_of(text, **names) if one.ends]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dom called me on break. Hates days.", {"Dom": "Person"}),
        ("Doctor. It is the ulnar nerve.", {}),
        ("Dentist, then the budget round.", {}),
        ("Rent went up. 1.2m to 1.9m a year.", {}),
        ("Lantern numbers: 3,850 drivers a week.", {}),
        ("Trip booked: 8–15 August.", {}),
        ("Regionals are March 7.", {}),
        ("Explain integration like I'm 5.", {}),
        ("和子の誕生日。六十五歳。", {"和子": "Person"}),
        ("患者のTさん（83歳）、血圧手帳を毎日つけている。", {}),
        ("長女ひなた5歳、長男1歳。", {"ひなた": "Person"}),
        ("亮平さんと同居しています。家具職人で、工房は安曇野にあります。", {"亮平": "Person"}),
        ("早めに生まれた。名前は朔に決まり。", {}),
        ("進行中の仕事:絵本の挿絵。", {}),
        ("ひとり飯に飽きたらいつでも来い", {}),
        ("役者の事務所で働いてる", {}),
        ("返事は急がんでいい。", {}),
        ("母のこと。函館でひとり暮らし、認知症の診断がついた。", {"函館": "Place"}),
        ("うちのCTOは元バンドマンで、毎朝走ってて、ヴィーガンで、COBOLが書ける。", {}),
        ("3/4 Lee様4名 ベジタリアン", {"Lee": "Person"}),
        ("水温23度でいいのか。いや夏は無理だな。", {}),
        ("My editor at Faversham House wants the manuscript.", {"Faversham House": "Organization"}),
        ("Doctor took me off the pills.", {}),
        ("[Guild] Xx_Slayer: im from norway\n[Guild] Potat0: no ur not", {}),
        ("妹の家に男の子が生まれて、私もおばさんです。名前は颯太。", {"颯太": "Person"}),
        ("うちの下の子、魚の皮がダメなんよ", {}),
        ("私は司会だけで、話すのは学年主任の能美先生です。", {"能美": "Person"}),
        ("for i in range(10):\n    print('すし')", {}),
        ("He told everybody I used to be a dancer. I never was!", {}),
        ("I read in Norwegian, Danish and English.", {}),
        ("I'd rather eat cardboard than one more slice of pumpkin pie.", {}),
        ("Act like you are an officer and I'm a driver from Lesotho.", {"Lesotho": "Place"}),
        ("Outline check:\n1. Sister Maren arrives, pregnant\n2. The fire", {"Maren": "Person"}),
        ('Persona of a buyer: "Bhavna", 42, hates passwords, vegetarian.', {}),
    ],
)
def test_what_is_told_of_others_and_of_numbers_is_no_fact(text: str, names: dict[str, str]) -> None:
    assert not [one for one in claims_of(text, **names) if one.subject is None]


def test_what_ends_like_an_address_stays() -> None:
    (toast,) = claims_of("I love toast with honey.")
    (lilies,) = claims_of("I'm allergic to lilies babe.")
    assert (toast.value, lilies.value) == ("toast with honey", "lilies")


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Theo and Josie are 9 and 6.", {("Theo", "9"), ("Josie", "6")}),
        ("Theo and Josie are 4.", {("Theo", "4"), ("Josie", "4")}),
    ],
)
def test_two_children_have_two_ages(text: str, ages: set[tuple[str, str]]) -> None:
    found = claims_of(text, Theo="Person", Josie="Person")
    assert {(one.subject, one.value) for one in found} == ages


def test_a_quotation_may_end_its_sentence() -> None:
    text = 'My grandson Malthe is nine and wants "a real volcano." Which one is safe?'
    found = claims_of(text, Malthe="Person")
    assert {(one.predicate, one.value) for one in found} == {
        ("family_member", "Malthe"),
        ("age", "nine"),
    }


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("三十九にもなって徹夜は体に堪える。", "三十九"),
        ("二十六にして初めて親知らずを抜く。", "二十六"),
        ("24さいになりました、きのう!", "24"),
    ],
)
def test_ages_are_told_in_passing(text: str, age: str) -> None:
    assert [(one.subject, one.predicate, one.value) for one in claims_of(text)] == [
        (None, "age", age)
    ]


def test_what_is_never_done_takes_nothing_back() -> None:
    (home,) = claims_of("I live in Osaka. I never have time to cook.", Osaka="Place")
    assert (home.predicate, home.value) == ("lives_in", "Osaka")
