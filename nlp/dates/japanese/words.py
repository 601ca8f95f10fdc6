"""Japanese words for times, and their meaning."""

from nlp.dates.parts import Part, Pick
from nlp.dates.recurring import (
    days_of_month,
    days_of_week,
    months_of_year,
    nth_weekday,
    period,
    weekend,
)
from nlp.dates.relative import between_offsets
from nlp.dates.spans import Grain

UNITS = {
    "年": Grain.YEAR,
    "月": Grain.MONTH,
    "週": Grain.WEEK,
    "日": Grain.DAY,
    "時": Grain.HOUR,
    "分": Grain.MINUTE,
}

RELATIVE = {
    "一昨々年": (Grain.YEAR, -3), "一昨年": (Grain.YEAR, -2), "おととし": (Grain.YEAR, -2),
    "去年": (Grain.YEAR, -1), "昨年": (Grain.YEAR, -1), "きょねん": (Grain.YEAR, -1),
    "今年": (Grain.YEAR, 0), "ことし": (Grain.YEAR, 0), "本年": (Grain.YEAR, 0),
    "来年": (Grain.YEAR, 1), "らいねん": (Grain.YEAR, 1), "再来年": (Grain.YEAR, 2),
    "さ来年": (Grain.YEAR, 2), "さ来月": (Grain.MONTH, 2), "さ来週": (Grain.WEEK, 2),
    "さらいねん": (Grain.YEAR, 2), "さらいげつ": (Grain.MONTH, 2), "さらいしゅう": (Grain.WEEK, 2),
    "先々月": (Grain.MONTH, -2), "先月": (Grain.MONTH, -1), "せんげつ": (Grain.MONTH, -1),
    "今月": (Grain.MONTH, 0), "こんげつ": (Grain.MONTH, 0), "来月": (Grain.MONTH, 1),
    "らいげつ": (Grain.MONTH, 1), "再来月": (Grain.MONTH, 2),
    "先々週": (Grain.WEEK, -2), "先週": (Grain.WEEK, -1), "せんしゅう": (Grain.WEEK, -1),
    "今週": (Grain.WEEK, 0), "こんしゅう": (Grain.WEEK, 0), "来週": (Grain.WEEK, 1),
    "らいしゅう": (Grain.WEEK, 1), "再来週": (Grain.WEEK, 2),
    "一昨々日": (Grain.DAY, -3), "さきおととい": (Grain.DAY, -3), "一昨日": (Grain.DAY, -2),
    "おととい": (Grain.DAY, -2), "おとつい": (Grain.DAY, -2), "昨日": (Grain.DAY, -1),
    "今日": (Grain.DAY, 0), "本日": (Grain.DAY, 0), "明日": (Grain.DAY, 1),
    "明後日": (Grain.DAY, 2), "あさって": (Grain.DAY, 2), "明々後日": (Grain.DAY, 3),
    "しあさって": (Grain.DAY, 3),
    "前四半期": (Grain.QUARTER, -1), "今四半期": (Grain.QUARTER, 0), "来四半期": (Grain.QUARTER, 1),
    "前世紀": (Grain.CENTURY, -1), "今世紀": (Grain.CENTURY, 0),
}  # fmt: skip
# Short hiragana words are parts of others (きょうだい, とうきょう): a particle must follow.
SPOKEN_DAYS = {"きのう": -1, "きょう": 0, "あした": 1, "あす": 1}
# To the end of the running unit: 年内に終わらせる.
WITHIN = {"年内": Grain.YEAR, "月内": Grain.MONTH, "週内": Grain.WEEK}
FISCAL = {
    "一昨年度": -2,
    "昨年度": -1,
    "前年度": -1,
    "去年度": -1,
    "今年度": 0,
    "本年度": 0,
    "来年度": 1,
}

# Hours of the day; more than 24 is the next morning.
DAY_PARTS: dict[str, tuple[int, int]] = {
    "早朝": (4, 8), "朝イチ": (7, 10), "朝一番": (7, 10), "朝いち": (7, 10), "朝一": (7, 10),
    "午後イチ": (13, 14), "午後一番": (13, 14), "午後いち": (13, 14), "午後一": (13, 14),
    "昼イチ": (13, 14), "昼一": (13, 14), "昼休み": (12, 13), "お昼過ぎ": (12, 15), "昼前": (10, 12),
    "夜遅く": (21, 28), "夜明け": (4, 7), "明け方": (3, 7), "朝": (4, 11), "午前中": (0, 12), "午前": (0, 12),
    "正午": (12, 13), "昼過ぎ": (12, 15), "お昼": (11, 14), "昼": (11, 14), "昼間": (10, 17),
    "日中": (9, 17), "午後": (12, 18), "夕方": (15, 19), "夕刻": (15, 19), "夜中": (22, 28),
    "真夜中": (23, 28), "深夜": (22, 28), "夜": (18, 29), "晩": (18, 29), "未明": (0, 4),
}  # fmt: skip
# Clear without a day.
DAY_PARTS_ALONE = {
    "午前中", "午前", "午後", "正午", "早朝", "明け方", "深夜", "未明", "朝イチ", "朝一番", "朝いち",
    "午後イチ", "午後一番", "午後いち", "昼イチ", "昼過ぎ", "お昼過ぎ",
}  # fmt: skip
# Hiragana that is a part of other words, too: いけさん, お出かけされ.
SPOKEN_NIGHTS = {"ゆうべ": (-1, "夜"), "夕べ": (-1, "夜"), "けさ": (0, "朝")}
NIGHTS = {
    "昨夜": (-1, "夜"), "昨晩": (-1, "夜"), "昨夕": (-1, "夕方"),
    "今朝": (0, "朝"), "今夜": (0, "夜"), "今晩": (0, "夜"), "今夕": (0, "夕方"),
    "昨朝": (-1, "朝"), "明朝": (1, "朝"), "明晩": (1, "夜"),
}  # fmt: skip

MonthDay = tuple[int, int]
SEASONS: dict[str, tuple[MonthDay, MonthDay]] = {
    "春": ((3, 1), (6, 1)), "夏": ((6, 1), (9, 1)), "秋": ((9, 1), (12, 1)), "冬": ((12, 1), (3, 1)),
}  # fmt: skip
PERIODS: dict[str, tuple[MonthDay, MonthDay, Grain]] = {
    "早春": ((2, 15), (4, 1), Grain.SEASON), "初春": ((3, 1), (4, 1), Grain.SEASON),
    "晩春": ((5, 1), (6, 1), Grain.SEASON), "初夏": ((5, 15), (7, 1), Grain.SEASON),
    "真夏": ((7, 1), (9, 1), Grain.SEASON), "晩夏": ((8, 10), (9, 10), Grain.SEASON),
    "初秋": ((9, 1), (10, 1), Grain.SEASON), "晩秋": ((11, 1), (12, 10), Grain.SEASON),
    "初冬": ((11, 20), (1, 1), Grain.SEASON), "真冬": ((12, 20), (2, 20), Grain.SEASON),
    "梅雨": ((6, 1), (7, 21), Grain.SEASON),
    "春休み": ((3, 20), (4, 9), Grain.SEASON), "夏休み": ((7, 20), (9, 1), Grain.SEASON),
    "冬休み": ((12, 24), (1, 9), Grain.SEASON),
    "年末年始": ((12, 28), (1, 6), Grain.WEEK), "年の瀬": ((12, 21), (1, 1), Grain.WEEK),
    "年末": ((12, 15), (1, 1), Grain.WEEK), "年始": ((1, 1), (1, 8), Grain.WEEK),
    "年初": ((1, 1), (2, 1), Grain.MONTH), "年明け": ((1, 1), (1, 16), Grain.WEEK),
    "年度末": ((3, 1), (4, 1), Grain.MONTH), "年度初め": ((4, 1), (5, 1), Grain.MONTH),
    "年越し": ((12, 31), (1, 2), Grain.DAY),
    "お正月": ((1, 1), (1, 8), Grain.WEEK), "正月": ((1, 1), (1, 8), Grain.WEEK),
    "三が日": ((1, 1), (1, 4), Grain.DAY), "元日": ((1, 1), (1, 2), Grain.DAY),
    "元旦": ((1, 1), (1, 2), Grain.DAY), "節分": ((2, 2), (2, 4), Grain.DAY),
    "バレンタインデー": ((2, 14), (2, 15), Grain.DAY), "バレンタイン": ((2, 14), (2, 15), Grain.DAY),
    "ひな祭り": ((3, 3), (3, 4), Grain.DAY), "ひなまつり": ((3, 3), (3, 4), Grain.DAY),
    "ホワイトデー": ((3, 14), (3, 15), Grain.DAY),
    "ゴールデンウィーク": ((4, 29), (5, 7), Grain.WEEK), "ゴールデンウイーク": ((4, 29), (5, 7), Grain.WEEK),
    "こどもの日": ((5, 5), (5, 6), Grain.DAY), "子どもの日": ((5, 5), (5, 6), Grain.DAY),
    "建国記念の日": ((2, 11), (2, 12), Grain.DAY), "天皇誕生日": ((2, 23), (2, 24), Grain.DAY),
    "昭和の日": ((4, 29), (4, 30), Grain.DAY), "憲法記念日": ((5, 3), (5, 4), Grain.DAY),
    "みどりの日": ((5, 4), (5, 5), Grain.DAY), "山の日": ((8, 11), (8, 12), Grain.DAY),
    "文化の日": ((11, 3), (11, 4), Grain.DAY), "勤労感謝の日": ((11, 23), (11, 24), Grain.DAY),
    "七夕": ((7, 7), (7, 8), Grain.DAY), "お盆休み": ((8, 11), (8, 17), Grain.WEEK),
    "お盆": ((8, 13), (8, 17), Grain.DAY),
    "ハロウィン": ((10, 31), (11, 1), Grain.DAY), "ハロウィーン": ((10, 31), (11, 1), Grain.DAY),
    "クリスマスイブ": ((12, 24), (12, 25), Grain.DAY), "クリスマスイヴ": ((12, 24), (12, 25), Grain.DAY),
    "クリスマス": ((12, 24), (12, 26), Grain.DAY), "大晦日": ((12, 31), (1, 1), Grain.DAY),
    "大みそか": ((12, 31), (1, 1), Grain.DAY),
}  # fmt: skip
NAMED: dict[str, Part] = {
    **{word: period(first, after, grain) for word, (first, after, grain) in PERIODS.items()},
    "成人の日": nth_weekday(1, 2, 0), "母の日": nth_weekday(5, 2, 6), "父の日": nth_weekday(6, 3, 6),
    "敬老の日": nth_weekday(9, 3, 0), "海の日": nth_weekday(7, 3, 0),
    "スポーツの日": nth_weekday(10, 2, 0),
    "上半期": months_of_year(1, 6, Grain.QUARTER), "下半期": months_of_year(7, 6, Grain.QUARTER),
    "上旬": days_of_month(1, 10), "中旬": days_of_month(11, 20), "下旬": days_of_month(21, None),
    "月初め": days_of_month(1, 7), "月初": days_of_month(1, 7), "月末": days_of_month(-7, None),
    "月半ば": days_of_month(11, 20),
    "月頭": days_of_month(1, 10), "週末": weekend(), "土日": weekend(),
    "週明け": days_of_week(0, 2), "週初め": days_of_week(0, 2),
    "週半ば": days_of_week(2, 4),
}  # fmt: skip
# Times only inside a named month or year.
NAMED_BESIDE = {"上旬", "中旬", "下旬", "土日"}
WEEKDAYS = {sign: place for place, sign in enumerate("月火水木金土日")}
ERAS = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "r": 2018,
    "h": 1988,
    "s": 1925,
}

VAGUE_WORDS = {
    "先日": between_offsets(Grain.DAY, -14, -1),
    "この前": between_offsets(Grain.DAY, -14, -1),
    "こないだ": between_offsets(Grain.DAY, -14, -1),
    "この間": between_offsets(Grain.DAY, -14, -1),
    "最近": between_offsets(Grain.DAY, -30, 0),
    "近頃": between_offsets(Grain.DAY, -30, 0),
    "このごろ": between_offsets(Grain.DAY, -30, 0),
    "この頃": between_offsets(Grain.DAY, -30, 0),
    "さっき": between_offsets(Grain.HOUR, -3, 0),
    "さきほど": between_offsets(Grain.HOUR, -3, 0),
    "今しがた": between_offsets(Grain.HOUR, -1, 0),
    "先ほど": between_offsets(Grain.HOUR, -3, 0),
    "先程": between_offsets(Grain.HOUR, -3, 0),
}
PICKS = {
    "今度": Pick.NEXT,
    "次": Pick.NEXT,
    "この前": Pick.LAST,
    "こないだ": Pick.LAST,
    "この間": Pick.LAST,
    "前": Pick.LAST,
    "この": Pick.CURRENT,
}
