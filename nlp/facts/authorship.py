"""Find the parts of a text that its author does not state: code, mail, chats, text to work on.

What is pasted, quoted or to be translated belongs to somebody else, or to nobody. Precision
comes first: a part that may be another person's claims nothing.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

Span = tuple[int, int]

CODE = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
# A page in HTML is a text to work on, not a statement.
TAGGED = re.compile(r"^.*</?[a-z][^<>\n]{0,80}>.*$", re.MULTILINE)
# A line of a log of commits: "a3f9c21 コーヒーはもう好きじゃない".
COMMIT = re.compile(r"^[ \t]*(?:\* )?[0-9a-f]{7,40} .*$", re.MULTILINE)
CITED = re.compile(r"^[ \t]*[>|＞].*$", re.MULTILINE)
# Two lines of a mail's header, or the line before a forwarded one: the rest is the mail.
HEADER = r"(?:From|To|Cc|Subject|Date|Sent|差出人|送信者|宛先|件名|日時|送信日時) ?[:：].*"
MAIL = re.compile(
    rf"^(?:{HEADER}\n{HEADER}|[-_]{{2,}} ?(?:Original|Forwarded|Begin forwarded|転送|元のメッセージ).*)$",
    re.MULTILINE | re.IGNORECASE,
)
# "Priyanka wrote: …", up to the next empty line.
WROTE = re.compile(r"^.{1,80}?\b(?:wrote|writes|posted|texted) ?[:：]\n?.+(?:\n.+)*", re.MULTILINE)
LABEL = re.compile(
    r"^[ \t]*(?:[\[(（]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?,? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
    r"[\])）]?[ \t]*(?:- )?)?"
    r"(?:\*\*|__)?(?P<who>[^\W\d_][^\n:：>＞。、,.!?！？「」\[\]]{0,23}?)[ \t]*(?:\*\*|__)?"
    r"[:：>＞](?:\*\*|__)?[ \t]*(?=\S)",
    re.MULTILINE,
)
STAMPED = re.compile(
    r"^[ \t]*[\[(（]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?,? )?\d{1,2}:\d\d(?::\d\d)?",
    re.MULTILINE,
)
OWN_LABEL = re.compile(r"(?:me|i|myself|自分|私|わたし|僕|ぼく|俺|おれ|わし|うち)\Z", re.IGNORECASE)
ROLE = re.compile(
    r"(?:speaker|participant|host|guest|interviewer|interviewee|moderator|chair|caller|agent"
    r"|reception|customer|boss|mum|mom|dad|話者|司会|記者|質問者|回答者|店長|部長|課長|社長|先生|母|父|妻|夫"
    r"|[姉兄弟妹]|[A-ZＡ-Ｚ])(?:さん)? ?[0-9０-９]{0,2}\Z",
    re.IGNORECASE,
)
# An instruction to work on the other lines: translate, rephrase, correct, or comment on a work.
REQUEST = (
    r"(?:here['’]?s|please|check|fix|correct|improve|tell me|feedback|what do you think|opinion"
    r"|ください|下さい|教えて|感想|お願い|どう(?:思|です|かな)|[?？])"
)
WORK = (
    r"(?:\b(?:translation|grammar|wording|novel|short story|story|chapter|lyrics|poem|screenplay|script"
    r"|fanfic|monologue|scene)\b|小説|歌詞|短編|脚本|台本|書き出し|ポエム|詩を|文章|文面)"
)
INSTRUCTION = re.compile(
    r"\b(?:translate|rephrase|reword|rewrite|paraphrase|proofread)\b"
    r"|^\W*(?:in)?to [A-Z][a-z]+\W*(?:pls|please)?\W*:"
    r"|\b(?:put|say|write) (?:this|that|it|the following) in(?:to)? [A-Z]"
    r"|(?:英訳|和訳|翻訳|添削|校正|言い換え|書き直)(?:し?て|を?お?願)|訳して|例文を|言い換えると"
    r"|(?:英|中国|韓国|フランス|ドイツ|スペイン)語に(?:して|訳|直|翻訳)"
    rf"|{REQUEST}.*{WORK}|{WORK}.*{REQUEST}",
    re.IGNORECASE,
)
LONGEST_INSTRUCTION = 120
FOLLOWING = re.compile(
    r"[^.。!！?？\n]{0,40}(?:(?:次|以下|下記)の(?:文|文章|英文|和文|メール|一文)[^。！？\n]{0,40}[。！？]"
    r"|\b(?:translate|rephrase|reword|rewrite|proofread|paraphrase) (?:this|the following"
    r"|these)\b[^.!?\n]{0,60}[.!?] )",
    re.IGNORECASE,
)
# Whoever describes a figure, or tells the assistant whom to play, states nothing about themselves.
FIGURE = re.compile(
    r"主人公|登場人物|(?:キャラ(?:クター)?|世界観?)(?:の)?設定|ロールプレイ|になりきって|"
    r"(?:あなた|君|きみ|お前)は.{0,30}(?:です|だ)。|の役(?:を|で|に)"
    r"|\b(?:main character|protagonist|role-?play|pretend (?:to be|you)|act as an?"
    r"|backstory|my character|character sheet|d&d|you are an? [a-z]+|imagine you|(?:name for"
    r"|about|invent|write) an? character"
    r"|characters? in (?:a|my|the) (?:short )?(?:story|novel|book|game|play))\b",
    re.IGNORECASE,
)
# A text that claims to be the system, or sets what is remembered, is nobody's statement.
ORDER = re.compile(
    r"\bsystem (?:message|notice|notification|prompt|update|override)\b"
    r"|^[^\w\n]{0,8}system[^\w\n]{0,8}:|memory update (?:required|needed)"
    r"|\bset \w+ ?= ?\w|\bupdate (?:the|your|user) (?:memory|profile|record)s?\b"
    r"|^[ \t]*[\[(<【][ \t]*(?:system|システム)[ \t]*[\])>】]|\bprofile sync\b|\boverwrite the stored\b"
    r"|【?システム(?:通知|メッセージ|指示|更新)|に更新してください|記憶を(?:更新|書き換え"
    r"|上書き)",
    re.IGNORECASE | re.MULTILINE,
)
# Between rules of a page stands what the message is about.
RULED_OFF = re.compile(r"^-{3,}[ \t]*\n.*?(?:^-{3,}[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
# "We've moved to Reading! The office, I mean, not me": the sentence and the one before it.
NOT_ME = re.compile(
    r"\bnot (?:me|us|myself)\b(?! (?:yet|any ?more|too))|(?:私|僕|俺|自分)(?:じゃな|ではな|ではあり)",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.!?。！？\n]")
CORRECTED_BEFORE = 260
JOKE = re.compile(
    r"\b(?:just kidding|only joking|april fools?)\b|\boh (?:sure|right|yeah),|冗談(?:です|だ|だけど|ですが)"
    r"|エイプリルフール|なんちゃって|なったのだ[〜～ー！!]",
    re.IGNORECASE,
)


def foreign_spans(text: str, is_person: Callable[[int, int], bool]) -> list[Span]:
    """Return the spans of a text that its author does not state.

    ``is_person`` tells whether characters ``start`` to ``end`` name a person.
    """
    if JOKE.search(text) or FIGURE.search(text) or ORDER.search(text):
        return [(0, len(text))]
    found = [CODE, TAGGED, COMMIT, CITED, WROTE, RULED_OFF]
    spans = [match.span() for match in chain.from_iterable(p.finditer(text) for p in found)]
    if mail := MAIL.search(text):
        spans.append((mail.start(), len(text)))
    return [*spans, *_corrected(text), *_worked_on(text), *_chat(text, is_person)]


def _corrected(text: str) -> Iterator[Span]:
    """Yield what the author says is not about themselves."""
    for match in NOT_ME.finditer(text):
        least = max(0, match.start() - CORRECTED_BEFORE)
        ends = [end.end() for end in SENTENCE_END.finditer(text, least, match.start())]
        yield (ends[-2] if len(ends) > 1 else least), match.end()


def _worked_on(text: str) -> Iterator[Span]:
    """Yield everything but the instruction, if a text begins or ends with one."""
    first = _instruction(text, *_line(text, len(text) - len(text.lstrip())))
    if first is not None:
        yield first, len(text)
    start, end = _line(text, len(text.rstrip()))
    if "\n" in text.strip() and _instruction(text, start, end) is not None:
        yield 0, start


def _line(text: str, at: int) -> Span:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _instruction(text: str, start: int, end: int) -> int | None:
    """Return the end of the instruction at the beginning of a line; None if it has none."""
    colon = re.search(r"[:：]", text[start:end])
    if colon:
        end = start + colon.end()
    elif "\n" not in text.strip():
        # One line without a colon: what the instruction is about stands behind it, if it says so.
        found = FOLLOWING.match(text, start, end)
        return found.end() if found else None
    words = text[start:end]
    return end if len(words) <= LONGEST_INSTRUCTION and INSTRUCTION.search(words) else None


def _chat(text: str, is_person: Callable[[int, int], bool]) -> Iterator[Span]:
    """Yield the lines of others in a chat or a transcript, up to the next label or empty line."""
    labels = list(LABEL.finditer(text))
    gaps = [*(gap.start() for gap in re.finditer(r"\n\n", text)), len(text)]
    said = Counter(label["who"].casefold() for label in labels)
    is_chat = len(labels) > 1 and (
        max(said.values()) > 1 or bool(STAMPED.match(text, labels[0].start()))
    )
    for at, label in enumerate(labels):
        who = label["who"].strip()
        if OWN_LABEL.match(who):
            continue
        if is_chat or ROLE.match(who) or is_person(*label.span("who")):
            following = labels[at + 1].start() if at + 1 < len(labels) else len(text)
            yield label.end(), min(following, gaps[bisect(gaps, label.end())])
