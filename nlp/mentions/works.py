"""Find the titles of games, films, shows, books and songs, in both languages."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from nlp.readers import CREATIVE_WORK, Found
from nlp.text.sentences import alternation

from .english.tokens import ORGANIZATION_ENDS, PLACE_ENDS, TITLES, is_family, is_given, places
from .findings import PREFIX, mention_at
from .words import phrases, words

MEDIUM = (
    r"(?:(?:video |board |computer |TV |tv )?(?:game|show|series)|movie|film|novel|book|sitcom|anime"
    r"|manga|musical|opera|song|album|track|podcast|documentary|comic|memoir|trilogy|audiobook|miniseries)"
)
# "A game company" makes games: it is none.
MAKER = (
    r"(?![ -](?:club|company|companies|studio|store|shop|developer|designer|writer|critic|publisher|director"
    r"|maker|industry|night|fan|series by|engine|pass|review|list|report|ing)\b)"
)
# Possessive, since each word could be divided in many ways.
WORD = r"[A-Z0-9][\w’']*+(?:[:!-]?(?=[ \w])[\w’'-]*+)?+"
TITLE = (
    rf"[A-Z][\w’'-]*+:?+(?: (?:(?:of|the|and|in|to|a|an|on|for|from|with|at|by|is|de|la|le|&|vs\.?) )"
    rf"{{0,3}}{WORD}){{0,6}}"
)
ENJOYED = (
    r"(?:(?:re-?)?(?:watch(?:ed|ing)?|play(?:ed|ing)?|read(?:ing)?)|bing(?:ed|eing|ing)"
    r"|binge-watch(?:ed|ing))"
)
CALLED = r"(?:called|named|titled|entitled)"
IS_A = r"(?:is|was) (?:a|an|the|my|our)"
ABOUT_A_WORK = (
    r"(?:who (?:wrote|directed|sang|painted|composed)|lyrics (?:to|of|for)|plot of|ending of"
    r"|episode of|season of|chapter of|soundtrack (?:to|of)|adaptation of|the (?:painting|poem"
    r"|musical|opera)|sang|singing)"
)
PARTS_OF = (
    r"(?:(?:episodes?|seasons?|series|chapters?|ch\.|volumes?|books?|levels?|acts?|scenes?) (?:\d{1,3}"
    r"|one|two|three) of"
    r"|level \d{1,4} (?:in|of|on)|boss (?:in|of)|stuck (?:on|in)|speedrun(?:ning)?|binge|(?:re-?)watching"
    r"|cast of"
    r"|finale of|sequel to|prequel to|remake of|spin-?off of|dvd of|audiobook of|sheet music for"
    r"|score (?:of|for)"
    r"|rehearsals? (?:of|for)|production of|performance of|auditions? for|audition(?:ed|ing)? for"
    r"|tickets (?:to|for) see"
    r"|book club is(?: reading| doing)?)"
)
SHOWN = r"(?:perform(?:ed|ing)?|stag(?:ing|ed)|rehears(?:e|ed|ing)|screen(?:ing|ed)|stream(?:ed|ing)|rewatch)"
NAME = r"[A-Z][\w’'-]*"
ENGLISH = (
    (re.compile(rf"\b{MEDIUM}s?,? (?:is |was )?{CALLED} [\"“‘']?(?P<name>{TITLE})"), 0.88),
    (re.compile(rf"\b(?i:{MEDIUM}),? (?:{CALLED} )?[\"“](?P<name>[^\"”\n]{{2,80}})[\"”]"), 0.88),
    (re.compile(rf"[\"“](?P<name>[A-Z][^\"”\n]{{1,80}})[\"”] {IS_A} (?:\w+ ){{0,3}}{MEDIUM}\b"), 0.85),
    (re.compile(rf"\b(?i:{ABOUT_A_WORK}) (?P<name>{TITLE})"), 0.8),
    (re.compile(rf"\b(?:the|this|that) {MEDIUM} (?P<name>{TITLE})"), 0.75),
    (re.compile(rf"\b(?i:favou?rite) {MEDIUM} (?:is|was|has to be) (?P<name>{TITLE})"), 0.85),
    (re.compile(rf"\b(?P<name>{TITLE}) {IS_A} (?:\w+ ){{0,2}}{MEDIUM}\b{MAKER}"), 0.75),
    (re.compile(rf"\b(?i:{ENJOYED}) (?P<name>{TITLE})"), 0.66),
    (re.compile(rf"\b(?i:{ENJOYED}|{PARTS_OF}|{SHOWN})(?: \w+){{0,2}} [\"“‘]"
    rf"(?P<name>[A-Z][^\"”’\n]{{1,60}})[\"”’]"), 0.85),
    (re.compile(r"[\"“](?P<name>[A-Z][^\"”\n]{1,60})[\"”],? (?:closes|opens|premieres|airs|streams"
    r"|season|episode|chapter"
                r"|by [A-Z][a-z]+|starring|(?:is|was) on (?:at|tv|telly|Netflix|BBC))"), 0.85),
    (re.compile(rf"\b(?i:{PARTS_OF}) (?P<name>{TITLE})"), 0.85),
    (re.compile(rf"\b(?i:{MEDIUM}s|plays|shows|series) (?:like|such as) (?P<name>{TITLE})"), 0.97),
    (re.compile(rf"\b(?i:re-?read|read(?:ing)?|copy of|finished|watch(?:ed"
    rf"|ing)?) (?P<name>{TITLE}) by (?:{NAME} ?){{1,3}}"), 0.9),
    (re.compile(rf"\b(?i:{SHOWN}) (?P<name>{TITLE})"), 0.66),
)  # fmt: skip
LEAST_SURE = 0.66
ARTICLES = frozenset({"the", "a", "an", "of", "and", "in", "to"})

MEDIA_JA = (
    "映画|ドラマ|アニメ|漫画|マンガ|コミック|小説|ゲーム|舞台|ミュージカル|曲|楽曲|歌|主題歌|絵本|番組|本|書籍"
    "|アルバム|ラノベ|アプリゲーム|シングル|オペラ|バレエ|新刊|続編"
)
NOT_WORDS = alternation(words("ja_no_works"))
KATAKANA_NAME = rf"(?!(?:{NOT_WORDS})(?![ァ-ヶー]))[ァ-ヶー][ァ-ヶー・]{{2,24}}"
JAPANESE = (
    (re.compile(rf"(?:{MEDIA_JA})(?:の|、)?[「『](?P<name>[^」』\n]{{1,40}})[」』]"), 0.88),
    (re.compile(rf"[「『](?P<name>[^」』\n]{{1,40}})[」』](?:という|っていう|って)?の?(?:{MEDIA_JA})"), 0.88),
    (re.compile(rf"(?P<name>(?<![ァ-ヶー・]){KATAKANA_NAME})(?:という|っていう)(?:{MEDIA_JA})"), 0.85),
    (
        re.compile(
            r"(?:映画|ドラマ|アニメ|漫画|マンガ|小説|ゲーム)(?:の|、)"
            rf"(?P<name>{KATAKANA_NAME})(?=[をがはにも。、！])"
        ),
        0.7,
    ),
)  # fmt: skip
# 『』 is the bracket of titles; a paper or a form of that name is a document.
BRACKETED = re.compile(
    r"(?<!資料)(?<!文書)(?<!書類)(?<!論文)(?<!記事)『(?P<name>[^』\n]{1,40})』"
    r"(?!(?:という|と題した)?(?:資料|文書|書類|論文|記事|仕様書|設計書))"
)
# What shows that a word is meant as a title.
REASON_BEFORE = re.compile(
    rf"(?:\b(?:{ENJOYED}|saw|seen|finished|beat|loved|like|love|sang|sing|singing|wrote|painted|directed"
    rf"|poem|painting"
    rf"|lyrics (?:to|of)|plot of|listen(?:ed|ing)? to|{MEDIUM}"
    rf"|{MEDIUM} is|called|season of|episode of|copy of|end of|soundtrack of) (?:the )?"
    rf"|(?:{MEDIA_JA})(?:の|、)?[「『]?)$",
    re.IGNORECASE,
)
REASON_AFTER = re.compile(
    rf" (?:again|season|episode|chapter|soundtrack|{MEDIUM})\b| {IS_A} (?:\w+ ){{0,2}}{MEDIUM}\b"
    rf"|[」』]?(?:という|って)?の?(?:{MEDIA_JA}|最終回|サントラ|[0-9０-９一二三四五六七八九十]+巻|全巻|作者|原作|実写)"
    r"|を(?:[0-9０-９一二三四五六七八九十]+[巻話]|全巻|読|観|見[てたる直返]|クリア|プレイ|弾|聴|歌|演奏)"
)
REACH = 24
LISTS = ("works", "doubtful_works", "ja_works", "ja_doubtful_works")
# It, Up and Her are words.
LEAST_LENGTH = 3
LISTED, WITH_REASON, SUREST = 0.88, 0.9, 0.98
STARTS = re.compile(
    r"(?<![A-Za-z0-9_@#./-])[A-Z]|(?<![ァ-ヶー])[ァ-ヶ]|(?<![一-龥々])[一-龥]|[ぁ-ん]"
)
CONTINUED_LATIN = re.compile(r"[A-Za-z0-9_@]|[./-][A-Za-z0-9_]")
CONTINUED_KATAKANA = re.compile(r"[ァ-ヶー]")
CONTINUED_HAN = re.compile(r"[一-龥々]{2}|[ァ-ヶ]{2}")


def works(text: str) -> Iterator[Found]:
    """Yield the titles of works: listed ones, and those that the words around them mark."""
    yield from _listed(text)
    yield from _english(text)
    for match in _small_titles().finditer(text):
        yield mention_at(text, *match.span("name"), CREATIVE_WORK, WITH_REASON, "work")
    if "「" in text or "『" in text or CONTINUED_KATAKANA.search(text):
        for pattern, sure in (*JAPANESE, (BRACKETED, 0.75)):
            for match in pattern.finditer(text):
                yield mention_at(text, *match.span("name"), CREATIVE_WORK, sure, "work")


@cache
def _small_titles() -> re.Pattern[str]:
    """Return the listed titles in small letters, behind what shows that they are titles."""
    titles = (one.lower() for one in phrases(*LISTS) if one.isascii() and len(one) > LEAST_LENGTH)
    return re.compile(
        rf"\b(?:{ENJOYED}|{ABOUT_A_WORK}|seen|finished|rewatch(?:ed|ing)?|end of|copy of|quotes? from|fan of"
        rf"|like|love|{MEDIUM}) (?P<name>{alternation(titles)})(?![\w-])(?! {MEDIUM}s\b)"
    )


def _english(text: str) -> Iterator[Found]:
    for pattern, sure in ENGLISH:
        for match in pattern.finditer(text):
            if _may_be_title(match["name"], sure):
                yield mention_at(text, *match.span("name"), CREATIVE_WORK, sure, "work")


def _may_be_title(name: str, sure: float) -> bool:
    """Whether a phrase may be a title; behind a mere verb it must not look like another name."""
    listed = [word.lower() for word in name.replace(":", " ").split()]
    if listed[0] in words("common") - ARTICLES and len(listed) == 1:
        return False
    if sure > LEAST_SURE:
        return len(listed) > 1 or not is_given(listed[0])
    # "Reading Jane Austen", "playing Manchester United", "watching New York".
    is_name = is_given(listed[0]) or is_family(listed[-1]) or listed[0] in TITLES
    is_other = listed[-1] in ORGANIZATION_ENDS | PLACE_ENDS - {"park", "valley", "island"}
    return len(listed) > 1 and not (is_name or is_other or name.lower() in places())


def _listed(text: str) -> Iterator[Found]:
    index = _index()
    for place in STARTS.finditer(text):
        at = place.start()
        for name in index.get(text[at : at + PREFIX], ()):
            end = at + len(name)
            if text.startswith(name, at) and not _continued(name).match(text, end):
                is_doubtful = name in _doubtful()
                if not is_doubtful or _has_reason(text, at, end):
                    sure = WITH_REASON if is_doubtful else LISTED
                    # Not Sazae in サザエさん.
                    sure = SUREST if name.endswith(("さん", "ちゃん", "くん")) else sure
                    yield mention_at(text, at, end, CREATIVE_WORK, sure, "list")
                break


def _has_reason(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - REACH) : start]
    return bool(REASON_BEFORE.search(before) or REASON_AFTER.match(text, end))


def _continued(name: str) -> re.Pattern[str]:
    if name[-1].isascii():
        return CONTINUED_LATIN
    return CONTINUED_KATAKANA if CONTINUED_KATAKANA.match(name[-1]) else CONTINUED_HAN


@cache
def _doubtful() -> frozenset[str]:
    return phrases("doubtful_works", "ja_doubtful_works")


@cache
def _index() -> dict[str, list[str]]:
    """Return the titles by their first letters, long titles first."""
    index: dict[str, list[str]] = defaultdict(list)
    for name in sorted(phrases(*LISTS) - {""}, key=len, reverse=True):
        index[name[:PREFIX]].append(name)
    return dict(index)
