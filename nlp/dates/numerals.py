"""Numbers as people write them: 12, 十二, 二〇二四, twelve."""

KANJI_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")}
KANJI_UNITS = {"十": 10, "百": 100, "千": 1000}
ENGLISH = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
}  # fmt: skip


def number(text: str) -> int:
    """Return the value of digits, kanji numerals (to 9999) or an English word to hundred.

    Raises:
        ValueError: it is none of these.
    """
    if text.isascii():
        return ENGLISH[text] if text in ENGLISH else int(text)
    if any(sign in KANJI_UNITS for sign in text):
        return _composed(text)
    return int("".join(str(_digit(sign)) for sign in text))


def _composed(text: str) -> int:
    total = digit = 0
    for sign in text:
        if size := KANJI_UNITS.get(sign):
            total += (digit or 1) * size
            digit = 0
        else:
            digit = _digit(sign)
    return total + digit


def _digit(sign: str) -> int:
    if sign not in KANJI_DIGITS:
        raise ValueError(f"not a numeral: {sign}")
    return KANJI_DIGITS[sign]
