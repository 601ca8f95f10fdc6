"""Read numerals: 12, 十二, 二〇二四, 三億五千万, twelve."""

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
