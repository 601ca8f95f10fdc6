"""Find the tasks of a text: what its writer still has to do, and by when."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from nlp.dates import Grain, TimeExpression, find
from nlp.facts.rules import OWNER, Claim
from nlp.facts.sentences import HEARSAY, Sentence
from nlp.predicates import TO_DO
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation
from nlp.text.tokens import has_japanese

from .japanese_lists import japanese_tasks
from .lists import VERB, headed_tasks

# The date parser takes a bare "Friday" for a past one, but after this word for a coming one.
AHEAD = "deadline: "
ONE_HOUR, ONE_MINUTE = timedelta(hours=1), timedelta(minutes=1)
SURE_LISTED, SURE_NEEDED, SURE_DATED = 0.95, 0.9, 0.8
DO = "する"
# What a term in brackets leaves: 請求書を送る(6/25まで).
EMPTY = re.compile(r"[(（](?:まで(?:に)?|締切|〆)?[)）]")
# 連絡せなあかん, but 任せなあかん.
DO_STEM = re.compile(r"(?:^|[をはも、]|[一-龥ァ-ヶー]{2})せ$")
BULLET = re.compile(r"^[-*・•●○□☐\s]+")
NEGATIVE = dict(zip("さかがらわまばたな", "すくぐるうむぶつぬ", strict=True))

POLITE = dict(zip("しきぎりいみびちに", "すくぐるうむぶつぬ", strict=True))

LISTED = re.compile(
    r"^[ \t]*(?:[-*・•][ \t]*)?"
    r"(?:(?:TODO|[Tt]o[- ]?[Dd]o|リマインド|リマインダー|備忘)[ \t]*：|TODO[ \t]+(?=[ぁ-んァ-ヶ一-龥])"
    r"|\[ \]|□|☐)[ \t]*(?P<o>[^\n]+)",
    re.MULTILINE,
)

NEED = re.compile(
    r"(?:^|[\s,.])(?:I (?:still |also |really )?(?:need to|have to|must|gotta)|I['’]ve (?:still )?got to)\s+"
    r"(?P<o>(?!admit|say|confess|be honest|agree|thank)[^.!?\n;]+)"
    r"|(?:^|[.!?]\s)Remember to\s+(?P<o3>[^.!?\n;]+)"
    r"|(?:^|[\s,.])(?:[Rr]emind me to|[Dd]on['’]t (?:let me )?forget to)\s+(?P<o2>[^.!?\n;]+)"
    rf"|\b(?:[Nn]ote to self|[Rr]eminder(?: to self)?)[:,–—-] ?(?P<o4>(?i:{VERB})[^.!?\n;]+)"
    r"|(?:^|[.!] )(?:[Pp]lease )?(?:[Aa]dd|[Pp]ut) [\"“]?(?P<o5>[^\"”.!?\n;]{2,80}?)[\"”]? (?:to|on|onto)"
    r" (?:my|the) (?:to-?do|task)s?\b"
    r"|(?:^|[\s,.])(?:I(?:'ve| have)? promised (?:[a-z]+ |[A-Z]\w+ )?to|I(?:'m| am) supposed to)\s+"
    r"(?P<o6>[^.!?\n;]+)"
)
# Who asks an assistant to remind them tells what they have to do.
REMIND = re.compile(r"\b(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould) you (?:please )?remind me to\b")

# How sure each group of NEED is.
SURE_OF = {
    "o": SURE_NEEDED, "o2": SURE_LISTED, "o3": SURE_NEEDED, "o4": SURE_LISTED, "o5": SURE_LISTED,
    "o6": SURE_NEEDED,
}  # fmt: skip
# A note of an errand has a term, and is nothing that an assistant could do: "Buy a crib by Monday".
ERRAND = re.compile(
    r"^\W*(?P<o>(?:Buy|Pay|Call|Phone|Ring|Renew|Return|Pick up|Collect|Submit|Hand in|Drop off|Post|Mail|Visit"
    r"|Order|Register|Sign up|Apply)\b[^.!?\n;]* (?:by|before)\b[^.!?\n;]+)"
)
# "Order me a taxi" is said to somebody.
FOR_ME = re.compile(r"^\w+ (?:me|us)\b")

# "What do I need to change" asks; so does "do you know if I have to".
ASKED = re.compile(
    r"\b(?:what|how|whether|if|where|which|why|do|does|should) (?:do |else |exactly )*I\b",
    re.IGNORECASE,
)
NOT_FORGET = re.compile(r"(?P<o>[^。、\n]+?)(?:の|こと)を忘れない(?:で|よう)")

UNTIL = re.compile(r"まで(?:に|には)")

# Endings of a main verb in the non-past.
TO_BE_DONE = re.compile(
    r"(?P<o>[^。、\n]*?(?:[うくぐすつぬぶむる]|ます))(?P<must>(?:必要が(?:ある|あります)"
    r"|予定(?:だ|です)?|つもり(?:だ|です)?|こと)?)(?:[。\s]|$)"
)

MUST = re.compile(
    r"(?P<o>[^。、\n]+?)(?:ないと(?:いけない|いけません|だめ|ならない)|なければ(?:ならない"
    r"|なりません|いけない|いけません)|なきゃ(?:いけない|ならない)?|なくちゃ(?:いけない)?"
    # Left unsaid: 送らないと。
    r"|ないと(?=[。！!\s]|$)"
    # In western dialects: 出さなあかん, 返さんといけん, せんなん.
    r"|な(?:あかん|いかん)|ん(?:とあかん|といか?ん|といけん|ならん|なん)|んと(?=[。！!\s]|$))"
)

FOREIGN_TOPIC = re.compile(r"[^\s、。](?:は|が)")

OWN_TOPIC = re.compile(rf"^(?:{alternation(JAPANESE_FIRST_PERSON)})(?:は|が)")

OBJECT = re.compile(r"[^\sをに](?:を|に|へ)$")

GIVEN = re.compile(r"(?:て|で)(?:くれ|もらえ|もらう|いただ)")

ALREADY = re.compile(r"ている|でいる|ています|でいます|てある")

# "flu shot (Walgreens, Friday)": the brackets from which the term is taken.
EMPTIED = re.compile(r"(?:(?<=\()[,; ]{1,4}|[,; ]{1,4})\)")
CONNECTOR = re.compile(r"^(?:[,、:：]|until|by|on|before|まで|に|には|は|と|、)+\s*|\s*(?:[,、])+$")
# "Pay rent on the 1st": what stands before the term that is cut out.
BEFORE_TERM = re.compile(r"(?: (?:on|by|at|until|before|due|the))+$")


def plain_form(words: str, *, is_negative: bool = False) -> str:
    """Return words that end in a verb with its dictionary form: 直さ, 直します → 直す.

    ``is_negative``: ない follows the words. An ambiguous form becomes the more frequent verb.
    """
    words = words.strip().lstrip("、")
    if words.endswith("ようにし"):
        return f"{words[:-1]}{DO}"
    if is_negative:
        if DO_STEM.search(words):
            return f"{words[:-1]}{DO}"
        return _ended(words, NEGATIVE, "し")
    if words.endswith("ます"):
        return _ended(words[:-2], POLITE, "し")
    return words


def _ended(stem: str, endings: dict[str, str], do: str) -> str:
    if stem.endswith(do) and (len(stem) == 1 or not "ぁ" <= stem[-2] <= "ん"):
        # 提出し-ます, but 直し-ます: two kanji take する.
        takes_do = len(stem) > 2 and "一" <= stem[-3] <= "鿿"
        return f"{stem}る" if not do else f"{stem[:-1]}{'する' if takes_do else 'す'}"
    last = stem[-1:]
    return f"{stem[:-1]}{endings[last]}" if last in endings else f"{stem}る"


def listed_tasks(text: str, said_at: datetime) -> Iterator[Claim]:
    """Yield the tasks of to-do lists: whole lines of the text, or parts of a line.

    What has no date is due when the heading says: "To do this week:".
    """
    items = [*headed_tasks(text), *japanese_tasks(text)]
    places = {item.start for item in items}
    for found in LISTED.finditer(text):
        if found.start("o") not in places:
            yield _task(found["o"], found.start("o"), said_at, SURE_LISTED)
    for item in items:
        task = _task(item.words, item.start, said_at, SURE_LISTED)
        term = None if task.due_at else _due_date(item.heading, said_at)
        yield replace(task, due_at=term[0]) if term else task


def tasks_in_sentence(
    text: str, sentence: Sentence, said_at: datetime, *, is_chat: bool = False
) -> Iterator[Claim]:
    """Yield the tasks of the speaker in a sentence; ``text`` is the whole text, unmasked.

    In a chat "I need to …" tells an assistant what to help with: there a task has a due date,
    or the words "remind me".
    """
    words = text[sentence.at : sentence.at + len(sentence.text)]
    if LISTED.search(words) or ASKED.search(words):
        return
    for task in _needed(words, sentence, said_at):
        is_ordered = task.confidence == SURE_LISTED
        if task.due_at or is_ordered or not is_chat:
            yield task


def _needed(words: str, sentence: Sentence, said_at: datetime) -> Iterator[Claim]:
    for found in NEED.finditer(words):
        group = next(name for name in SURE_OF if found[name])
        yield _task(found[group], sentence.at + found.start(group), said_at, SURE_OF[group])
    if (errand := ERRAND.search(words)) and not FOR_ME.search(errand["o"]):
        task = _task(errand["o"], sentence.at + errand.start("o"), said_at, SURE_DATED)
        if task.due_at:
            yield task
    until = UNTIL.search(words)
    if bound := NOT_FORGET.search(words) or MUST.search(words):
        yield from _japanese(words, bound, sentence, said_at, SURE_NEEDED)
    elif until and (dated := TO_BE_DONE.search(words, until.end())):
        yield from _japanese(words, dated, sentence, said_at, SURE_DATED)


def _japanese(
    words: str, found: re.Match[str], sentence: Sentence, said_at: datetime, confidence: float
) -> Iterator[Claim]:
    before = OWN_TOPIC.sub("", words[: found.end("o")])
    is_others = FOREIGN_TOPIC.search(before) and not before.startswith(("今日は", "明日は"))
    if is_others or GIVEN.search(found[0]) or ALREADY.search(found[0]) or HEARSAY.search(words):
        return
    start = UNTIL.search(words)
    at = start.end() if start and start.end() <= found.end("o") else found.start("o")
    ending = found[0][found.end("o") - found.start() :]
    verb = words[at : found.end("o")]
    term = _due_date(words, said_at)
    thing = _thing_before(words, _where(term[1])[0]) if term and at else ""
    task = thing + plain_form(verb, is_negative=ending.startswith(("な", "ん")))
    if task != DO and (term or confidence > SURE_DATED):
        yield _claim(task, sentence.at + at, len(verb), confidence, term[0] if term else None)


def _thing_before(words: str, at: int) -> str:
    """Return the object of a verb, if it stands before the term: 書類を of 書類を金曜までに出す."""
    thing = re.split(r"[、。\n]", OWN_TOPIC.sub("", words[: max(0, at)]))[-1].strip()
    return thing if OBJECT.search(thing) else ""


def _task(words: str, at: int, said_at: datetime, confidence: float) -> Claim:
    term = _due_date(words, said_at)
    task = words
    if term:
        first, last = _where(term[1])
        gap = "" if has_japanese(words) else " "
        behind = CONNECTOR.sub("", words[last:]) if not gap else words[last:].lstrip()
        ahead = BEFORE_TERM.sub("", words[:first].rstrip())
        task = f"{ahead}{gap}{behind}" if first else words[last:]
        task = EMPTIED.sub(")", task).replace(" ()", "")
    task = CONNECTOR.sub("", EMPTY.sub("", task).strip()).strip(" 。.、")
    return _claim(task or words.strip(), at, len(words), confidence, term[0] if term else None)


def _claim(task: str, at: int, length: int, confidence: float, due_at: datetime | None) -> Claim:
    return Claim(
        kind="task",
        subject=OWNER,
        predicate=TO_DO,
        object="",
        value=BULLET.sub("", task).strip(),
        confidence=confidence,
        start=at,
        end=at + length,
        due_at=due_at,
    )


def _due_date(text: str, said_at: datetime) -> tuple[datetime, TimeExpression] | None:
    """Return the latest due date of a task, and the words of ``text`` that state it."""
    for time in find(AHEAD + text, now=said_at, is_past=False):
        if time.start_char >= len(AHEAD) and time.end is not None:
            return _deadline(time), time
    return None


def _where(time: TimeExpression) -> tuple[int, int]:
    """Return the span of a due date's words in the text."""
    return time.start_char - len(AHEAD), time.end_char - len(AHEAD)


def _deadline(time: TimeExpression) -> datetime:
    """Return the last minute of a day or longer time, or the named hour."""
    assert time.end is not None
    return time.end - (ONE_HOUR if time.grain is Grain.HOUR else ONE_MINUTE)
