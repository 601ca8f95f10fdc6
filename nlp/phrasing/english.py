"""Say a state as one English sentence: "You have lived in Kyoto since 2019."."""

import re

from nlp.predicates import CONDITION, FAMILY

from .conditions import english_condition
from .english_phrases import PHRASES
from .parts import Day, Reader, StateParts, day_of, due_day_of

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
# Base, third person, past, participle.
IRREGULAR = {
    "be": ("are", "is", "was", "been"),
    "have": ("have", "has", "had", "had"),
    "speak": ("speak", "speaks", "spoke", "spoken"),
    "lead": ("lead", "leads", "led", "led"),
    "know": ("know", "knows", "knew", "known"),
}
VERB = re.compile(r"<(\w+)(?::(it|they))?>")
THIRD_PERSON = re.compile(r"[a-z]+[^s\W]s$")
PREPOSITION = re.compile(r" (?:of|to|in|at|on|for|with|by|from|about|into|under)$")
# Whose words these are cannot be seen any more: "my meetings before noon".
FIRST_PERSON = re.compile(r"\b(?:I|my|me|mine|our|us|we|his|her|their)\b|[「」『』]", re.IGNORECASE)
ARTICLE = re.compile(r"(?:an?|the|one|two|three|four|five|six|some|many|my|\d)\b|[A-Z]|[^a-zA-Z]")
NO_NOUN = re.compile(
    r"(?:[a-z]+s|fix|teach|head|chief|vice|self-employed|retired) |.*(?:[^s]s|ing)$"
)
ADJECTIVE = re.compile(
    r"(?:(?:mostly|strictly|strict|lifelong) )?(?:vegan|vegetarian|veggie|pesc[ae]tarian"
    r"|flexitarian|fruitarian|c(?:o)?eliac|teetotal|halal|kosher|[a-z]+-(?:free|based|intolerant))$"
    r"|(?:off|on) ",
    re.IGNORECASE,
)


def english_sentence(statement: StateParts, reader: Reader) -> str:
    """Return the statement as one sentence with its subject, dates and marks."""
    if statement.is_task:
        return _task(statement, reader)
    if statement.body or not statement.predicate:
        said = (statement.body or statement.value).strip().rstrip(".。")
        return f"{_heading(statement, reader, said)}{said}{_in_brackets(statement)}."
    said = _filled(statement, reader, _template(statement))
    return f"{said[:1].upper()}{said[1:]}{_dates(statement)}{_marks(statement)}."


def _heading(statement: StateParts, reader: Reader, said: str) -> str:
    """Return the subject before words that may not name it."""
    if statement.subject is None:
        is_named = reader is Reader.OWNER or re.search(
            r"\buser\b|ユーザ|利用者", said, re.IGNORECASE
        )
        return "" if is_named else "The user: "
    return "" if statement.subject in said else f"{statement.subject}: "


def _template(statement: StateParts) -> str:
    value = statement.value
    if statement.predicate == "occupation" and value.isascii():
        return (
            f"{{s}} <work> as {_with_article(value)}"
            if _is_noun(value)
            else "{s's} occupation <be:it> {v}"
        )
    if statement.predicate == "pet":
        return _pet(value)
    if statement.predicate == "diet":
        return _diet(value)
    if statement.predicate == CONDITION:
        return english_condition(value)
    if role := statement.known_role:
        if statement.is_unnamed:
            return f"{{s}} <have> {'an' if role[0] in 'aeiou' else 'a'} {role}"
        if statement.predicate == FAMILY:
            return f"{{v}} <be:it> {{s's}} {role}"
    return PHRASES.get(statement.predicate) or _by_label(statement.said_as)


def _is_noun(value: str) -> bool:
    return not NO_NOUN.match(value)


def _with_article(value: str) -> str:
    if ARTICLE.match(value):
        return "{v}"
    return "an {v}" if value[0].lower() in "aeiou" else "a {v}"


def _pet(value: str) -> str:
    if not value.isascii() or value[:1].isupper():
        return "{s} <have> a pet called {v}"
    is_several = value.endswith("s") and not value.endswith("ss")
    return "{s} <have> {v}" if is_several else f"{{s}} <have> {_with_article(value)}"


def _diet(value: str) -> str:
    if ADJECTIVE.match(value):
        return "{s} <be> {v}"
    return "{s's} diet <be:it> “{v}”"


def _by_label(label: str) -> str:
    """Return a phrase for a type that a person added: "Mentors", "Trained by", "Blood type"."""
    words = label.strip()
    words = words[:1].lower() + words[1:]
    first, _, rest = words.partition(" ")
    if THIRD_PERSON.match(first) and (not rest or PREPOSITION.search(words)):
        return f"{{s}} <{first[:-1]}> {f'{rest} ' if rest else ''}{{v}}"
    if PREPOSITION.search(words):
        return f"{{s}} <be> {words} {{v}}"
    return f"{{s's}} {words} <be:it> {{v}}"


def _filled(statement: StateParts, reader: Reader, template: str) -> str:
    tense = _tense(statement)
    said = VERB.sub(lambda found: _verb(found[1], found[2], statement, reader, tense), template)
    value = statement.value.strip().rstrip(".")
    if statement.names_owner:
        value = "you" if reader is Reader.OWNER else "the user"
    elif FIRST_PERSON.search(value) and "“" not in said:
        value = f"“{value}”"
    name = statement.subject or ("you" if reader is Reader.OWNER else "the user")
    whose = "your" if name == "you" else f"{name}'s"
    # The words of a person may hold braces, so each slot is filled once.
    slots = {"{s}": name, "{s's}": whose, "{v}": value}
    return re.sub(r"\{(?:s|s's|v)\}", lambda slot: slots[slot[0]], said)


def _tense(statement: StateParts) -> str:
    if statement.is_past:
        return "past"
    if statement.starts_later:
        return "future"
    return "perfect" if statement.valid_from and not statement.valid_to else "present"


def _verb(base: str, number: str | None, statement: StateParts, reader: Reader, tense: str) -> str:
    plain, third, past, participle = IRREGULAR.get(base) or _regular(base)
    is_you = reader is Reader.OWNER and (
        statement.names_owner if number == "it" else statement.subject is None and not number
    )
    is_plural = is_you or number == "they"
    if tense == "past":
        return "were" if base == "be" and is_plural else past
    if tense == "future":
        return f"will {base}"
    if tense == "perfect":
        return f"{'have' if is_plural else 'has'} {participle}"
    return plain if is_plural else third


def _regular(base: str) -> tuple[str, str, str, str]:
    if base.endswith("y") and base[-2] not in "aeiou":
        return base, f"{base[:-1]}ies", f"{base[:-1]}ied", f"{base[:-1]}ied"
    past = f"{base}d" if base.endswith("e") else f"{base}ed"
    third = f"{base}es" if base.endswith(("x", "ch", "sh", "ss")) else f"{base}s"
    return base, third, past, past


def _task(statement: StateParts, reader: Reader) -> str:
    task = (statement.body or statement.value).strip().rstrip(".")
    name = statement.subject or ("" if reader is Reader.OWNER else "The user")
    if statement.completed_at:
        done = f" on {_named(day_of(statement.completed_at))}"
        said = f"{name} did this{done}: {task}" if name else f"Done{done}: {task}"
        return f"{said}{_marks(statement)}."
    due = f" by {_named(due_day_of(statement.due_at))}" if statement.due_at else ""
    said = f"{name} has this to do{due}: {task}" if name else f"To do{due}: {task}"
    return f"{said}{_marks(statement)}."


def _dates(statement: StateParts) -> str:
    if told := statement.told_at:
        return f" on {_named(Day(told.year, told.month, told.day))}"
    start = _named(day_of(statement.valid_from)) if statement.valid_from else ""
    end = _named(day_of(statement.valid_to)) if statement.valid_to else ""
    if start and end:
        return f" from {start} until {end}"
    if start:
        return f" {'from' if statement.starts_later else 'since'} {start}"
    return f" until {end}" if end else ""


def _named(day: Day) -> str:
    parts = [
        str(day.day) if day.day else "",
        MONTHS[day.month - 1] if day.month else "",
        str(day.year),
    ]
    hour = f", {day.hour}:{day.minute:02}" if day.has_hour else ""
    return " ".join(filter(None, parts)) + hour


def _in_brackets(statement: StateParts) -> str:
    """Return the dates and marks behind words that may be in any tense."""
    told = [_dates(statement).strip(), _marks(statement).strip(" ()")]
    return f" ({', '.join(filter(None, told))})" if any(told) else ""


def _marks(statement: StateParts) -> str:
    marks = ["ended"] * statement.has_ended + ["not settled"] * statement.is_unsettled
    return f" ({', '.join(marks)})" if marks else ""
