"""Find the codes of doors, locks, devices and cards: digits that open something."""

import re
from collections.abc import Iterator

from ..spans import Match, half_width

# A code of digits, and what a number of this length may be besides.
_UNITS = (
    r"円|人|名|年|月|日|時|分|秒|回|個|件|本|枚|冊|号室|号線|号|階|番線|番地|丁目|度|歳|才|台|組|点|桁"
    r"|文字|ページ|行|メートル|キロ"
    r"|[Kk]?[gm]\b|cm|mm|km|ml|[GM]B|grams?|feet|foot|inch(?:es)?|metres?|meters?|people|percent|years?"
    r"|months?|weeks?|days?|hours?|minutes?|mins?\b|seconds?"
    r"|digits?|characters?|chars?|times|miles|dollars|pounds|euros|steps|words|pages|points|of\b|x\d"
)
VALUE = (
    r"(?<![\d$€£¥/.,#+A-Za-z_-])(?<!\d:)(\d{3,8}|\d{1,2}(?:[- ]\d{1,2}){2,3}"
    r"|\d{1,2}(?:、\d{1,2}){2,3})(?![A-Za-z_])"
    rf"(?![\d%:/]|-\d|[.,]\d|[^\S\n]?(?:{_UNITS}))"
)
NOT_CODE = re.compile(
    r"(?:\b(?:ending(?: in| with)?|ends in|last four|since|until|in|from|version"
    r"|(?<!for the )(?<!for my )(?<!to the )(?<!to my )(?:room|flat)|bus|floor|area"
    r"|zip|post(?:al)?"
    r"|part|(?:kanban|trello|story|index|library|loyalty) card|error|status"
    r"|country|plate|exit|http|promo|discount|dress|source|order|ticket|page|extension|ext|chrome"
    r"|firefox|safari|windows|python|ios|android|office|alarm (?:is )?set|alarm set)"
    r"(?: code| number)?(?: is| to| for|:)?|[下末]四?4?桁|末尾|内線"
    r"|(?:カンバン|付箋|図書|会員)の?カード|部屋番号"
    r"|(?:予約|受付|整理|注文|契約)番号|号車|エラー|郵便番号|市外局番"
    r"|クーポン|証券コード|機関コード|銘柄(?:コード)?|西暦|平成|令和|昭和)"
    r"[^\S\n]?[はが:：]?[^\S\n]?$",
    re.I,
)
# Words that name nothing but a code.
PIN = re.compile(
    r"(?<![A-Za-z])(?:PINs?(?!-)|PUK|puk|[Pp]in(?= (?:is|was|code|number|for|to|on|at|\d)|:"
    r"|,? \d))(?![A-Za-z-])(?! codes? (?:of|for) (?:city|area|district))|暗証(?:番号"
    r"|コード)?|パスコード|\b[Pp]asskey(?= (?:is|was)|:)"
    r"|(?:解錠|開錠|解除|解錠用|ロック解除)(?:の)?(?:番号|コード)|ロック(?:の)?番号|\b(?:passcode"
    r"|unlock code|entry code)\b"
    r"|パスワード(?=[ :]?\d{4,8}(?![\d桁文字回件人年月以]))"
)
PIN_VALUE = re.compile(VALUE)
PIN_WINDOW = re.compile(r"[^\n。!！]{0,70}")
GAP, NEXT_GAP = 45, 24
LOCKS = (
    r"\b(?:door|gate|alarm|garage|safe|lock|locker|lock ?box|padlock|keypad|key ?pad|lobby|building"
    r"|luggage|suitcase"
    r"|key ?box|key ?safe|panel|vault|gym|shed|phone|iphone|ipad|kindle|tablet|laptop|watch|sim|card|cabinet"
    r"|intercom"
    r"|entrance|barn|storage unit|bike|cellar|loft|voicemail|buzzer|barrier|cupboard|till|chest|printer"
    r"|copier|tv|console|router)s?\b"
)
_ACTS = (
    r"\b(?:code|combination|combo|pin(?!-)|press|enter|punch(?: in)?|dial|type|tap in|key in"
    r"|opens? (?:with|on|to)"
    r"|unlocks? (?:with|at|is)|set (?:it )?to|swipe|tap|you need|needs|numbers? (?:is|are)|disarm(?:s"
    r"|ed)? (?:with|by))\b"
)
ENGLISH = re.compile(
    rf"(?:{LOCKS}[^\n!?]{{0,60}}?{_ACTS}|{_ACTS}[^\n!?.]{{0,40}}?{LOCKS}|\b(?:combination"
    rf"|entry code)\b(?! of\b))"
    rf"[^\d\n!?.]{{0,24}}?{VALUE}",
    re.I | re.A,
)
# 4471 opens the gate; use 27051 for the alarm.
OPENS = re.compile(
    rf"{VALUE}[#*]?[^\S\n](?:opens|unlocks|disarms|gets you (?:in|through)|will open|lets you in"
    rf"|is the (?:\w+ )?"
    rf"(?:code|combination|pin)|(?:for|to open|to disarm|on|at) (?:the|our|my|his|her) (?:\w+ )?{LOCKS})",
    re.I | re.A,
)
# A padlock on the shed: 0-7-2-2; keypad 4471; gate code: C1948Y.
LABELED = re.compile(
    rf"(?:\b(?:padlock|combination lock|keypad|key ?safe|key ?box|lock ?box|safe|door|gate|alarm|locker"
    rf"|shed|garage)\b[^\n.!?\d]{{0,30}}?:"
    rf"|\b(?:keypad|key ?safe|key ?box|lock ?box)\b)[^\S\n]*{VALUE}"
    rf"|(?:{LOCKS})(?: code| combination)?(?:[^\n.!?]{{0,30}}?[,:–—]| is| are|['’]s"
    rf"|:)[^\S\n](\d{{1,2}}(?:-\d{{1,2}}){{2,3}})(?![\d-])"
    rf"|(?:{LOCKS})[^\n!?.]{{0,30}}?\b(?:code|pin|combination)\b[^\n!?.]{{0,24}}?(?:\bis|:)[^\S\n]*"
    r"((?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{3,8})(?![A-Za-z0-9])",
    re.I | re.A,
)
JAPANESE_LOCKS = (
    r"(?:南京錠|金庫|キーボックス|キーケース|宅配(?:ボックス|ロッカー)|オートロック|ロッカー|ダイヤル(?:錠"
    r"|式)?|ナンバー錠|門扉|玄関"
    r"|裏口|勝手口|シャッター|警備|スーツケース|スマホ|携帯|タブレット|[iI][pP]ad|[iI][pP]hone"
    r"|パソコン|画面ロック"
    r"|ロック|入口|通用口|ドア|ゲート|鍵|錠|郵便受け|ポスト|倉庫|物置|自転車|留守電|SIM|入館|施錠|チェーン"
    r"|キーパッド|トランク|ガレージ|車庫|書庫|留守番電話|複合機|コピー機|印刷機|(?<![一-龯])門(?![一-龯])|年齢制限|視聴制限|保護者|アプリ|SIM)"
)
# What is done with the digits, behind them; or the word that names them, before them.
JAPANESE = re.compile(
    rf"{JAPANESE_LOCKS}[^\n]{{0,40}}?(?:{VALUE}[#*]?(?=[」』]?(?:(?:を?呼び?出し?)?で(?:開|解|入|外"
    rf"|ロック|施錠|通)|に合わせ|と(?:押|打|入力)|を(?:押|入力|打|回)"
    rf"|って(?:書|押|入)|にすると|に(?:変更|変え|設定|セット)|に揃え|にそろえ))|(?:番号|コード|暗証|ロック"
    rf"|解除"
    rf"|ダイヤル|数字"
    rf"|キー)(?:が|は|を|の|も|、|:|：|「|\s){{0,3}}"
    rf"{VALUE})"
)
# Locks that have nothing but a code: 南京錠は3-0-8.
STRICT = re.compile(
    rf"(?:南京錠|金庫|キーボックス|ダイヤル錠|ナンバー錠|オートロック|スーツケース"
    rf"|キャリーケース|トランク)(?:の(?:番号|ロック|数字"
    rf"|ダイヤル))?(?:は|が|:|、|(?<=番号|数字)|(?<=ロック))(?:今は?|いまは?|現在)?\s?{VALUE}"
)
# The side gate is 4406 now; luggage lock 0-4-8; open it on 6034.
PLAIN = re.compile(
    rf"\b(?:gate|door|lock ?box|keypad|safe|alarm|padlock|lock|key ?safe)(?: is|['’]s)(?: now"
    r"| still)? (\d{4,6})"
    r"(?=[,.;\n]|$| now| then| and)|\b(?:lock|padlock|safe|vault|combination|locker|suitcase|luggage"
    rf"|lock ?box)[^\S\n]"
    r"(\d{1,2}(?:-\d{1,2}){2,3})(?![\d-])"
    r"|\b(?:key ?safe|keypad|lock ?box|padlock|(?:burglar|house) alarm"
    r"|key ?box)\b[^\n.!?\d]{0,40}?, (\d{4,6})"
    r"(?=[,.;\n]| then| and|$)"
    rf"|{LOCKS}[^\n!?]{{0,60}}?\b(?:open|unlock)s? (?:it |them )?(?:on|with|using) {VALUE}",
    re.I | re.A,
)
# What rings, asks or lets in, with the digits behind or before it.
WORDED = re.compile(
    rf"\b[Tt]o (?:disarm|unlock|open|arm|get in)\b[^\n.\d]{{0,24}}\b(?:press|type|enter|dial|punch in"
    rf"|key in)[^\S\n]{VALUE}"
    rf"|\balarm\b[^\n]{{0,30}}\bto put in {VALUE}|\btwo-step codes?\b[^\n\d]{{0,12}}(\d{{8}})(?!\d)"
    rf"|\b(?:telephone banking number|number underneath is)[^\n\d]{{0,24}}{VALUE}"
    rf"|\bto get (?:past|in|through)\b[^\n.\d]{{0,40}}\bis {VALUE}"
    rf"|(?:金庫|チェーン錠|南京錠)[=＝]?(\d{{1,2}}(?:-\d{{1,2}}){{2,3}}|\d{{4}})(?![\d年円号-])"
    rf"|(?:警報|アラーム)[^\n。]{{0,16}}以内に{VALUE}|数字を聞かれる[^\n。\d]{{0,8}}{VALUE}"
    rf"|テレホンバンキング[^\n。\d]{{0,12}}{VALUE}|PIN(\d{{4,8}})(?!\d)|PUK(\d{{8}})(?!\d)"
    r"|(?:\bpattern\b|パターン)[^\n\d。]{0,40}(?<!\d)(\d(?:[→・-]\d){3,8})(?![\d→])"
    rf"|\bsafe = (\d{{1,2}}(?:-\d{{1,2}}){{2}})(?![\d-])"
)
# Dials that are turned to both sides: 右に32、左に18、右に7; right 32, left 18.
TURNS = re.compile(
    r"(?:右|左)(?:回り?|\d回)?[にへで]?(?:\d回)?\d{1,2}(?:で[止と合][ぁ-ん]{1,4})?"
    r"(?:(?:、|,|，|→| )?(?:次に|また)?(?:右"
    r"|左)(?:回り?|\d回)?[にへで]?(?:\d回)?\d{1,2}){1,4}(?!番|人|m|度|歩|枚)"
    r"|\b(?:right|left|R|L)(?: to)? ?\d{1,2}(?:,? (?:then )?(?:right|left|R|L)(?: to)? ?\d{1,2}){2,4}\b"
)
TURNS_WORDS = re.compile(
    r"\b(?:safe|lock|combination|dial|locker|padlock)\b|金庫|ダイヤル|錠|ロッカー|郵便受け|ポスト",
    re.I | re.A,
)
# A dial of two wheels or more: 58-13で合わせる.
DIALED = re.compile(
    r"(?<![\d./-])(\d{1,3}(?:-\d{1,3}){1,4})[にで](?:ダイヤルを)?(?:合わせ|合わす|揃え|そろえ)"
)
# The four digits of a card.
FOUR_DIGITS = re.compile(
    rf"(?:カード|口座|ATM|暗証)[^\n。]{{0,20}}?(?<![下末])[四4]桁(?:の(?:番号|数字|やつ))?(?:は|が|:"
    rf"|、)\s?{VALUE}"
)
# 4471#, as typed at a gate.
KEYPAD = re.compile(r"(?<![\w#&/*])(?:[#*]\d{3,8}[#*]|\d{3,8}#)(?!\w)")
KEYPAD_WORDS = re.compile(
    r"\b(?:code|gate|door|keypad|pin|lock|alarm)\b|暗証|解錠|オートロック|ドア|玄関|共用|番号",
    re.I | re.A,
)
# A number of digits that opens something: five digits, 60417; Kindle asks for 1551.
COUNTED = re.compile(
    r"(?:\b(?:card|bank(?:ing)?|app|phone|door|alarm|code|pin|safe|kindle|tablet)\b[^\n]{0,30}?\b(?:four"
    r"|five|six|[456])[ -]digits?\b"
    rf"|{LOCKS}[^\n.!?]{{0,20}}?\b(?:asks? for|wants)\b)[^\d\n.]{{0,12}}?{VALUE}",
    re.I | re.A,
)
BY_WHAT_OPENS = (
    ENGLISH, JAPANESE, OPENS, LABELED, STRICT, PLAIN, COUNTED, FOUR_DIGITS, WORDED, DIALED,
)  # fmt: skip


def codes(text: str) -> Iterator[Match]:
    """Find codes by what they open, and digits behind a word for a PIN."""
    folded = half_width(text)
    yield from _pins(folded)
    for pattern in BY_WHAT_OPENS:
        for match in pattern.finditer(folded):
            at = next(at for at in range(1, len(match.groups()) + 1) if match[at])
            if not NOT_CODE.search(folded, max(0, match.start(at) - GAP), match.start(at)):
                yield match.start(at), match.end(at), 0.85
    if KEYPAD_WORDS.search(folded):
        for match in KEYPAD.finditer(folded):
            yield match.start(), match.end(), 0.8
    if TURNS_WORDS.search(folded):
        for match in TURNS.finditer(folded):
            yield match.start(), match.end(), 0.85


def _pins(text: str) -> Iterator[Match]:
    """Find the digits behind a word for a PIN, and those that follow them in a list."""
    for word in PIN.finditer(text):
        window = PIN_WINDOW.match(text, word.end())
        least, end = word.end() + GAP, window.end() if window else word.end()
        for match in PIN_VALUE.finditer(text, word.end(), end):
            before = text[max(word.end(), match.start() - GAP) : match.start()]
            if match.start() > least or NOT_CODE.search(before):
                break
            yield match.start(), match.end(), 0.85
            least = match.end() + NEXT_GAP
