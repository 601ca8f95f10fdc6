"""English words for times, and their meaning."""

from nlp.dates.parts import Part, Pick
from nlp.dates.recurring import easter, nth_weekday, period
from nlp.dates.relative import between_offsets
from nlp.dates.spans import Grain
from nlp.text.sentences import word_set

MONTHS = {
    "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4,
    "may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9,
    "sept": 9, "sep": 9, "october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12,
    "dec": 12,
}  # fmt: skip
# Verbs as well as months: they need a preposition of time before them, or a capital.
VERBS = {"may", "march"}
GIVEN_NAMES = {"april", "may", "june", "august"}
# Words after the verb "may" at the start of a sentence.
AFTER_VERB = word_set(
    "i we you he she it they the this that these those a an god be not there all your my our"
    " his her its their each every such one any anyone someone have never also only forward on"
    " up to with past out off back toward towards into through again"
)
WEEKDAYS = {
    "monday": 0, "mon": 0, "tuesday": 1, "tues": 1, "tue": 1, "wednesday": 2, "wed": 2,
    "thursday": 3, "thurs": 3, "thur": 3, "thu": 3, "friday": 4, "fri": 4, "saturday": 5, "sat": 5,
    "sunday": 6, "sun": 6,
}  # fmt: skip
# Abbreviations that are words without a capital.
WORDS_TOO = {"sat", "sun", "wed"}

UNITS = {
    "minute": Grain.MINUTE, "min": Grain.MINUTE, "hour": Grain.HOUR, "hr": Grain.HOUR,
    "day": Grain.DAY, "week": Grain.WEEK, "fortnight": Grain.WEEK, "month": Grain.MONTH,
    "quarter": Grain.QUARTER, "year": Grain.YEAR, "yr": Grain.YEAR, "decade": Grain.DECADE,
    "century": Grain.CENTURY,
}  # fmt: skip
UNIT_COUNTS = {"fortnight": 2}
RELATIVE = {
    "today": (Grain.DAY, 0), "yesterday": (Grain.DAY, -1), "tomorrow": (Grain.DAY, 1),
    "the day before yesterday": (Grain.DAY, -2), "the day after tomorrow": (Grain.DAY, 2),
    "day before yesterday": (Grain.DAY, -2), "day after tomorrow": (Grain.DAY, 2),
    "the week before last": (Grain.WEEK, -2), "the week after next": (Grain.WEEK, 2),
    "week before last": (Grain.WEEK, -2), "week after next": (Grain.WEEK, 2),
    "the month before last": (Grain.MONTH, -2), "the month after next": (Grain.MONTH, 2),
    "month before last": (Grain.MONTH, -2), "month after next": (Grain.MONTH, 2),
    "the year before last": (Grain.YEAR, -2), "the year after next": (Grain.YEAR, 2),
    "year before last": (Grain.YEAR, -2), "year after next": (Grain.YEAR, 2),
    "last year": (Grain.YEAR, -1), "this year": (Grain.YEAR, 0), "next year": (Grain.YEAR, 1),
}  # fmt: skip
STEPS = {
    "last": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
}
PICKS = {
    "last": Pick.LAST, "past": Pick.LAST, "previous": Pick.LAST, "this past": Pick.LAST,
    "this": Pick.CURRENT, "next": Pick.NEXT, "coming": Pick.NEXT, "this coming": Pick.NEXT,
    "upcoming": Pick.NEXT,
}  # fmt: skip

# Hours of the day; more than 24 is the next morning.
DAY_PARTS: dict[str, tuple[int, int]] = {
    "dawn": (3, 7), "early morning": (4, 8), "late morning": (9, 12), "morning": (4, 12),
    "noon": (12, 13), "noonish": (12, 13), "midday": (11, 14), "lunchtime": (11, 14), "lunch time": (11, 14),
    "early afternoon": (12, 15), "late afternoon": (15, 18), "afternoon": (12, 18),
    "evening": (17, 23), "night": (18, 29), "late night": (22, 29), "midnight": (23, 25),
}  # fmt: skip
# Clear after "at", without a day.
MOMENTS = {"noon", "noonish", "midday", "midnight", "dawn", "lunchtime"}

SEASONS: dict[str, Part] = {
    "spring": period((3, 1), (6, 1), Grain.SEASON), "summer": period((6, 1), (9, 1), Grain.SEASON),
    "autumn": period((9, 1), (12, 1), Grain.SEASON), "fall": period((9, 1), (12, 1), Grain.SEASON),
    "winter": period((12, 1), (3, 1), Grain.SEASON),
    "springtime": period((3, 1), (6, 1), Grain.SEASON),
    "summertime": period((6, 1), (9, 1), Grain.SEASON),
    "wintertime": period((12, 1), (3, 1), Grain.SEASON),
}  # fmt: skip
HOLIDAYS: dict[str, Part] = {
    "new year's day": period((1, 1), (1, 2), Grain.DAY),
    "new years day": period((1, 1), (1, 2), Grain.DAY),
    "new year's eve": period((12, 31), (1, 1), Grain.DAY),
    "new years eve": period((12, 31), (1, 1), Grain.DAY),
    "valentine's day": period((2, 14), (2, 15), Grain.DAY),
    "valentines day": period((2, 14), (2, 15), Grain.DAY),
    "white day": period((3, 14), (3, 15), Grain.DAY),
    "golden week": period((4, 29), (5, 7), Grain.WEEK),
    "halloween": period((10, 31), (11, 1), Grain.DAY),
    "christmas eve": period((12, 24), (12, 25), Grain.DAY),
    "christmas day": period((12, 25), (12, 26), Grain.DAY),
    "christmas": period((12, 24), (12, 26), Grain.DAY),
    "xmas": period((12, 24), (12, 26), Grain.DAY),
    "thanksgiving": nth_weekday(11, 4, 3, 4),
    "easter": easter(),
    "mother's day": nth_weekday(5, 2, 6),
    "father's day": nth_weekday(6, 3, 6),
    "summer vacation": period((7, 20), (9, 1), Grain.SEASON),
    "summer holidays": period((7, 20), (9, 1), Grain.SEASON),
    "summer break": period((7, 20), (9, 1), Grain.SEASON),
    "winter vacation": period((12, 20), (1, 9), Grain.SEASON),
    "winter holidays": period((12, 20), (1, 9), Grain.SEASON),
    "winter break": period((12, 20), (1, 9), Grain.SEASON),
    "spring break": period((3, 1), (4, 9), Grain.SEASON),
}
VAGUE_WORDS = {
    "the other day": between_offsets(Grain.DAY, -14, -1),
    "the other night": between_offsets(Grain.DAY, -14, -1),
    "recently": between_offsets(Grain.DAY, -30, 0),
    "lately": between_offsets(Grain.DAY, -30, 0),
    "these days": between_offsets(Grain.DAY, -30, 0),
    "just now": between_offsets(Grain.HOUR, -3, 0),
}
SEVERAL = {"a few": (2, 5), "few": (2, 5), "several": (3, 7), "a couple of": (2, 3),
           "couple of": (2, 3), "a couple": (2, 3), "some": (2, 6)}  # fmt: skip
# Numbers before these are sizes, not years: "in 2000 words".
MEASURED = (
    r"(?: |-)(?:bytes?|words?|characters?|chars?|items?|files?|people|persons?|tokens?|lines?|px|pixels?|ms"
    r"|seconds?|minutes?|hours?|days?|weeks?|months?|years?|steps?|times|rows?|cases?|users?|dollars"
    r"|euros|yen|usd|jpy|kg|km|m|mm|kb|mb|gb|percent|points?|pages?|requests?|queries|copies|units?)"
    r"(?![a-z])"
)
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
