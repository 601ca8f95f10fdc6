"""Japanese rules for the things that people use, and for where things belong."""

import re

from nlp.facts.rules import NAMED, SOMETHING, SOMEWHERE, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, PLACE, THING

from .rules import AT_END, BETWEEN, IS, NOW, TOOL, rule

DEVICE = (
    r"(?:車|クルマ|スマホ|携帯|パソコン|PC|ノートパソコン|ノートPC|デスクトップ|エディタ|エディター|ターミナル|ブラウザ|カメラ|愛車|バイク|端末|OS"
    r"|キーボード|マウス|タブレット|時計|腕時計|スマートウォッチ|イヤホン|ヘッドホン|プリンター|手帳|ノート|ペン|万年筆|家計簿|メモ|ギター|自転車"
    r"|原付|愛機|検索|地図|会計ソフト|メール|メーラー|チャット|連絡|タスク管理|予定管理|スケジュール管理|パスワード管理|動画編集|画像編集|電子書籍)"
)
# Atomic: a list of five such names could otherwise be divided in more ways than can be tried.
LATIN = r"[A-Za-z](?:[^\W\u3040-\u30ff\u3400-\u9fff々]|[.+#-])+"
ONE = (
    rf"(?>(?:{NAMED}|{LATIN})[ァ-ヶー]*+|[ァ-ヶー]{{3,}})(?: ?[A-Za-z0-9][A-Za-z0-9.+-]*+){{0,3}}+"
)
TOOLS = rf"(?P<o>{ONE}(?:(?:と|や|、)(?!(?:OS|IDE)は){ONE})*)"
# What is done with a program: 家計簿はZaimでつけている.
KEPT = (
    r"(?:つけ|管理し|書い|描い|作っ|編集し|打っ|撮っ|開い|開発し|記録し|まとめ|読ん|聴い|聞い|見|やりとり"
    r"し|連絡し|整理し|保存し|作業し)"
)
TECHNICAL = re.compile(
    r"^(?:[A-Za-z][\w .+#-]+|ガラケー|スマホ|らくらくスマホ|アンドロイド|アイフォン)$"
)
RULES = (
    rule(
        "uses",
        rf"{TOOLS}を?(?:使って|利用して|使用して|愛用して)(?:い)?(?:た|ました)(?=[。、]|けど|が|んです|んだ|$)",
        Validity.OVER,
        is_list=True,
    ),
    rule("uses", rf"{TOOLS}(?:を)?(?:やめて|辞めて|卒業して)", Validity.OVER),
    rule(
        "uses",
        rf"{TOOLS}を(?:愛用中|愛用(?=[。、]|$)|使用(?:中|して(?:い)?(?:る|ます)|(?=[。、]|$)))",
        is_list=True,
    ),
    rule("uses", rf"{TOOLS}に(?:ずっと)?(?:乗って|乗り続けて){NOW}"),
    rule(
        "uses",
        rf"(?<!に)(?<!で){TOOLS}で(?:[^、。はが]{{1,10}}を)?{KEPT}(?:て|で)(?:い)?(?:る|ます|おります)(?=[。、]|$|けど|んで|ん|が)",
        is_list=True,
    ),
    rule(
        "uses",
        rf"(?:普段|ふだん|いつも|仕事で)(?:は)?{TOOLS}を使(?:う|い(?:ます|、))",
        is_list=True,
    ),
    rule("uses", rf"(?P<o>{ONE})愛用(?:です|。|$|中)"),
    rule("uses", rf"{TOOLS}に入れる(?:習慣|ように)"),
    rule(
        "uses",
        rf"(?:今|現在|いま)は{TOOLS}(?:です|だ(?=。)|を使|に(?:し|変え|替え))",
        fits=TECHNICAL,
    ),
    rule(
        "uses",
        rf"(?:^|(?<=[、。も]))(?:普段|ふだん|仕事|会社|自宅|家)?(?:の)?{DEVICE}(?:や[^、。は]{{1,8}})?は、?(?:もっぱら|ずっと|主に|全部|すべて)?{TOOLS}(?:です|だ|で|。|、|を|の|にし|に入|ユーザー|$)",
        is_list=True,
    ),
    rule("uses", rf"{TOOLS}(?:の)?(?:ユーザー|使い|愛用者)(?:です|だ|。|、|$)"),
    rule("uses", rf"{TOOLS}のを(?:毎朝|毎日|ずっと)?使って(?:い)?(?:る|ます)"),
    rule(
        "uses",
        rf"{TOOLS}を(?:使って|利用して|愛用して){NOW}",
        subjects=PERSON + ORGANIZATION + THING,
        is_list=True,
    ),
    rule(
        "uses",
        rf"{TOOL}(?:は|を)(?:もう)?(?:使って(?:い)?(?:ない|ません)|やめた|やめました|卒業した)",
        Validity.OVER,
    ),
    rule(
        "uses",
        rf"(?:(?P<left>{SOMETHING}|[A-Za-z][\w.+#-]+|[ァ-ヶー]{{3,}})から)?{TOOL}に(?:変え|替え"
        r"|乗り換え|移行し|切り替え)(?:た|ました)",
        Validity.BEGINS,
    ),
    rule("uses", rf"{TOOL}使って(?:い)?(?:る|ます)(?=[。！、]|$)"),
    rule(
        "uses",
        rf"{TOOL}を{BETWEEN}(?:使って|利用して|愛用して|採用して){NOW}",
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses",
        rf"{TOOL}を(?:使う|利用する)の(?:を|は)(?:やめ|止め|辞め)(?:た|ました){AT_END}",
        Validity.STOPPED,
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses", rf"{TOOL}(?:と[^、。はがを]{{1,12}})?で(?:描い|書い|作っ|編集し|打っ|撮っ)て{NOW}"
    ),
    rule(
        "uses",
        rf"(?:使ってる|使っている|愛用(?:してる|している)?)の?は、?{TOOL}(?:と|、|です|。|$)",
    ),
    rule(
        "located_in",
        rf"(?P<s>[{ORGANIZATION}-{THING}]\ue1ff*)(?:の(?:本社|本店|店舗|事務所"
        rf"|オフィス|本部))?は(?P<o>{SOMEWHERE})(?:に(?:ある|あります|位置する|位置しています))"
        rf"{AT_END}",
        subjects=ORGANIZATION + PLACE + THING,
    ),
    rule(
        "part_of",
        rf"(?P<s>[{ORGANIZATION}-{THING}]\ue1ff*)は"
        rf"(?P<o>[{ORGANIZATION}-{THING}]\ue1ff*)の(?:一部|子会社|一機能|一部門|傘下"
        rf"|グループ会社){IS}",
        subjects=ORGANIZATION + PLACE + THING,
    ),
)
