"""The plainest English statements are read: fields, short forms of chats, lists of people and things."""

import pytest

from tests.nlp.facts.labelled import claims_with_names_found


def told(text: str, *, is_assistant: bool = False) -> set[tuple[str, str, str]]:
    """Return whose fact a text tells ("-" for the owner), which one, and its value."""
    claims = claims_with_names_found(text, is_assistant=is_assistant, is_chat=not is_assistant)
    return {
        (one.subject or "-", one.predicate, one.value)
        for one in claims
        if one.kind != "task" and not one.needs
    }


def expected(facts: str) -> set[tuple[str, str, str]]:
    """Return the facts of a list: "name Sam; Mia:age 5"."""
    found = set()
    for fact in filter(None, facts.split("; ")):
        whose, _, value = fact.partition(" ")
        subject, _, predicate = whose.rpartition(":")
        found.add((subject or "-", predicate, value))
    return found


OWN = [
    ("My birthday is 12/03/1990.", "birthday 12/03/1990"),
    ("DOB: 12/03/1990", "birthday 12/03/1990"),
    ("DOB 1990-03-12", "birthday 1990-03-12"),
    ("Date of birth: 12 March 1990", "birthday 12 March 1990"),
    ("My date of birth is March 12, 1990.", "birthday March 12, 1990"),
    ("I was born in March 1990.", "birthday March 1990"),
    ("I was born in 1990.", "birthday 1990"),
    ("My birthday falls on Christmas Eve.", "birthday Christmas Eve"),
    ("bday: march 12", "birthday march 12"),
    ("Remember that Anna was born on 3 June 2015.", "Anna:birthday 3 June 2015"),
    ("3 June is my birthday.", "birthday 3 June"),
    ("I work with Priya and Tom.", "colleague Priya; colleague Tom"),
    ("Priya and Tom are on my team.", "colleague Priya; colleague Tom"),
    ("Priya is on my team.", "colleague Priya"),
    ("Priya works with me.", "colleague Priya"),
    ("Priya, a colleague of mine, is vegan.", "colleague Priya; Priya:diet vegan"),
    ("Priya's my colleague.", "colleague Priya"),
    ("My work buddy is Priya.", "colleague Priya"),
    ("The people on my team are Priya and Tom.", "colleague Priya; colleague Tom"),
    ("On my team there's Priya, Tom and Lars.", "colleague Priya; colleague Tom; colleague Lars"),
    ("I've worked alongside Priya for years.", "colleague Priya"),
    ("My business partner is Priya.", "colleague Priya"),
    ("I manage Priya and Tom.", "leads Priya; leads Tom"),
    ("I supervise two interns, Priya and Tom.", "leads Priya; leads Tom"),
    ("Karen's my manager.", "reports_to Karen"),
    ("Karen manages me.", "reports_to Karen"),
    ("The boss is Karen.", "reports_to Karen"),
    ("I work under Karen.", "reports_to Karen"),
    ("Karen supervises me.", "reports_to Karen"),
    ("My PhD supervisor is Dr Karen Hall.", "reports_to Karen Hall"),
    ("My foreman's Karl.", "reports_to Karl"),
    ("Dave is a good friend of mine.", "friend Dave"),
    ("Dave's an old friend.", "friend Dave"),
    ("I'm good friends with Dave.", "friend Dave"),
    ("I've known Dave since primary school.", "friend Dave"),
    ("My neighbour Dave is a friend.", "friend Dave"),
    ("My gym buddy is Dave.", "friend Dave"),
    ("My flatmate is called Dave.", "friend Dave"),
    ("I live with my flatmate Dave.", "friend Dave"),
    ("I hang out with Dave and Lu most weekends.", "friend Dave; friend Lu"),
    ("My friend group is Dave, Lu and Sam.", "friend Dave; friend Lu; friend Sam"),
    ("Dave's a mate from uni.", "friend Dave"),
    ("Dave, a friend from college, lives in Bath.", "friend Dave; Dave:lives_in Bath"),
    ("Everyone knows me as Sam.", "name Sam"),
    ("My nickname is Sammy.", "name Sammy"),
    ("my name is sam", "name sam"),
    ("As a 34-year-old, I get tired.", "age 34"),
    ("My 5-year-old is called Mia.", "family_member Mia; Mia:age 5"),
    ("Location: Leeds, UK", "lives_in Leeds, UK"),
    ("Address: 12 Mill Lane, Leeds", "lives_in Leeds"),
    ("I have a house in Leeds.", "lives_in Leeds"),
    ("Leeds is where I live.", "lives_in Leeds"),
    ("Leeds is my home.", "lives_in Leeds"),
    ("I have conversational French.", "speaks French"),
    ("Languages: French, English", "speaks French; speaks English"),
    ("My languages are French and English.", "speaks French; speaks English"),
    ("I use sign language.", "speaks sign language"),
    ("I sign BSL.", "speaks BSL"),
    ("My native languages are Twi and English.", "speaks Twi; speaks English"),
    ("I speak three languages: French, English and Twi.", "speaks French; speaks English; speaks Twi"),
    ("My job is nursing.", "occupation nursing"),
    ("My profession is carpentry.", "occupation carpentry"),
    ("Occupation: carpenter", "occupation carpenter"),
    ("I do carpentry for a living.", "occupation carpentry"),
    ("I'm head of marketing at Bolt.", "occupation head of marketing; works_for Bolt"),
    ("I'm the head chef at Nonna's.", "occupation head chef; works_for Nonna's"),
    ("I'm at Deloitte.", "works_for Deloitte"),
    ("Employer: Deloitte", "works_for Deloitte"),
    ("I own a café.", "leads café"),
    ("I have my own business, Bean There.", "leads Bean There"),
    ("I lead a team of six.", "leads team of six"),
    ("My major is law.", "studies law"),
    ("I'm in my second year of law at Leeds University.", "studies law; studies_at Leeds University"),
    ("I'm taking evening classes in pottery.", "studies pottery"),
    ("I'm doing my master's at Leeds University.", "studies_at Leeds University"),
    ("I've joined the Leeds Choir.", "member_of Leeds Choir"),
    ("I'm part of the Leeds Choir.", "member_of Leeds Choir"),
    ("My band is called Rust.", "member_of Rust"),
    ("I eat vegan.", "diet vegan"),
    ("My allergies: pollen, cats", "allergic_to pollen; allergic_to cats"),
    ("My allergies are pollen and cats.", "allergic_to pollen; allergic_to cats"),
    ("I get hives from latex.", "allergic_to latex"),
    ("I've had back pain for years.", "condition back pain"),
    ("I have a bad knee.", "condition bad knee"),
    ("I wear glasses.", "uses glasses"),
    ("I have anxiety.", "condition anxiety"),
    ("My medication is sertraline.", "uses sertraline"),
    ("Medication: sertraline", "uses sertraline"),
    ("I'm a jazz fan.", "likes jazz"),
    ("My hobbies are gardening and chess.", "likes gardening; likes chess"),
    ("My hobbies include gardening and chess.", "likes gardening; likes chess"),
    ("Hobbies: gardening, chess", "likes gardening; likes chess"),
    ("I can't live without coffee.", "likes coffee"),
    ("I'm a morning person.", "prefers morning person"),
    ("Mushrooms make me sick.", "dislikes Mushrooms"),
    ("I'm scared of spiders.", "dislikes spiders"),
    ("I'm afraid of flying.", "dislikes flying"),
    ("I have a fear of heights.", "dislikes heights"),
    ("My pet peeve is loud chewing.", "dislikes loud chewing"),
    ("I want short answers from you.", "prefers short answers"),
    ("I work on a Mac.", "uses Mac"),
    ("I bank with Monzo.", "uses Monzo"),
    ("I have a dog.", "pet dog"),
    ("We have two cats, Milo and Otis.", "pet Milo (cat); pet Otis (cat)"),
    ("Our cats are Milo and Otis.", "pet Milo (cat); pet Otis (cat)"),
    ("I own a horse.", "pet horse"),
    ("I have a brother.", "family_member brother"),
    ("My partner is Ana.", "family_member Ana"),
    ("hiii so im Sinéad, im 15 and I live in Salthill", "name Sinéad; age 15; lives_in Salthill"),
    ("Soo-ah is my best friend.", "friend Soo-ah"),
    ("We have two daughters: Meera, who is eleven, and Diya, who is seven.",
     "family_member Meera; family_member Diya; Meera:age eleven; Diya:age seven"),
    ("our children: Nyambura (12 years), Kamau (9 years)",
     "family_member Nyambura; family_member Kamau; Nyambura:age 12; Kamau:age 9"),
    ("Brother Ronnie lives in Fleetwood.", "family_member Ronnie; Ronnie:lives_in Fleetwood"),
    ("Grandson Kyle is a vegetarian now.", "family_member Kyle; Kyle:diet vegetarian"),
    ("I belong to the Royton Ladies' Choir.", "member_of Royton Ladies' Choir"),
    ("shinty I love and golf I can't be doing with at all", "likes shinty; dislikes golf"),
    ("Since childhood I have had eczema.", "condition eczema"),
    ("Korean is my mother tongue, and I can also speak English and Japanese.",
     "speaks Korean; speaks English; speaks Japanese"),
    ("Tools I use at work:\n• Cypress\n• Jira\n• MacBook Pro", "uses Cypress; uses Jira; uses MacBook Pro"),
    ("apps I use every day: Snapchat, Duolingo, Procreate", "uses Snapchat; uses Duolingo; uses Procreate"),
    ("How I want your replies, always:\n- bullet points\n- no waffle",
     "prefers bullet points; prefers no waffle"),
    ("嫌いなもの\n1. 会議\n2. パクチー", "dislikes 会議; dislikes パクチー"),
    ("About me:\n- Fatima, 28\n- QA engineer at Gymshark",
     "name Fatima; age 28; occupation qA engineer; works_for Gymshark"),
    ("My mam Orla is a nurse and my dad Fergal is a carpenter.", 
"family_member Orla; family_member Fergal; Orla:occupation nurse; Fergal:occupation car"
"penter"),
    ("I have a part-time job as a barista for Blenz Coffee.", "occupation barista; works_for Blenz Coffee"),
    ("I love gardening and chess.", "likes gardening; likes chess"),
    ("The user is studying marine biology part time with the Open University.",
     "studies marine biology; studies_at Open University"),
]  # fmt: skip
NOTED = [
    ("Andre is a coworker of the user.", "colleague Andre"),
    ("User is a member of the Stornoway lifeboat crew.", "member_of Stornoway lifeboat crew"),
    ("User has a close friend from medical school, Leela Thomas.", "friend Leela Thomas"),
    (
"User works at the Ardilaun Hotel; Niamh is a colleague there and Declan is the user's "
"manager.", "works_for Ardilaun Hotel; colleague Niamh; reports_to Declan"),
    ("The user's mother is a dressmaker in Lagos.", "family_member mother; mother:occupation dressmaker"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts"), OWN)
def test_own_words_are_read(text: str, facts: str) -> None:
    assert told(text) == expected(facts)


@pytest.mark.parametrize(("text", "facts"), NOTED)
def test_notes_of_assistants_are_read(text: str, facts: str) -> None:
    assert told(text, is_assistant=True) == expected(facts)


@pytest.mark.parametrize(
    "text",
    [
        "things i hate rn: group projects, the bus",
        "write us a short story, an electrician called Sid who lives on a canal boat in Tipton",
        "Is 3 June your birthday?",
        "I'd like to join the Leeds Choir next year.",
        "My dream is to own a bakery.",
        "If I had a boat, it would be an Orkney 520.",
        "I'm at Tesco.",
        "What would Karen's manager say?",
        "Imagine I'm afraid of heights.",
    ],
)
def test_what_is_of_the_moment_or_supposed_is_not_read(text: str) -> None:
    assert told(text) == set()
