"""Who is who, pets, clubs and names in the next sentence, as notes and chats have them."""

import pytest

from tests.nlp.facts.labelled import claims_of

PERSON = {"Otto": "Person", "Runa": "Person"}
READ = [
    ("Shift lead = Otto", "reports_to", ["Otto"]),
    ("Depot crew: Runa (admin), Mr. Otto = boss.", "reports_to", ["Otto"]),
    ("Otto (manager) wants the stock list", "reports_to", ["Otto"]),
    ("Depot team: Runa (payroll, part time), Otto (QA)", "colleague", ["Runa", "Otto"]),
    ("One daughter, Runa, in Oslo.", "family_member", ["Runa"]),
    ("Two boys, Otto and Runa.", "family_member", ["Otto", "Runa"]),
    ("Youngest lad Otto has a cold", "family_member", ["Otto"]),
    ("ICE: Otto (husband)", "married_to", ["Otto"]),
    ("We adopted a kitten. Her name is Runa.", "pet", ["kitten", "Runa"]),
    ("Picked up the pup from Mo. Called Otto. Sweet.", "pet", ["Otto"]),
    ("I have a new supervisor. Woman called Runa.", "reports_to", ["Runa"]),
    ("My sister had a baby boy. His name is Otto.", "family_member", ["Otto"]),
    ("Otto's flea treatment on Monday", "pet", ["Otto"]),
    ("Otto (spaniel) is limping", "pet", ["Otto (spaniel)"]),
    ("Hobb Chess Club meets 2nd Tue of month", "member_of", ["Hobb Chess Club"]),
    ("Bowls club AGM on Friday", "member_of", ["Bowls club"]),
    ("St Hilda's choir, Thursdays at 7", "member_of", ["St Hilda's choir"]),
    ("I play flute in the Hobb wind band and love it", "member_of", ["Hobb wind band"]),
    ("I'm in a walking group and need boots", "member_of", ["walking group"]),
    ("I left Acme and I'm now at Zenith.", "works_for", ["Acme", "Zenith"]),
    ("I work nights at Zenith and nap badly, tips?", "works_for", ["Zenith"]),
    ("Got the job at Zenith!", "works_for", ["Zenith"]),
    ("Moved into the flat in Perth", "lives_in", ["Perth"]),
    ("We shifted to Perth in May", "lives_in", ["Perth"]),
    ("Otto is at Perth doing law", "studies_at", ["Perth"]),
    ("I'm a second year maths student at Perth", "studies_at", ["Perth"]),
    ("Otto: hates leeks, loves pears", "dislikes", ["leeks"]),
    ("Runa - loves pears", "likes", ["pears"]),
    ("dad loves jazz", "likes", ["jazz"]),
    ("Can't stand leeks never could.", "dislikes", ["leeks"]),
    ("I'm a huge folk music fanatic", "likes", ["folk music"]),
    ("I've loved opera since I was ten", "likes", ["opera"]),
    ("she is a nurse and I support Hobb Rovers", "likes", ["Hobb Rovers"]),
    ("I'm a Hobb Rovers fan", "likes", ["Hobb Rovers"]),
    ("mum's bday 4 may", "birthday", ["4 may"]),
    ("Wife's birthday on the 9th of June", "birthday", ["the 9th of June"]),
    ("Runa's b/day 2 Oct", "birthday", ["2 Oct"]),
    ("Otto (6) allergic to kiwi", "allergic_to", ["kiwi"]),
    ("Kiwi allergy - Otto", "allergic_to", ["Kiwi"]),
    ("i cant eat kiwi at all, my lips swell", "allergic_to", ["kiwi"]),
    ("Otto's asthma inhaler is empty", "condition", ["asthma"]),
    ("I take two tablets for high blood pressure", "condition", ["high blood pressure"]),
    ("We're purely vegetarian", "diet", ["purely vegetarian"]),
    ("my Danish is still shaky", "speaks", ["Danish"]),
    ("my mower's a Honda HRX", "uses", ["Honda HRX"]),
    ("I've got the old Dell laptop", "uses", ["Dell laptop"]),
]  # fmt: skip
NAMES = PERSON | {"Acme": "Organization", "Zenith": "Organization", "Perth": "Location"}


@pytest.mark.parametrize(("text", "predicate", "values"), READ)
def test_what_is_jotted_down_is_read(text: str, predicate: str, values: list[str]) -> None:
    found = [one.value for one in claims_of(text, rules=(), **NAMES) if one.predicate == predicate]
    assert found == values


def test_a_list_says_of_each_what_they_do() -> None:
    claims = claims_of("Otto (mechanic, part time) comes on Monday", rules=(), Otto="Person")
    assert ("Otto", "occupation", "mechanic") in [
        (one.subject, one.predicate, one.value) for one in claims
    ]


def test_a_bare_word_for_a_relative_is_the_writers() -> None:
    [claim] = [one for one in claims_of("mum's bday 4 may") if one.predicate == "birthday"]
    assert (claim.subject, claim.role) == ("mum", "mother")


NOT_READ = [
    "Red team: Otto, Runa",
    "Guests: Otto (son), Runa (daughter)",
    "Zenith Mondays are quiet",
    "Is Otto the manager?",
    "The vet called. Her name is Runa.",
    "A kitten would be nice. Her name is on the door.",
    "In the novel we adopt a kitten. Her name is Runa.",
    "Otto: I love leeks",
    "Runa: has anyone seen my keys",
    "I'm training for the Perth marathon",
    "He's a great lover",
    "my throat closes early",
    "I'm now at Zenith, where are you?",
    "If the mower's a Honda, buy oil",
    "Otto's asthma class",
]


@pytest.mark.parametrize("text", NOT_READ)
def test_what_only_looks_like_it_is_not_read(text: str) -> None:
    assert claims_of(text, rules=(), **NAMES) == []
