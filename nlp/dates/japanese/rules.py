"""Patterns of Japanese time expressions, and the words that modify them."""

import re

from nlp.dates.modifiers import ABOUT, Bound, Modifiers, Portion, modifiers
from nlp.dates.rules import DateRule, cjk_rule, latin_rule
from nlp.text.sentences import alternation

from .clocks import make_clock, make_day_part, make_night
from .makers import (
    make_century,
    make_counted,
    make_dated_weekday,
    make_day,
    make_decade,
    make_era_date,
    make_era_year,
    make_fiscal,
    make_fiscal_year,
    make_golden_week,
    make_month,
    make_months,
    make_named,
    make_nth_weekday,
    make_picked_named,
    make_picked_season,
    make_quarter,
    make_relative,
    make_season,
    make_season_of,
    make_short_year,
    make_spoken_day,
    make_this_time,
    make_vague,
    make_weekday,
    make_weekend,
    make_window,
    make_within,
    make_year,
)
from .words import (
    DAY_PARTS,
    FISCAL,
    NAMED,
    NIGHTS,
    RELATIVE,
    SPOKEN_DAYS,
    SPOKEN_NIGHTS,
    VAGUE_WORDS,
    WITHIN,
)

N = "(?:[0-9]{1,4}|[〇一二三四五六七八九十百千]{1,5})"
UNIT = r"年|[ヶかカヵケ箇]月|週間?|日間?|時間|分間?"
IN_NUMBER = r"紀元前$|[0-9〇一二三四五六七八九十百千万第.,¥$€#/:+]$|(?<![年月日時])-$"
NUMBER_BEFORE = re.compile(IN_NUMBER)
# 毎週月曜 and 週に3日 name no single day.
EVERY = re.compile(
    rf"(?:毎[年月週日朝晩]?|例年|隔[週月]|各|あと|残り|約|計|丸|まる|同年?|翌年?|その年)の?$|(?<![0-9〇一二三四五六七八九十今来先去昨翌再々])[年月週]に$|{IN_NUMBER}"
)
# 会議の30分前, 食べて30分後: counted from something else than now.
ANCHOR_BEFORE = re.compile(
    rf"{IN_NUMBER}|(?<!ほん)の$|[くすつぬむぐぶるて]$|(?<!れ)で$|(?<!も)う$|(?<!たっ)た$|(?<![今日])から$"
    r"|[一-龥](?<![今約計昨日後前])(?<!大体|多分)$"
)
# What is left of 同年6月24日 is no day.
MONTH_BEFORE = re.compile(rf"{EVERY.pattern}|[0-9〇一二三四五六七八九十]月$")
# きょう in とうきょう is part of another word.
WORD_BEFORE = re.compile(r"[ぁ-んァ-ヺー一-龥々](?<![はもがのにとで])$")
# A season after a kanji is part of another word (青春, 常夏), unless the kanji ends a time.
KANJI_BEFORE = re.compile(r"(?:毎年|例年)の?$|[一-龥々](?<![年月週日前後末])$")
# 末 after 今年 is a portion of it; 年末 alone is a time of its own.
UNIT_BEFORE = re.compile(rf"{EVERY.pattern}|[今先来本々昨去前翌再]$")
# 3年前の夏: 前 belongs to the years.
PICK_BEFORE = re.compile(rf"{UNIT_BEFORE.pattern}|[年月週日間]$")
# 元日本代表 and クリスマスツリー are not days.
NO_THING = r"(?!本|ジャンボ|調整|前線|期|寒|晴|ツリー|ソング|カラー|キャロル|ローズ)"
PARTICLE = r"(?=[一-龥ァ-ヺa-z0-9はものにがとでか、。,?!？！〜~… \n]|$)"
RULES: tuple[DateRule, ...] = (
    cjk_rule(
        r"(?P<y>[12][0-9]{3}|[一二][〇一二三四五六七八九]{3})年"
        r"(?!間|代|度|前(?!半)|後(?!半)|以内|以上|ほど|くらい|ぐらい|分|もの|物)",
        make_year,
        NUMBER_BEFORE,
    ),
    cjk_rule(r"(?P<y>[0-9]{2})年(?=[0-9]{1,2}月)", make_short_year, NUMBER_BEFORE),
    cjk_rule(
        rf"(?P<era>令和|平成|昭和|大正|明治)(?P<y>元|{N})年(?P<fiscal>度)?(?![間代])", make_era_year
    ),
    latin_rule(
        r"(?P<era>[rhs])(?P<y>[0-9]{1,2})[./](?P<m>[01]?[0-9])[./](?P<d>[0-3]?[0-9])", make_era_date
    ),
    latin_rule(r"(?P<era>[rhs])(?P<y>[0-9]{1,2})年(?P<fiscal>度)?(?![間代])", make_era_year),
    cjk_rule(
        r"(?P<y>[12][0-9]{3}|[一二][〇一二三四五六七八九]{3})年度", make_fiscal_year, NUMBER_BEFORE
    ),
    cjk_rule(r"(?P<y>[12][0-9]{2}0|[0-9]0)年代", make_decade, NUMBER_BEFORE),
    cjk_rule(rf"(?P<n>{N})世紀", make_century, NUMBER_BEFORE),
    cjk_rule(
        r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
        r"(?![面光見曜額間謝刊例雨病蝿晴ほ後]|前(?!半)|さん(?!ざ)|ちゃん|くん)"
        rf"(?:(?P<d>{N})日(?!間|[前後目分](?!半)|曜))?",
        make_month,
        EVERY,
    ),
    cjk_rule(
        r"(?P<first>1[0-2]|[1-9])月?[~-](?P<last>1[0-2]|[1-9])月(?!前(?!半))",
        make_months,
        EVERY,
    ),
    cjk_rule(
        rf"(?P<d>{N})日(?!間|[前後目分曜酔坊替傘経付数中程本市町]|連続|ごと|に[一二三四五1-5][度回]|以[内上]|ぶり|おき|ほど|くらい|ぐらい)"
        r"(?P<marked>(?=[にのは、夜朝夕午]|から|まで))?",
        make_day,
        MONTH_BEFORE,
    ),
    cjk_rule(r"[（(](?P<w>[月火水木金土日])(?:曜日?)?(?:・?祝)?[)）]", make_dated_weekday),
    cjk_rule(
        r"(?:(?P<q>今度|次|この前|こないだ)の)?(?P<w>[月火水木金土日])曜日?(?!大工|ロード|サスペンス|どうでしょう|から夜ふかし|劇場|ごと|版|毎)",
        make_weekday,
        EVERY,
    ),
    cjk_rule(rf"(?:{alternation(RELATIVE)})(?![子的香菜号])", make_relative, re.compile("[日毎]$")),
    cjk_rule(r"第(?P<n>[1-5一二三四五])(?P<w>[月火水木金土日])曜日?", make_nth_weekday, EVERY),
    cjk_rule(rf"(?P<word>{alternation(SPOKEN_DAYS)}){PARTICLE}", make_spoken_day, WORD_BEFORE),
    cjk_rule(rf"(?:{alternation(SPOKEN_NIGHTS)}){PARTICLE}", make_night, WORD_BEFORE),
    cjk_rule(alternation(FISCAL), make_fiscal),
    cjk_rule(alternation(WITHIN), make_within, UNIT_BEFORE),
    cjk_rule(r"(?P<week>先々週|先週|今週|来週|再来週)末", make_weekend),
    cjk_rule(rf"(?:{alternation(NIGHTS)})(?!体)", make_night),
    cjk_rule(
        rf"(?:{alternation(DAY_PARTS)})(?![食飯刊日市礼焼顔景寝型露闇]|の紅茶|ロー|ティー)",
        make_day_part,
        EVERY,
    ),
    cjk_rule(
        r"(?P<s>[春夏秋冬])(?![日目田葉馬樹美子菜香原山川野])(?P<marked>(?=[にのはもから、頃ごころ]|まで|$))?",
        make_season,
        KANJI_BEFORE,
    ),
    cjk_rule(
        r"(?:(?P<q>今度|次|この前|前)の|(?P<q2>この))(?P<s>[春夏秋冬])(?![日目田葉馬樹美子菜香原山川野])",
        make_picked_season,
        PICK_BEFORE,
    ),
    cjk_rule(r"(?P<q>[昨今来])(?P<s>[春夏秋冬])", make_season_of),
    cjk_rule(rf"(?P<name>{alternation(NAMED)}){NO_THING}", make_named, UNIT_BEFORE),
    cjk_rule(
        rf"(?P<q>今度|次|この前|前)の(?P<name>{alternation(NAMED)}){NO_THING}",
        make_picked_named,
        PICK_BEFORE,
    ),
    latin_rule(r"gw", make_golden_week),
    cjk_rule(r"第?(?P<n>[1-4一二三四])四半期", make_quarter),
    cjk_rule(
        rf"(?P<noon>午前|午後)?(?P<h>{N})時(?!間|点|代|期|刻|的|々)(?P<n>半|{N}分)?(?!前半|後半)",
        make_clock,
        NUMBER_BEFORE,
    ),
    cjk_rule(
        rf"(?:(?P<low>[0-9一二三四五六七八九])[、,~・])?(?P<n>{N}|数|何|半)(?P<u>{UNIT})(?P<half>半)?間?(?P<some>か)?(?P<about>ほど|くらい|ぐらい|ばかり|あまり|余り|近く|以上)?"
        r"(?P<dir>前|後)(?![半後日者期])",
        make_counted,
        ANCHOR_BEFORE,
    ),
    cjk_rule(
        r"(?P<low>)(?P<n>半)(?P<u>月)(?P<half>)(?P<some>)(?P<about>)(?P<dir>前|後)", make_counted
    ),
    cjk_rule(
        rf"(?P<from>ここ|この|過去|直近|最近|今後|向こう|これから|あと)の?(?P<n>{N}|数|半)(?P<u>{UNIT})間?"
        r"(?![前後目酔曜])",
        make_window,
    ),
    cjk_rule(
        rf"(?:{alternation(VAGUE_WORDS)})(?!の(?:夏|冬|春|秋|.曜)|傍|接|性|線)",
        make_vague,
        re.compile("[優]$"),
    ),
    cjk_rule(r"今頃|今ごろ", make_this_time),
)

# Modifiers right after an expression.
AFTER: Modifiers = modifiers(
    {
        r"[ ]?(?:頃|ごろ|ころ|前後|あたり|辺り|くらい|ぐらい)": ABOUT,
        r"の?(?:初め|はじめ|始め|初頭|あたま|頭)": Portion.BEGINNING,
        r"の?(?:前半)": Portion.FIRST_HALF,
        r"の?(?:後半)": Portion.SECOND_HALF,
        r"の?(?:半ば|なかば|中盤|中頃|中ごろ)": Portion.MIDDLE,
        r"の?明け(?![方渡暮])": Portion.RIGHT_AFTER,
        r"の?(?:終わり|終り|おわり|終盤|末|暮れ)": Portion.END,
        r"(?:中に?|いっぱい|じゅう|のうちに?)(?![旬央心])": None,
        r"(?:以降|以後|から(?!の?[0-9一二三四五六七八九十]+(?:分|日|年|つ)))": Bound.SINCE,
        r"(?:より後|の後|以来)": Bound.AFTER,
        r"(?:までに?|以前|いっぱいまで)": Bound.UNTIL,
        r"(?:より前|の前(?!日|半)|になる前)": Bound.BEFORE,
    }
)
# Modifiers right before an expression.
BEFORE: Modifiers = modifiers(
    {r"(?:約|およそ|だいたい|大体|ざっと|たぶん)$": ABOUT, r"西暦$": None}
)
