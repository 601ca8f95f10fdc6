"""Lines and brackets that tell of one person are read as sentences on that person."""

import pytest

from tests.nlp.facts.test_plain_statements import Said, own, read


def of(subject: str, **told: str) -> set[Said]:
    """Return facts of somebody, one for each predicate."""
    return {Said(subject, predicate, value) for predicate, value in told.items()}


def family(name: str) -> set[Said]:
    """Return the tie of a relative to the owner."""
    return own("family_member", name)


LINES = [
    ("Kiran: seven, mild hearing loss, wears hearing aids, attends Brunswick East Primary.",
     of("Kiran", age="seven", condition="hearing loss", uses="hearing aids",
        studies_at="Brunswick East Primary")),
    ("Daddy: 61, civil engineer, has glaucoma.",
     family("Daddy") | of("Daddy", age="61", occupation="civil engineer", condition="glaucoma")),
    ("mom 84, lives in Muskogee, hard of hearing",
     family("mom") | of("mom", age="84", lives_in="Muskogee", condition="hard of hearing")),
    ("Older brother Jun-ho: 22 years old, works for Hyundai.",
     family("Jun-ho") | of("Jun-ho", age="22", works_for="Hyundai")),
    ("Hannelore: rheumatoid arthritis. Her birthday: 17 December.",
     of("Hannelore", condition="rheumatoid arthritis", birthday="17 December")),
    ("Anvi - allergic to cashew. Birthday 14 July.",
     of("Anvi", allergic_to="cashew", birthday="14 July")),
    ("mum: Grace, farmer, lives in Othaya, diabetic",
     family("Grace") | of("Grace", occupation="farmer", lives_in="Othaya", condition="diabetic")),
    ("My mother = Thokozile. Lives in Ladysmith. High blood pressure.",
     family("Thokozile") | of("Thokozile", lives_in="Ladysmith", condition="High blood pressure")),
    ("Family list, please keep it:\n1. Abbu (my dad), taxi driver\n2. Zainab, my little sister, 17",
     family("Abbu") | family("Zainab") | of("Abbu", occupation="taxi driver") | of("Zainab", age="17")),
    ("Tom Bolton:\n- 34\n- lives in Leeds\n- allergic to nuts",
     of("Tom Bolton", age="34", lives_in="Leeds", allergic_to="nuts")),
    ("Colleagues on the unit: Lena Osei (nurse), Tom Brandt (pharmacist).",
     own("colleague", "Lena Osei", "Tom Brandt")
     | of("Lena Osei", occupation="nurse") | of("Tom Brandt", occupation="pharmacist")),
    ("父、長岡で一人暮らし。78歳。補聴器使用。",
     family("父") | of("父", lives_in="長岡", age="78", uses="補聴器")),
    ("紗英：甲殻類アレルギー、テニス部", of("紗英", allergic_to="甲殻類", member_of="テニス部")),
    ("おばあちゃん→熊本に住んでる、82歳",
     family("おばあちゃん") | of("おばあちゃん", lives_in="熊本", age="82")),
    ("友人の節子→呉服屋、西陣在住",
     own("friend", "節子") | of("節子", occupation="呉服屋", lives_in="西陣")),
    ("そうた:電車好き、ゆい:お絵描き好き", of("そうた", likes="電車") | of("ゆい", likes="お絵描き")),
    ("同僚: 翔（水中カメラマン）、リカ（受付）",
     own("colleague", "翔", "リカ") | of("翔", occupation="水中カメラマン") | of("リカ", occupation="受付")),
]  # fmt: skip
NONE = [
    "Tom: likes your plan",
    "Mum: works late today",
    "Dad: can you call me?",
    "Anna: I live in Leeds now",
    "Warning: has nuts, 12 pieces",
    "Translate into French:\nMy mum: 61, nurse, has glaucoma.",
    "Patient: 61, has glaucoma",
]


@pytest.mark.parametrize(("text", "facts"), LINES)
def test_a_line_tells_of_its_person(text: str, facts: set[Said]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize("text", NONE)
def test_what_others_say_or_do_today_tells_nothing_lasting(text: str) -> None:
    assert {one for one in read(text) if one.predicate != "family_member"} == set()


@pytest.mark.parametrize(
    "text",
    ["I'm Priya (34, nurse)", "I'm Priya (nurse)", "利用者は宮内千尋（35歳）、専門は固体電解質。"],
)
def test_brackets_behind_the_name_of_the_owner_tell_of_nobody_else(text: str) -> None:
    assert {one.subject for one in read(text)} <= {None}


def test_prose_after_a_comma_is_read_as_prose() -> None:
    text = "My dad, George, is from Jamaica. He moved to Birmingham and still lives there."
    assert Said("George", "lives_in", "Birmingham") in read(text)
