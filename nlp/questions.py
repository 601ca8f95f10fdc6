"""Read what a question asks for: its content words, the names in it, and the kind of answer."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from enum import Flag, auto
from functools import lru_cache

from nlp.morphology import stem
from nlp.text.tokens import STOP_WORDS

# Words that ask or that any question may hold; none of them says what is asked about.
ASKING = STOP_WORDS | frozenset(
    [
        "many", "much", "long", "far", "old", "often", "fast", "first", "last", "big", "high", "heavy",
        "kind", "type", "sort", "get", "gets", "got", "one", "use", "used", "user", "mr", "mrs", "ms",
        "dr",
    ]
)  # fmt: skip
JAPANESE_ASKING = re.compile(
    r"何[人台枚箱本回匹個社棟円時分秒日年月歳度番号便]*|誰|最初|今年|今月|今|先月|一番|私|自分|件"
    r"|[0-9]+[月日年時分]|先生|部長|社長|課長"
)
WORD = re.compile(r"[a-zà-ɏ0-9][a-zà-ɏ0-9.\-_']*|[ァ-ヶー]{2,}|[々一-鿿]+")
LATIN = re.compile(r"[a-zà-ɏ0-9]")
NAMES = re.compile(r"\b[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})*\b")
HONORED = re.compile(
    r"([々一-鿿]{2,4}|[ァ-ヶー・]{2,})(?=さん|先生|おじさん|おばさん|くん|ちゃん|氏|様)"
)
NUMBERS = re.compile(
    r"\d+|[一二三四五六七八九十百千]+[人台枚箱本回匹個社棟円時分秒日年月歳度]"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|half)\b"
)
DIRECTORY_DATA = re.compile(r"\d{4,}|@|http")
# A very long text is compared by its beginning.
MOST_READ = 4_000


class Wanted(Flag):
    """The kinds of answer that a question asks for."""

    NONE = 0
    NUMBER = auto()
    PERSON = auto()
    PLACE = auto()
    NAME = auto()
    DIRECTORY = auto()


PATTERNS = {
    Wanted.NUMBER: re.compile(
        r"how (?:many|much|long|far|old|often|fast|high|heavy|cold|big|tall)"
        r"|what (?:percentage|time|size|pace|number)|price|cost|rent|salary|\bweigh|version"
        r"|何[人台枚箱本回匹個社棟円時分秒日年月歳度%キセメパミ]|いくら|いくつ|どのくらい|どれくらい|料金|費用"
        r"|家賃|体重|身長|重さ|距離|タイム|記録|率|温度|値段|参加費|歩数|年齢|原価|容量|バージョン",
        re.IGNORECASE,
    ),
    Wanted.PERSON: re.compile(r"\bwhos?e?\b|誰|だれ", re.IGNORECASE),
    Wanted.PLACE: re.compile(r"\bwhere\b|どこ", re.IGNORECASE),
    Wanted.NAME: re.compile(
        r"\bname\b|called|title|brand|名前|店名|タイトル|メーカー|何という", re.IGNORECASE
    ),
    Wanted.DIRECTORY: re.compile(
        r"phone|e-?mail|address|password|serial|license plate|passport|account"
        r"|電話番号|メールアドレス|住所|パスワード|シリアル|ナンバー|口座|何便|号車",
        re.IGNORECASE,
    ),
}


@dataclass(frozen=True, slots=True)
class AskedWords:
    """The content words of a question without names, and the kinds of answer it asks for."""

    text: str
    words: tuple[str, ...]
    wanted: Wanted

    def share_held(self, text: str) -> float:
        """Return the share of the words that a normal text holds, 0…1; 0 if the question has none."""
        if not self.words:
            return 0.0
        return sum(_held(word, text) for word in self.words) / len(self.words)

    def has_new_number(self, text: str) -> bool:
        """Return whether a normal text holds a number that the question does not."""
        return any(number not in self.text for number in NUMBERS.findall(text))


def asked_words(question: str, names: Collection[str] = ()) -> AskedWords:
    """Read a question; its words in ``names`` are no content words."""
    text = normalize(question)
    wanted = Wanted.NONE
    for kind, pattern in PATTERNS.items():
        if pattern.search(text):
            wanted |= kind
    rest = text
    for name in sorted(map(normalize, names), key=len, reverse=True):
        rest = _without(rest, name)
    found = (match[0] for match in WORD.finditer(JAPANESE_ASKING.sub(" ", rest)))
    words = (word.strip(".-_'").removesuffix("'s") for word in found)
    chosen = [
        word for word in words if word not in ASKING and not (word.isascii() and len(word) < 2)
    ]
    return AskedWords(text, tuple(dict.fromkeys(chosen)), wanted)


def names_asked(question: str) -> list[str]:
    """Return what must be names in a question: capitalized words inside it, and 田中 of 田中さん.

    The first word counts only together with a second one, since every sentence begins with a capital.
    """
    found = []
    for match in NAMES.finditer(question):
        words = match[0].split()
        starts = match.start() == 0 or question[: match.start()].rstrip()[-1:] in ".?!"
        if starts and (len(words) == 1 or words[0].lower() in ASKING):
            words = words[1:]
        if words and any(word.lower() not in ASKING for word in words):
            found.append(" ".join(words))
    return list(dict.fromkeys([*found, *(match[1] for match in HONORED.finditer(question))]))


def normalize(text: str) -> str:
    """Return the beginning of a text (4,000 characters) in one width and case."""
    return unicodedata.normalize("NFKC", text[:MOST_READ]).lower()


def _without(text: str, name: str) -> str:
    if not name.isascii():
        # A name of one character (蓮) may be a part of any word.
        after = "(?=[のはがにとをもへで、？?]|$)" if len(name) == 1 else ""
        return re.sub(re.escape(name) + after, " ", text)
    return re.sub(rf"(?<![a-z0-9]){re.escape(name)}(?:'s)?(?![a-z0-9])", " ", text)


def _held(word: str, text: str) -> float:
    if LATIN.match(word):
        return float(_spelled(word).search(text) is not None)
    if len(word) == 1 or "ァ" <= word[0] <= "ー":
        return float(word in text)
    pairs = [word[at : at + 2] for at in range(len(word) - 1)]
    return sum(pair in text for pair in pairs) / len(pairs)


@lru_cache(maxsize=1024)
def _spelled(word: str) -> re.Pattern[str]:
    """Return a pattern of a word: itself, or its stem with another ending."""
    forms = f"{re.escape(word)}|{re.escape(stem(word))}[a-z]{{0,3}}"
    return re.compile(rf"(?<![a-zà-ɏ0-9])(?:{forms})(?![a-zà-ɏ0-9])")
