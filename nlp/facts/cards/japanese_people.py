"""Read what a Japanese line tells of one person: 父、長岡で一人暮らし。78歳。"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.facts.japanese.daily.oneself import A_DAY
from nlp.facts.japanese.health.words import NAME as CONDITION
from nlp.facts.japanese.rules import KIN
from nlp.facts.japanese.work import JOB_WORD
from nlp.readers import PERSON, PET, Found
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation

from .lines import LINE, CardSentence

TIE = rf"(?:ひ孫|曾孫|{KIN}|友人|友達|友だち|親友|幼なじみ|同僚|同期|先輩|後輩|上司|部下)"
TIE_FIRST = re.compile(rf"(?:(?:うち|私|俺|僕)の)?(?P<kin>{TIE})(?:の|、|・|，|[：:＝=])?")
TITLE = re.compile(r"(?:さん|くん|君|ちゃん|先生)?")
# 利用者は宮内千尋（35歳）: of the owner.
NAMES_OWNER = re.compile(
    rf"(?:ユーザー?|利用者|相談者|{alternation(JAPANESE_FIRST_PERSON)})(?:さん)?(?:の名前)?は、?$"
)
NEAR = 12
BRACKET = re.compile(r"(?:さん|くん|君|ちゃん|先生)?[（(](?P<told>[^（）()\n]{2,30})[)）]")
SIGN = re.compile(r"[ 　]?[：:→⇒＝=]")
BETWEEN = re.compile(r"(?P<sign>[ 　]?(?:[：:→⇒＝=]|->)[ 　]?)|[、，。 　]")
APART = re.compile(r"[、，。,/／]\s*")
TOWN = r"[一-龥ァ-ヶー市区町村県都府]{2,12}"
AT_HOME = r"(?:に|で)?(?:在住|住み|住まい|(?:に)?住んで(?:い?る|います)|一人暮らし(?:中)?|暮らし)"
ATTENDS = r"(?:[1-6一二三四五六]年生?|に通って(?:い?る|います))"
SCHOOL = r"(?:大学|高校|中学校?|小学校|大学院)"
WORDS = r"[^\s、。はがをも]{1,14}"
YEARS = r"(?:[1-9]\d?|1[01]\d|[一二三四五六七八九]?十?[一二三四五六七八九]|[一二三四五六七八九]?十)"
# A part of such a line, the words between whom it is about and its value, and those behind it.
PARTS: Sequence[tuple[re.Pattern[str], str, str]] = tuple(
    (re.compile(pattern), before, behind)
    for pattern, before, behind in (
        (rf"(?:今年)?(?P<o>{YEARS})[歳才](?:です|だ|になる)?", "は", "歳。"),
        (rf"(?P<o>{TOWN}){AT_HOME}", "は", "に住んでいる。"),
        (rf"(?P<o>{TOWN})(?:の)?(?:出身|出|生まれ)(?:です)?", "は", "出身。"),
        (rf"(?P<o>{WORDS}?)アレルギー(?:あり|持ち|です|に(?:つき|は)?注意)?", "は", "アレルギー。"),
        (rf"(?:持病は?)?(?P<o>{CONDITION})(?:あり|持ち|気味|がある|です)?", "は", "がある。"),
        (rf"(?P<o>{WORDS}?)(?:が)?(?:大好き|好き|好物|大好物)(?:です)?", "は", "が好き。"),
        (rf"(?P<o>{WORDS}?)(?:が|は)?(?:大嫌い|嫌い|苦手)(?:です)?", "は", "が嫌い。"),
        (rf"(?:仕事は|職業は)?(?P<o>{JOB_WORD})(?:です|だ|を?して(?:い?る|います))?", "は", "をしている。"),
        (r"(?P<o>[一-龥ァ-ヶー]{1,8}(?:部|サークル|クラブ))(?:所属|に所属)?", "は", "に所属している。"),
        (rf"(?P<o>{WORDS}?)(?:を)?(?:使用中?|愛用中?|服用中?)", "は", "を使っている。"),
        (rf"(?P<o>{WORDS}?)(?:に)?(?:勤務|勤め|勤めて(?:い?る|います))", "は", "に勤めている。"),
        (rf"(?P<o>{WORDS}?{SCHOOL}){ATTENDS}?", "は", "に通っている。"),
        (rf"(?:誕生日は?)(?P<o>{A_DAY})(?:です)?|(?P<p>{A_DAY})(?:生まれ)", "の誕生日は", "。"),
    )
)  # fmt: skip
# 父、長岡で一人暮らし: a place that is a name as well.
LIVES = re.compile(r"(?:で|に|の)?(?:在住|住|一人暮らし|暮らし|出身|生まれ)")
PLACES_BEHIND = frozenset({"に住んでいる。", "出身。"})
LEAST_PARTS = 2


@dataclass(frozen=True, slots=True)
class JapaneseHead:
    """Whom a line is about: what they are to the owner, their name, and where it tells of them."""

    kin: str
    name: Found | None
    at: int
    has_sign: bool = False

    @property
    def who(self) -> str:
        """The words that begin a sentence on them."""
        return self.name.surface if self.name else f"ユーザーの{self.kin}"


def people_in_japanese_lines(text: str, mentions: Sequence[Found]) -> list[CardSentence]:
    """Return the sentences on people whom lines of a Japanese text tell of, in order."""
    people = {one.start: one for one in mentions if one.type in {PERSON, PET}}
    return [
        sentence
        for line in LINE.finditer(text)
        for sentence in _of_line(text, line.start("words"), line.end("words"), people)
    ]


def people_in_japanese_brackets(text: str, mentions: Sequence[Found]) -> list[CardSentence]:
    """Return the sentences on people of whom brackets tell: 翔（水中カメラマン）."""
    found = (
        (one, BRACKET.match(text, one.end))
        for one in mentions
        if one.type == PERSON and not NAMES_OWNER.search(text[max(0, one.start - NEAR) : one.start])
    )
    return [
        sentence
        for one, told in found
        if told is not None
        for first, last in _parts(text, *told.span("told"))
        if (sentence := _sentence(JapaneseHead("", one, first), text[first:last], first))
        is not None
    ]


def _of_line(text: str, start: int, end: int, people: dict[int, Found]) -> list[CardSentence]:
    """Return the sentences of a line; none, if any part of it is unread."""
    head = _head(text, start, end, people)
    if head is None:
        return []
    parts = list(_parts(text, head.at, end))
    # そうた:電車好き、ゆい:お絵描き好き
    others = [at for at, _ in parts if at in people and SIGN.match(text, people[at].end)]
    own = [part for part in parts if not others or part[0] < others[0]]
    said = [_sentence(head, text[first:last], first) for first, last in own]
    told = [one for one in said if one is not None]
    is_told = head.kin or head.has_sign or len(own) >= LEAST_PARTS
    if not (is_told and told) or len(told) < len(said):
        return []
    following = _of_line(text, others[0], end, people) if others else []
    return [*_tie(head), *told, *following]


def _head(text: str, start: int, end: int, people: dict[int, Found]) -> JapaneseHead | None:
    """Return whom a line begins with; None if it does not begin with anybody."""
    tie = TIE_FIRST.match(text, start, end)
    named = people.get(tie.end() if tie else start)
    if named and LIVES.match(text, named.end):
        named = None
    if not (tie or named):
        return None
    at = named.end if named else tie.end("kin") if tie else start
    title = TITLE.match(text, at, end)
    apart = BETWEEN.match(text, title.end() if title else at, end)
    if apart is None:
        return None
    return JapaneseHead(tie["kin"] if tie else "", named, apart.end(), apart["sign"] is not None)


def _tie(head: JapaneseHead) -> Iterator[CardSentence]:
    """Yield the sentence that says what a named person is to the owner."""
    if head.kin and head.name:
        before = f"ユーザーの{head.kin}の名前は"
        name = head.name
        yield CardSentence(f"{before}{name.surface}。", len(before), name.start, name.end)


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a line begin and end."""
    at = start
    for apart in [*APART.finditer(text, start, end), None]:
        stop = apart.start() if apart else end
        if part := text[at:stop].strip():
            first = text.index(part, at)
            yield first, first + len(part)
        at = apart.end() if apart else end


def _sentence(head: JapaneseHead, part: str, start: int) -> CardSentence | None:
    for pattern, between, behind in PARTS:
        if found := pattern.fullmatch(part):
            first, last = found.span("o" if found["o"] is not None else "p")
            before = f"{head.who}{between}"
            return CardSentence(
                f"{before}{part[first:last]}{behind}",
                len(before),
                start + first,
                start + last,
                who=head.name.surface if head.name else "",
                is_place=behind in PLACES_BEHIND,
            )
    return None
