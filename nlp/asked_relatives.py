"""Read which facts about a relative somebody asks for: "how old is my mum?", 父は何歳？"""

import re
from collections.abc import Sequence

from .asked_facts import ASKED, LONGEST
from .predicates import NAME
from .roles import APART, ROLES, roles_of_word
from .text.sentences import alternation

_LATIN = alternation(word for word in ROLES if word.isascii())
_WRITTEN = alternation(word for word in ROLES if not word.isascii())
# Whom a question is about is read first, and a sign stands for them in the patterns.
_OURS = re.compile(
    rf"\b(?:my|our) (?:(?P<apart>{alternation(APART)}) )?(?P<who>{_LATIN})(?![a-z-])"
)
_OURS_JAPANESE = re.compile(rf"^(?:(?:私|わたし|僕|俺|うち)の)?(?P<who>{_WRITTEN})(?=[のはっ])")
_IS = r"(?:'s|s| is| was)"
# A question on somebody, and the predicates that answer it.
_ENGLISH: Sequence[tuple[str, tuple[str, ...]]] = (
    (rf"how old{_IS} @|what{_IS} @(?:'s|s)? age", ("age", "birthday")),
    (rf"when{_IS} @(?:(?:'s|s)? (?:birthday|bday)| born)", ("birthday",)),
    (
        r"where (?:does|do|is|are) @ (?:live|living|based)|which (?:city|town) does @ live",
        ("lives_in",),
    ),
    (r"(?:where does|who does|which \w+ does) @ work", ("works_for",)),
    (
        rf"what does @ do(?= ?\?*$| for| now)|what{_IS} @(?:'s|s)? (?:job|occupation|profession)",
        ("occupation", "works_for"),
    ),
    (rf"what{_IS} @(?:(?:'s|s)? name| called)|who{_IS} @(?= ?\?*$)", (NAME,)),
    (rf"where{_IS} @ (?:from|born)|where does @ come from", ("from",)),
    (
        rf"what{_IS} @ allergic|(?:is|does) @ (?:allergic|have (?:any )?(?:\w+ )?allerg)",
        ("allergic_to",),
    ),
    (r"(?:where|which \w+) does @ (?:study|go to (?:school|uni|college))", ("studies_at",)),
    (rf"what does @ (?:study|major)|what{_IS} @ studying", ("studies",)),
    (r"what does @ (?:like|love|enjoy)", ("likes",)),
    (r"what (?:does|can't) @ (?:hate|dislike|stand)", ("dislikes",)),
    (r"(?:what|which) languages? (?:does|can) @ speak", ("speaks",)),
    (rf"what (?:can't|doesn't) @ eat|what{_IS} @(?:'s|s)? diet", ("diet", "allergic_to")),
    (
        r"does @ have (?:any )?(?:health|medical|illness|condition)|what (?:condition|illness) does @ have",
        ("condition",),
    ),
)
_TOPIC = r"(?:は|って)、?(?:今|いま)?"
_JAPANESE: Sequence[tuple[str, tuple[str, ...]]] = (
    (rf"(?:{_TOPIC}(?:何歳|いくつ)|の(?:年齢|歳)(?:は|って){ASKED})", ("age", "birthday")),
    (rf"(?:の誕生日(?:は|って){ASKED}|{_TOPIC}(?:いつ|何年)生まれ)", ("birthday",)),
    (rf"(?:{_TOPIC}どこに住|の(?:住所|家|住まい)(?:は|って){ASKED})", ("lives_in",)),
    (
        rf"(?:{_TOPIC}どこ(?:で|に)(?:働|勤)|の(?:勤務先|会社|勤め先|職場)(?:は|って){ASKED})",
        ("works_for",),
    ),
    (
        rf"(?:の(?:仕事|職業)(?:は|って){ASKED}|{_TOPIC}(?:何の仕事|何をして|どんな仕事))",
        ("occupation", "works_for"),
    ),
    (rf"の名前(?:は|って){ASKED}|{_TOPIC}(?:誰|だれ|何ていう|なんていう)", (NAME,)),
    (
        rf"(?:の(?:出身|地元|生まれ)(?:は|って){ASKED}|{_TOPIC}どこ(?:の)?(?:出身|生まれ))",
        ("from",),
    ),
    (rf"(?:のアレルギー(?:は|って){ASKED}|{_TOPIC}何(?:の|に)アレルギー)", ("allergic_to",)),
    (rf"(?:の(?:学校|大学)(?:は|って){ASKED}|{_TOPIC}どこの(?:学校|大学|高校))", ("studies_at",)),
    (
        rf"(?:の(?:好物|趣味|好きな(?:もの|食べ物|こと))(?:は|って){ASKED}|{_TOPIC}何が好き)",
        ("likes",),
    ),
    (rf"の(?:嫌い|苦手)な(?:もの|食べ物|こと)(?:は|って){ASKED}", ("dislikes",)),
    (rf"の(?:持病|病気)(?:は|って){ASKED}", ("condition",)),
)
_QUESTIONS = tuple(
    (re.compile(rf"(?<![a-z])(?:{words})" if words.isascii() else rf"^@(?:{words})"), predicates)
    for words, predicates in (*_ENGLISH, *_JAPANESE)
)


def relative_asked(question: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the roles of whom a short question asks about, and the predicates that answer it.

    "My sister" may be an older or a younger one. None if it asks for no fact about a relative.
    """
    words = question.strip().lower().replace("’", "'")
    found = _OURS.search(words) or _OURS_JAPANESE.match(words)
    if found is None or len(words) > LONGEST:
        return None
    asked = f"{words[: found.start()]}@{words[found.end() :]}"
    predicates = {
        predicate
        for pattern, answering in _QUESTIONS
        if pattern.search(asked)
        for predicate in answering
    }
    apart = found.groupdict().get("apart") or ""
    return (roles_of_word(found["who"], apart), frozenset(predicates)) if predicates else None
