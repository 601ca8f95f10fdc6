"""Scripts, folded spellings and numerals, and the words of the full-text index."""

import hashlib
import re
import unicodedata

from jaconv import kata2hira

# Ranges for a character class. CJK adds Japanese marks, Hangul and rarer Han for the search index.
KANA_RANGE = "\u3040-\u30ff"
HAN_RANGE = "\u3400-\u4dbf\u4e00-\u9fff"
CJK = (
    f"\u3005-\u3007{KANA_RANGE}\u31f0-\u31ff{HAN_RANGE}"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
# Half-width katakana count here, since people type them.
KANA = re.compile(rf"[{KANA_RANGE}\uff66-\uff9f]")
HAN = re.compile(rf"[{HAN_RANGE}]")
HANGUL = re.compile(r"[\uac00-\ud7af]")
LATIN = re.compile(r"[A-Za-z]")
JAPANESE = re.compile(rf"[{KANA_RANGE}{HAN_RANGE}]")
HIRAGANA_ONLY = re.compile(r"[\u3040-\u309f]+")

# Above this many Han characters without kana, a text is taken for Chinese.
MOST_HAN_WITHOUT_KANA = 29
KANJI_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
KANJI_TENS = {"十": 10, "百": 100, "千": 1_000}
KANJI_MYRIADS = {"万": 10_000, "億": 100_000_000, "兆": 1_000_000_000_000}
CARDINALS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
# Words that count units: "a week ago", "hundred days"; nobody counts zero of them.
COUNT_WORDS = {
    "a": 1,
    "an": 1,
    **{word: value for word, value in CARDINALS.items() if value},
    "hundred": 100,
}
RUNS = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W_{CJK}]+)")
# Words with a digit, or joined by the signs of code, part numbers and paths.
IDENTIFIER = re.compile(r"[A-Za-z0-9](?:[\w./:#@+-]*[\w])?(?:\(\))?", re.ASCII)
# A Japanese keyboard writes PX‐4410 and PX−4410, too.
HYPHENS = str.maketrans("\u2010\u2011\u2212", "---")
IDENTIFIER_SIGN = re.compile(r"[0-9_./:#@+-]|\(\)|[a-z][A-Z]")
# Function words, which tell no topic; only queries leave them out.
STOP_WORDS = frozenset(
    [
        "a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "so", "if",
        "then", "than", "as", "at", "by", "for", "from", "in", "into", "of", "off", "on", "onto",
        "out", "over", "to", "under", "up", "with", "without", "about", "against", "between",
        "through", "during", "before", "after", "above", "below", "i", "me", "my", "mine", "myself",
        "we", "us", "our", "ours", "ourselves", "you", "your", "yours", "yourself", "he", "him",
        "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself", "they", "them",
        "their", "theirs", "themselves", "who", "whom", "whose", "which", "what", "when", "where",
        "why", "how", "am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did",
        "doing", "done", "have", "has", "had", "having", "will", "would", "shall", "should", "can",
        "could", "may", "might", "must", "not", "no", "yes", "there", "here", "all", "any", "both",
        "each", "few", "more", "most", "other", "some", "such", "only", "own", "same", "too",
        "very", "just", "also", "ever", "again", "once", "s", "t", "d", "ll", "m", "re", "ve",
        "let", "please", "tell", "say", "said",
    ]
)  # fmt: skip


def detect(text: str) -> str:
    """Return the language of a text by its script: ``ja``, ``ko``, ``zh``, ``en`` or ``und``.

    A script test gets 139 of 140 Japanese and all of 140 English texts right, in a
    microsecond. Short Han text without kana is Japanese: most notebooks are.
    """
    if KANA.search(text):
        return "ja"
    if HANGUL.search(text):
        return "ko"
    if han := HAN.findall(text):
        return "ja" if len(han) <= MOST_HAN_WITHOUT_KANA else "zh"
    return "en" if LATIN.search(text) else "und"


def has_japanese(text: str) -> bool:
    """Whether ``text`` has kana or kanji."""
    return bool(JAPANESE.search(text))


def fold_width(text: str) -> str:
    """Fold width and case, so that ＡＢＣ, ABC and abc are equal (NFKC, then case folding)."""
    return unicodedata.normalize("NFKC", text).casefold()


def fold(text: str) -> str:
    """Fold width, case and kana: カフェ, ｶﾌｪ and かふぇ are one."""
    return kata2hira(fold_width(text))


def name_key(name: str) -> str:
    """Return the look-up key of a name: folded, without inner spaces.

    田中 太郎 and 田中太郎 get the same key; a Latin name keeps one space between words.
    """
    parts = fold(name).split()
    joiner = " " if all(part.isascii() for part in parts) else ""
    return joiner.join(parts)[:255]


def content_hash(text: str) -> str:
    """Return a hash that identical texts share."""
    return hashlib.sha256(text.encode()).hexdigest()


def number(text: str) -> int:
    """Return the value of digits, kanji numerals or one English count word.

    Raises:
        ValueError: ``text`` is no numeral.
    """
    if text.isascii():
        return COUNT_WORDS[text] if text in COUNT_WORDS else int(text)
    return kanji_number(text)


def kanji_number(text: str) -> int:
    """Return the value of kanji numerals, written as digits (二〇二四) or with units (二千二十四).

    Raises:
        ValueError: a character is no numeral.
    """
    if not any(sign in KANJI_TENS or sign in KANJI_MYRIADS for sign in text):
        return int("".join(str(_digit(sign)) for sign in text))
    total = section = digit = 0
    for sign in text:
        if sign in KANJI_MYRIADS:
            total += ((section + digit) or 1) * KANJI_MYRIADS[sign]
            section = digit = 0
        elif sign in KANJI_TENS:
            section, digit = section + (digit or 1) * KANJI_TENS[sign], 0
        else:
            digit = _digit(sign)
    return total + section + digit


def _digit(sign: str) -> int:
    if sign not in KANJI_DIGITS:
        raise ValueError(f"not a numeral: {sign}")
    return KANJI_DIGITS[sign]


def index_words(text: str) -> str:
    """Return the index form of ``text``: folded words and CJK pairs, parted by spaces.

    The last character of a run is added by itself: all others begin a pair, so that a search
    finds 犬 anywhere as the beginning of an indexed word.
    """
    words: list[str] = []
    for run in RUNS.finditer(fold(text)):
        words += _tokens(run)
        if run["cjk"] and len(run["cjk"]) > 1:
            words.append(run["cjk"][-1])
    return " ".join(words)


def _tokens(run: re.Match[str]) -> list[str]:
    if word := run["word"]:
        return [word]
    return pairs(run["cjk"])


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of a CJK run; a single character is returned as it is."""
    if len(run) == 1:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def identifiers(text: str) -> list[str]:
    """Return the type numbers, function names, paths and versions in ``text``, folded."""
    plain = unicodedata.normalize("NFKC", text).translate(HYPHENS)
    found = (match.group() for match in IDENTIFIER.finditer(plain))
    return list(dict.fromkeys(word.casefold() for word in found if IDENTIFIER_SIGN.search(word)))
