"""Facts that people tell on the way to something else, and what only looks like them."""

import pytest

from nlp.facts import find
from nlp.readers import Found
from tests.nlp.facts.labelled import SAID_AT, claims_of

TOLD = [
    ("Lena at work says it's off", {"Lena": "Person"}, "colleague", ["Lena"]),
    ("ask Lena from my team about it", {"Lena": "Person"}, "colleague", ["Lena"]),
    ("Lena, we've been mates since school", {"Lena": "Person"}, "friend", ["Lena"]),
    ("Lena is my roommate and good friend", {"Lena": "Person"}, "friend", ["Lena"]),
    ("Lena, one of my oldest friends, rang", {"Lena": "Person"}, "friend", ["Lena"]),
    ("Lena my sis is in year two", {"Lena": "Person"}, "family_member", ["Lena"]),
    ("Lena and I tied the knot in May", {"Lena": "Person"}, "married_to", ["Lena"]),
    ("my boy Otto is 6 so no nuts", {"Otto": "Person"}, "age", ["6"]),
    ("my son Otto naps, he is twelve and my pride", {"Otto": "Person"}, "age", ["twelve"]),
    ("Otto birthday 14 may.", {"Otto": "Person"}, "birthday", ["14 may"]),
    ("my niece Lena, her birthday is fifth of May", {"Lena": "Person"}, "birthday", ["fifth of May"]),
    ("I sing alto in the choir at Hobb Chapel", {}, "member_of", ["choir at Hobb Chapel"]),
    ("I'm an active member of the village band", {}, "member_of", ["village band"]),
    ("the village choir, I'm a member since May", {}, "member_of", ["village choir"]),
    ("I coach the under 9s hockey", {}, "leads", ["under 9s hockey"]),
    ("I am in charge of the night crew now", {}, "leads", ["night crew"]),
    ("I got into nursing at Perth", {"Perth": "Location"}, "studies_at", ["Perth"]),
    ("Am a second year student of law at Hobb College", {}, "studies", ["law"]),
    ("my iPad won't charge", {"iPad": "Technology"}, "uses", ["iPad"]),
    ("my phone is slow, its an iphone 9", {}, "uses", ["iphone 9"]),
    ("My aunt bought me a Kindle", {}, "uses", ["Kindle"]),
    ("i use a cleaver for everything", {}, "uses", ["cleaver"]),
    ("I write Rust, be brief", {}, "uses", ["Rust"]),
    ("Van: Transit Custom", {}, "uses", ["Transit Custom"]),
    ("Currently driving a HiLux.", {}, "uses", ["HiLux"]),
    ("as a midwife on nights i nap a lot", {}, "occupation", ["midwife"]),
    ("I'm a web dev (tired), be brief", {}, "occupation", ["web dev"]),
    ("I am Lena, care assistant in a home", {"Lena": "Person"}, "occupation", ["care assistant"]),
    ("I am a retired teacher aged 71 years", {}, "age", ["71"]),
    ("I'm a nurse in Perth, be brief", {"Perth": "Location"}, "lives_in", ["Perth"]),
    ("been in Perth since uni", {"Perth": "Location"}, "lives_in", ["Perth"]),
    ("in Perth where i come from it rains", {"Perth": "Location"}, "from", ["Perth"]),
    ("here in Perth it rains", {"Perth": "Location"}, "lives_in", ["Perth"]),
    ("am on placement at Hobb Infirmary now", {}, "works_for", ["Hobb Infirmary"]),
    ("Latex - ALLERGIC - tell them", {}, "allergic_to", ["Latex"]),
    ("kiwi gives me rash again", {}, "allergic_to", ["kiwi"]),
    ("a balm without lanolin, I am allergic", {}, "allergic_to", ["lanolin"]),
    ("got type 2 diabetes and no appetite", {}, "condition", ["type 2 diabetes"]),
    ("I have asthma and would be glad of a mask", {}, "condition", ["asthma"]),
    ("I have celiac from 3 years", {}, "condition", ["celiac"]),
    ("i get migraines when it storms", {}, "condition", ["migraines"]),
    ("Hi there, Lena here. Be brief", {"Lena": "Person"}, "name", ["Lena"]),
    ("I am sixty and I still dance", {}, "age", ["sixty"]),
    ("We speak at home only Thai", {}, "speaks", ["Thai"]),
    ("Can you write a poem for my wife Lena?", {"Lena": "Person"}, "married_to", ["Lena"]),
    ("Had a bad reaction to codeine last night", {}, "allergic_to", ["codeine"]),
    ("Op went OK. Reacted to the amoxicillin", {}, "allergic_to", ["amoxicillin"]),
    ("I'm on Eliquis, ramipril and warfarin", {}, "uses", ["Eliquis", "ramipril", "warfarin"]),
    ("They changed me from metformin to Ozempic", {}, "uses", ["Ozempic", "metformin"]),
    ("Back on metformin, sigh.", {}, "uses", ["metformin"]),
    ("Got a used 2019 Forester from the dealer", {}, "uses", ["2019 Forester"]),
    ("Drives a Corolla", {}, "uses", ["Corolla"]),
    ("i dont eat lamb so what is there?", {}, "diet", ["dont eat lamb"]),
    ("Lena (sister) has the spare key", {"Lena": "Person"}, "family_member", ["Lena"]),
    ("Lena (friend, the one with the boat) rang", {"Lena": "Person"}, "friend", ["Lena"]),
    ("beach w/ sis (Lena) and her lot", {"Lena": "Person"}, "family_member", ["Lena"]),
    ("Husband, Otto, wants to sand the floor", {"Otto": "Person"}, "married_to", ["Otto"]),
    ("Otto, that's my nine-year-old, has a cold", {"Otto": "Person"}, "family_member", ["Otto"]),
    ("Otto my brother rang from Perth", {"Otto": "Person"}, "family_member", ["Otto"]),
    ("Otto, our only son, is twelve", {"Otto": "Person"}, "family_member", ["Otto"]),
    ("Otto's been on nights and he's my husband", {"Otto": "Person"}, "married_to", ["Otto"]),
    ("Lena, the wife, is after a heat pump", {"Lena": "Person"}, "married_to", ["Lena"]),
    ("Me and the husband (Otto) have two days off", {"Otto": "Person"}, "married_to", ["Otto"]),
    ("My Otto turned six and reads already", {"Otto": "Person"}, "family_member", ["Otto"]),
    ("Younger son Otto has a cold", {"Otto": "Person"}, "family_member", ["Otto"]),
    ("Best friend Lena rang, she is moving", {"Lena": "Person"}, "friend", ["Lena"]),
    ("Lena is the first friend I made in the flats", {"Lena": "Person"}, "friend", ["Lena"]),
    ("Lena and I celebrate ten years of marriage", {"Lena": "Person"}, "married_to", ["Lena"]),
    ("Eleven years married to Lena. Dinner out", {"Lena": "Person"}, "married_to", ["Lena"]),
    ("at home we've a cat, Luna, and she is fat", {}, "pet", ["Luna (cat)"]),
    ("Luna (tabby, nine) needs her drops", {}, "pet", ["Luna (tabby)"]),
    ("Owns a corgi by the name of Max.", {}, "pet", ["Max (corgi)"]),
    ("The cat is mine now. Named her meen because she steals", {}, "pet", ["meen"]),
    ("I turned forty on the third of May", {}, "birthday", ["third of May"]),
    ("33 today. May 3. Cake at work", {}, "birthday", ["May 3"]),
    ("turned 25 today (14 march)", {}, "birthday", ["14 march"]),
    ("My birthday is on a holiday, 24 May", {}, "birthday", ["24 May"]),
    ("Full name Lena Hobb, born here", {}, "name", ["Lena Hobb"]),
    ("I come from Perth on the East Coast", {"Perth": "Location"}, "from", ["Perth"]),
    ("She comes from Hobbria on Friday", {}, "from", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "mentions", "predicate", "values"), TOLD)
def test_what_is_told_in_passing_is_read(
    text: str, mentions: dict[str, str], predicate: str, values: list[str]
) -> None:
    found = [
        one.value for one in claims_of(text, rules=(), **mentions) if one.predicate == predicate
    ]
    assert found == values


NOT_TOLD = [
    "Back at work, all quiet",
    "Late from work again",
    "Does a midwife work nights?",
    "as a midwife would say",
    "If I coach the under 9s hockey, do I need a licence?",
    "Is my choir allowed to sing it?",
    "my iPad case is torn",
    "I like the sound of the choir at Hobb Chapel",
    "peanut allergy",
    "What if I was a nurse in Perth?",
    "Otto is 4 nil down",
    "here in Perth Road they dig",
    "He comes from Perth on Friday",
    "I have like ten left",
    "the doctor gives me rash advice",
    "Suppose I'm a nurse in Perth",
    "everything gives me hives",
    "Van: insurance due",
    "A letter on lice. Tone: friendly, no panic",
    "my old galaxy s9 is in a drawer",
    "Phone: ring the dentist",
    "Write a story about Otto (brother) and a fox.",
    "I am divorcing my husband Otto.",
    "Otto, who's my friend's brother, came.",
    "my 3-year-old laptop is slow",
    "I have a bad reaction to the news",
    "Got a Corolla as a loaner",
    "Stopped the metformin for a day",
    "The hall seats 40 on 3 May",
    "Otto is my snake plant",
    "My Otto is on at six",
    "The vet named it distemper",
]


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_only_looks_like_a_fact_is_not_read(text: str) -> None:
    found = claims_of(text, Perth="Location", Otto="Person", iPad="Technology")
    assert [(one.predicate, one.value) for one in found if one.kind != "task"] == []


def test_what_a_question_presupposes_is_told_but_what_it_asks_is_not() -> None:
    found = claims_of("Does my brother Otto have asthma?", Otto="Person")
    assert [(one.predicate, one.value) for one in found] == [("family_member", "Otto")]


def test_a_list_of_allergens_ends_where_people_come_in() -> None:
    found = claims_of("im allergic to kiwi and walnuts and ppl forget it")
    assert [one.value for one in found] == ["kiwi", "walnuts"]


def told_to_reader(text: str) -> list[tuple[str, str]]:
    """Return the relatives of its reader whom an assistant's answer names."""
    mentions = [
        Found("Otto", text.index("Otto"), text.index("Otto") + 4, "Person", 0.9, "rules:list")
    ]
    found = find(
        text, mentions=mentions, times=[], language="en", said_at=SAID_AT, is_assistant=True
    )
    return [(one.predicate, one.value) for one in found]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("For your youngest, Otto, a used bike is enough.", [("family_member", "Otto")]),
        ("Since husband Otto cooks, swim on Thursdays.", [("married_to", "Otto")]),
        ("The user is a single parent to Otto, on nights.", [("family_member", "Otto")]),
        ("Dear Mrs Hobb, your son Otto was absent on Monday.", []),
    ],
)
def test_an_answer_names_relatives_of_its_reader(text: str, claims: list[tuple[str, str]]) -> None:
    assert told_to_reader(text) == claims


def used(text: str) -> list[tuple[str, bool]]:
    """Return what a text says is used, and whether it no longer is, if that is known."""
    found = find(text, mentions=[], times=[], language="en", said_at=SAID_AT)
    return [(one.value, one.ends) for one in found if one.predicate == "uses"]


@pytest.mark.parametrize(
    "text",
    [
        "Stopped the Ozempic, couldn't keep anything down.",
        "My doctor took me off Ozempic.",
        "User stopped Ozempic.",
    ],
)
def test_a_medicine_that_is_stopped_is_used_no_more(text: str) -> None:
    assert used(text) == [("Ozempic", True)]


def test_what_takes_the_place_of_an_own_car_is_the_new_one() -> None:
    found = used("User replaced her old Corolla with a used 2019 Forester.")
    assert found == [("Corolla", True), ("2019 Forester", False)]
