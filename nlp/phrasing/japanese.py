"""Say a state as one Japanese sentence: 2019年から京都に住んでいます。"""

import re

from nlp.predicates import AGE, CONDITION, FAMILY
from nlp.roles import japanese_role

from .conditions import japanese_condition
from .japanese_phrases import PHRASES
from .parts import Day, Reader, StateParts, day_of, due_day_of

USER, YOU = "ユーザー", "あなた"
# Polite, plain, polite past, plain past: the owner is spoken to politely.
ENDINGS = {
    "いる": ("います", "いる", "いました", "いた"),
    "ある": ("あります", "ある", "ありました", "あった"),
    "だ": ("です", "だ", "でした", "だった"),
    "す": ("します", "す", "しました", "した"),
    "する": ("します", "する", "しました", "した"),
    "くる": ("きます", "くる", "きました", "きた"),
}
ENDING = re.compile(rf"<({'|'.join(ENDINGS)})>")
FIRST_PERSON = re.compile(
    r"(?:私|わたし|僕|ぼく|俺|おれ|自分|うち)(?:の|が|は|を|に)|\b(?:I|my|me|our)\b", re.IGNORECASE
)
# Words that are no noun, before です: 「ミルクは後入れ」, 「お酒は飲まない」.
NO_NOUN = re.compile(r"[a-z] [a-z]|[はがをや]|より|(?:ない|ません|ます|て|る|い)$")
NUMBER = re.compile(r"[0-9０-９]+|[一二三四五六七八九十百]+")
NAMED_PREDICATES = frozenset({"prefers", "diet", "occupation"})


def japanese_sentence(statement: StateParts, reader: Reader) -> str:
    """Return the statement as one sentence with its subject, dates and marks."""
    if statement.is_task:
        return _task(statement, reader)
    if statement.body or not statement.predicate:
        said = (statement.body or statement.value).strip().rstrip(".。")
        told = [_dates(statement), _marks(statement).strip("（）")]
        brackets = f"（{'・'.join(filter(None, told))}）" if any(told) else ""
        return f"{_heading(statement, reader, said)}{said}{brackets}。"
    template = PHRASES.get(statement.predicate) or f"{statement.said_as}|{{v}}<だ>"
    if role := statement.known_role:
        template = _of_relative(statement, japanese_role(role)) or template
    if statement.predicate == AGE and not NUMBER.fullmatch(statement.value):
        template = "年齢|{v}<だ>"
    if statement.predicate == CONDITION:
        template = japanese_condition(statement.value)
    said = ENDING.sub(lambda found: _ending(found[1], statement, reader), template)
    return f"{_filled(statement, reader, said)}{_marks(statement)}。"


def _of_relative(statement: StateParts, role: str) -> str:
    """Return the phrase of a relative whose role is known; empty if the predicate says it."""
    if statement.is_unnamed:
        return f"{{t}}{{s}}には{role}が<いる>"
    return f"{{t}}{{v}}は{{s}}の{role}<だ>" if statement.predicate == FAMILY else ""


def _heading(statement: StateParts, reader: Reader, said: str) -> str:
    """Return the subject before words that may not name it."""
    if statement.subject is None:
        is_named = reader is Reader.OWNER or re.search(
            r"\buser\b|ユーザ|利用者", said, re.IGNORECASE
        )
        return "" if is_named else f"{USER}："
    return "" if statement.subject in said else f"{statement.subject}："


def _ending(verb: str, statement: StateParts, reader: Reader) -> str:
    polite, plain, polite_past, plain_past = ENDINGS[verb]
    if reader is Reader.OWNER:
        return polite_past if statement.is_past else polite
    return plain_past if statement.is_past else plain


def _filled(statement: StateParts, reader: Reader, said: str) -> str:
    name = statement.subject or (YOU if reader is Reader.OWNER else USER)
    is_you = name == YOU and statement.subject is None
    topic = ""
    if "{s}" not in said:
        what, is_part, rest = said.partition("|")
        whose = "" if is_you else f"{name}の"
        topic = f"{whose}{what}は" if is_part else "" if is_you else f"{name}は"
        said = f"{{p}}{{t}}{rest if is_part else what}"
    # The words of a person may hold braces, so each slot is filled once.
    slots = {"{p}": topic, "{s}": name, "{t}": _dates(statement), "{v}": _value(statement, reader)}
    return re.sub(r"\{[pstv]\}", lambda slot: slots[slot[0]], said)


def _value(statement: StateParts, reader: Reader) -> str:
    value = statement.value.strip().rstrip("。")
    if statement.names_owner:
        return YOU if reader is Reader.OWNER else USER
    is_quoted = FIRST_PERSON.search(value)
    if statement.predicate in NAMED_PREDICATES:
        is_quoted = is_quoted or NO_NOUN.search(value)
    if not is_quoted:
        return value
    return f"『{value}』" if "「" in value else f"「{value}」"


def _task(statement: StateParts, reader: Reader) -> str:
    task = (statement.body or statement.value).strip().rstrip("。")
    name = statement.subject or ("" if reader is Reader.OWNER else USER)
    whose = f"{name}が" if name else ""
    if statement.completed_at:
        said = f"{whose}{_named(day_of(statement.completed_at))}に済ませたこと：{task}"
    else:
        due = f"{_named(due_day_of(statement.due_at))}までに" if statement.due_at else ""
        said = f"{whose}{due}すること：{task}"
    return f"{said}{_marks(statement)}。"


def _dates(statement: StateParts) -> str:
    if told := statement.told_at:
        return f"{_named(Day(told.year, told.month, told.day))}に"
    start = f"{_named(day_of(statement.valid_from))}から" if statement.valid_from else ""
    end = f"{_named(day_of(statement.valid_to))}まで" if statement.valid_to else ""
    return f"{start}{end}"


def _named(day: Day) -> str:
    parts = [
        f"{day.year}年",
        f"{day.month}月" if day.month else "",
        f"{day.day}日" if day.day else "",
    ]
    hour = f"{day.hour}時{f'{day.minute}分' if day.minute else ''}" if day.has_hour else ""
    return "".join(parts) + hour


def _marks(statement: StateParts) -> str:
    marks = ["終了"] * statement.has_ended + ["未確定"] * statement.is_unsettled
    return f"（{'・'.join(marks)}）" if marks else ""
