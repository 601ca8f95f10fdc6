"""English words that a rule reads as a claim, and that are none; and their neighbors that are one."""

import pytest

from tests.nlp.facts.labelled import claims_of

PEOPLE = {
    "Oisin": "Person", "Wilf": "Person", "Nerys": "Person", "Tamsin": "Person", "Rhona": "Person",
    "Ferrow Mill": "Organization", "Ludlow": "Location", "Hexham": "Location",
    "Brierley College": "Organization", "Rush": "Technology",
}  # fmt: skip
NOBODYS = [
    ("age", "Luggage 15 kg, and a folding chair."),
    ("works_for", "Got made redundant by Ferrow Mill on Thursday."),
    ("lives_in", "Since October home is Hexham instead of Ludlow."),
    ("age", "Make a table: Oisin 31 pts, Wilf 14, Nerys 9. Highest first"),
    ("age", "Overtime hours, week 9\nWilf 12\nNerys 40"),
    ("age", "A customer (88, blind, has a cat that bites) can't find her fuse box."),
    ("pet", "A customer (88, blind, has a cat that bites) can't find her fuse box."),
    ("uses", "I do nights in the ICU and eat at two in the morning."),
    ("name", "Baby here. Girl, seven pounds."),
    (
        "dislikes",
        "role play: you are a grumpy examiner, 62, hates statistics. ask me five questions",
    ),
]
PASSING = [
    ("likes", "Moved to the other office. Love: the chairs. Hate: the lifts."),
    ("dislikes", "I've done the accounts for years and I still hate the columns."),
    ("likes", "I love your recipes more than my own, keep going"),
    ("likes", "Honestly I like this lamp"),
    ("dislikes", "Smell of acid is something i really cannot stand ever since"),
    ("dislikes", "I hate to bother, but could you shorten it?"),
    ("dislikes", "Plain words please, no 'bespoke'. I hate 'bespoke'"),
    ("likes", "I just love Mondays, truly"),
    ("allergic_to", "I'm allergic to Mondays."),
]
CUT = [
    ("likes", "These days I'm passionate about keeping a calm, welcoming kitchen for strays."),
    ("uses", "I've used ULID keys in the table."),
    ("pet", "We sold our parrot because it swore at the postman."),
]
NAMES = [
    ("family_member", "the shelter calls her Tamsin, my son says Madam"),
    ("family_member", "players so far: jo, kit, Oisin, my dad, two from work"),
    ("married_to", "Wilf's wife, Nerys's mother and I are off to Hexham"),
    ("colleague", "Human: anything new?\n\nAssistant: Sure, two letters."),
    ("family_member", "Write when you can, the kettle is always on. Auntie Rhona."),
    ("pet", "He's in hospital, so we've got his parrot, Wilf, until June."),
]
IMPOSSIBLE = [
    ("from", "I'm head of the crew as of Tuesday."),
    ("works_for", "I've been at Brierley College for three semesters, majoring in dance."),
    ("lives_in", "Living in Hexham for three weeks while the floor dries."),
    ("married_to", "Tamsin and I are divorced over who loads the dishwasher."),
    ("uses", "we're on Gherkin&Rye77 for the door until they change it"),
    ("diet", "Vegan pie for eight, one of them fussy."),
]
OTHERS = [
    ("lives_in", "[Wilf] I moved to Ludlow in May\n[Nerys] I moved to Hexham\nwho is closer?"),
    ("lives_in", "Make this sound less stiff: I moved to Ludlow with one suitcase."),
    (
        "works_for",
        "Had such an odd dream. I handed in my notice at Ferrow Mill and the roof flew off.",
    ),
    ("lives_in", "Okay, you're the ship's computer. I live in Ludlow since the landing."),
    (
        "uses",
        "chore(deps): drop Rush\n\nI no longer use Rush in the build.\n\ngood commit message?",
    ),
    ("from", "Text for Wilf's mother's funeral programme. Born in Ludlow, taught for 30 years."),
    ("lives_in", "My landlord keeps telling everyone I've moved out of Ludlow."),
    ("occupation", "I'm from the head office. Assistant, send me the list."),
    ("occupation", "CV – Nerys Pugh. Signal engineer, 2009–2017. Led two depots."),
    ("occupation", "Shorten this for the wall (Museum cave guide, dry tone, keep the joke)"),
    (
        "married_to",
        "Speaker 3 (00:02:11): Tamsin and I divorced in the spring.\nSpeaker 1 (00:02:20): oh",
    ),
    ("uses", "I swapped desks with Wilf because of the draught."),
    ("birthday", "Was my birthday May 4 in the form, or did they swap it?"),
]
KEPT = [
    ("likes", "I love the sea and I hate meetings"),
    ("dislikes", "Nerys can't stand the smell of varnish."),
    ("likes", "I love the Beatles"),
    ("likes", "I love spending time with the friends I have."),
    ("age", "Make a table of the kids: Oisin is 11, Wilf is 9."),
    ("family_member", "Wilf, my brother-in-law, mends clocks."),
    ("family_member", "my sister, Nerys, says hello"),
    ("family_member", "We went to Hexham with my aunt Rhona."),
    ("pet", "My parrot Wilf swears."),
    ("works_for", "I've worked at Brierley College for three years."),
    ("lives_in", "We moved to Hexham in May for good."),
    ("married_to", "Tamsin and I got divorced last March."),
    ("diet", "Vegan since 2019, and never looked back."),
    ("occupation", "I faint at needles (yes, a vet nurse, I know)."),
    ("uses", "I drive a Skoda and take the bus home."),
    ("diet", "I stopped eating pork in spring."),
    ("prefers", "I'd sooner have a stew than a salad."),
    ("occupation", "My interview is on Friday. At the moment I work as a baker in Hexham."),
    ("diet", "I can't have kiwi any more."),
    ("age", "Our dog is 3."),
    ("lives_in", "Just a note: I moved to Hexham last week."),
    ("studies_at", "I graduated from Brierley College last week, help me write a LinkedIn post"),
]


@pytest.mark.parametrize(
    ("predicate", "text"), NOBODYS + PASSING + CUT + NAMES + IMPOSSIBLE + OTHERS
)
def test_what_is_nobodys_or_passes_is_not_claimed(predicate: str, text: str) -> None:
    names = {name: kind for name, kind in PEOPLE.items() if name in text}
    found = [claim for claim in claims_of(text, **names) if not claim.needs]
    assert predicate not in {claim.predicate for claim in found}


@pytest.mark.parametrize(("predicate", "text"), KEPT)
def test_what_lasts_is_claimed(predicate: str, text: str) -> None:
    names = {name: kind for name, kind in PEOPLE.items() if name in text}
    assert predicate in {claim.predicate for claim in claims_of(text, **names)}


def test_a_value_is_whole_and_has_no_signs_behind_it() -> None:
    (taste,) = claims_of('I dislike being called "buddy".')
    assert taste.value == 'being called "buddy"'
    (taste,) = claims_of("I love brass bands 😂 😂")
    assert taste.value == "brass bands"
