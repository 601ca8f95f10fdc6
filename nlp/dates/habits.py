"""Tell habits and generic seasons from times: "I always sleep badly in winter", 春は桜もきれい.

Only what recurs is in question: a weekday, a season, an hour. A year, a date with its year or
"last week" names one time, whatever stands beside it.
"""

import re

from .parts import Level
from .phrases import Phrase
from .spans import Tense
from .tense import TimeContext

UNITS = "day|week|month|year|morning|evening|night|weekday|weekend|spring|summer|autumn|fall|winter"
DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
HABIT = re.compile(
    r"毎(?:年|月|週|日|朝|晩|夜|回|[春夏秋冬])|いつも|普段|ふだん|大抵|たいてい|隔[週月年日]|習慣|定休|平日の"
    r"|たびに|がち[。、なで]|ことが多い|やすい|にくい|タイプ"
    r"|(?<![a-z])(?:always|usually|normally|typically|generally|often|sometimes|whenever|tends? to"
    rf"|(?:every|each|most)(?: other| single| second)? (?:{UNITS}|{DAYS})s?"
    rf"|(?:once|twice|times) (?:an?|per|each)|{DAYS}s)(?![a-z])"
)
# 週に2回、火曜と金曜: how often is said for the whole sentence.
FREQUENCY = re.compile(r"[年月週日]に(?:[0-9]|[一二三四五]|数)(?:回|度)|[年月週][0-9](?:回|で|の)")
# Of every year: 7月7日生まれ.
BORN = re.compile(r"[生産う]まれ(?!た|る|ま|て)")
SEASON = re.compile(r"[春夏秋冬]|真[夏冬]|梅雨(?:明け)?|お?正月")
ENGLISH_SEASON = re.compile(r"(?:spring|summer|autumn|fall|winter)(?:time)?")
# What happens whenever the season comes.
GENERIC = re.compile(
    r"[はもが、]|って|に(?:なると|なれば|なったら|は)|といえば|と言えば|らしい|っぽい"
    r"|入り|の(?:季節|時期|味覚|風物詩|よう|感じ|定番|名物|発表)"
)
# 火曜は燃えるゴミの日: every Tuesday.
DAY_FOR = re.compile(r"は[^、。]{0,20}[るのい]日(?:です|だ|なの?だ?)?よ?[。！!]?$")
# 金曜は在宅です, 火曜はジムに通っています: how a day is kept, not what happens on one.
KEPT = (
    r"在宅|リモート|テレワーク|出社|出勤|時短|早番|遅番|夜勤|日勤|シフト|定休|休館|休診|休肝日|ノー残業|ノー会議|ジム|ヨガ|塾"
    r"|教室|レッスン|習い事|稽古|部活|練習|当番|バイト|パート|弁当|カレー|洗濯|掃除|買い出し|断食|筋トレ|ランニング|デー"
)
KEPT_DAY = re.compile(
    rf"(?:日|曜|曜日)?は、?(?:[^、。?？]{{0,10}}(?:{KEPT})(?:勤務|の日)?(?:です|だ|で(?=[、す])|な(?:の|ん)?(?:で|だ)?|に(?:して|決め)|[。、！!]|$)"
    r"|[^、。?？]{1,24}(?:て(?:い)?(?:ます|る)|ことにして|と決めて|ことになって)(?![^。]{0,6}[?？か]))"
)
# "Friday is laundry day", "Friday is my day off".
ENGLISH_KEPT_DAY = re.compile(
    r" (?:is|are|=) (?:always |usually )?(?:(?:my|our|his|her|their|the) )?(?:[a-z]+ )?(?:day|night)("
    r"?: off)?(?![a-z])"
)
TOLD = (Tense.PAST, Tense.FUTURE)


def is_habit(
    phrase: Phrase, words: str, around: TimeContext, tense: Tense | None, *, is_bound: bool
) -> bool:
    """Whether a phrase names what recurs rather than one time.

    ``words`` are those of the phrase, folded. ``is_bound``: since, until or the like.
    """
    if not phrase.parts or any(part.cycle is None for part in phrase.parts):
        return False
    # "I was always late in March": that March is over.
    is_one = tense is Tense.PAST and phrase.parts[0].level <= Level.MONTH
    if not is_one and any(HABIT.search(each) for each in around.clause):
        return True
    if FREQUENCY.search(around.ahead) or BORN.match(around.behind):
        return True
    if phrase.parts[0].level is Level.WEEKDAY and DAY_FOR.match(around.behind):
        return True
    if phrase.parts[0].level is Level.WEEKDAY and _is_kept(around.behind):
        return True
    if is_bound or tense in TOLD:
        return False
    if SEASON.fullmatch(words):
        return bool(GENERIC.match(around.behind))
    return bool(ENGLISH_SEASON.fullmatch(words))


def _is_kept(behind: str) -> bool:
    """Whether the words behind a weekday say how that day is kept."""
    return bool(KEPT_DAY.match(behind) or ENGLISH_KEPT_DAY.match(behind))
