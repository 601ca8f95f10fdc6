"""Japanese rules for things in use, told in a list or by a habit: 補聴器と杖、これを毎日使っとります."""

from functools import partial

from nlp.facts.japanese.daily.things import AID, VEHICLE
from nlp.facts.japanese.rules import rule
from nlp.facts.japanese.things import LATIN, ONE
from nlp.facts.rules import NAMED, Rule

listed = partial(rule, "uses", is_list=True)
FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?\sは])|(?<=けど、))"
TOOL = (
    rf"(?:{ONE}|らくらくスマートフォン|らくらくホン|{AID}|{VEHICLE}|[一-龥ァ-ヶー]{{2,8}}"
    rf"(?:機|計|器|鏡|靴|薬))"
)
TOOLS = rf"(?P<o>{TOOL}(?:(?:と|や|、|・){TOOL}){{0,4}})"
USED = r"使(?:う(?:て|とる)|っ(?:て(?:い?る|い?ます|おり|はる|まして)|とる|とります|ちょる))"
REMEDY = (
    r"(?:点鼻薬|目薬|点眼薬|吸入器|吸入薬|インスリン|湿布|漢方薬|降圧剤"
    r"|鎮痛剤|睡眠薬|塗り薬|軟膏|エピペン|酸素ボンベ|抗ヒスタミン薬|[ァ-ヶー]{4,12})"
)
GOODS = r"(?:道具|ツール|アプリ|ソフト|機材|エディタ|もの|端末|言語|サービス)"
RULES: tuple[Rule, ...] = (
    listed(
        rf"(?:使用して(?:い?る|おる|おります)|使って(?:い?る|おる)|愛用して(?:い?る|おる)){GOODS}は、?{TOOLS}"
        rf"(?:の[一二三四五2-9]つ)?(?=です|だ|や|で(?=、)|[。]|じゃ)"
    ),
    listed(rf"{FROM}{TOOLS}、(?:これ|この[二三2-3]つ)[はを](?:毎日|いつも|ずっと)?{USED}"),
    listed(rf"{FROM}{TOOLS}(?:だけ)?(?:は|も|を)(?:毎日|いつも|ずっと|よう|よく){USED}"),
    rule(
        "uses",
        rf"(?:{FROM}|(?<=病で)|(?<=症で))(?P<o>{REMEDY})(?:を)?(?:毎日|毎朝|毎晩|朝晩)?"
        rf"(?:を)?(?:常用|使用中|服用)(?:して(?:い?る|い?ます|おり)|しとる|し(?=、)|中|(?=[。\n]|$))",
    ),
    rule("uses", rf"移動は(?:もっぱら|いつも|ほぼ|全部)(?P<o>{VEHICLE})(?=[、。]|$|です|だ|や)"),
    rule(
        "uses",
        rf"{FROM}(?:[一-龥ァ-ヶー]{{1,6}}の)?(?:記録|ノート|メモ|日記|家計簿|予定|勉強)(?:の記録)?"
        rf"(?:は|を)(?P<o>{NAMED}|{LATIN})で(?:つけ|取っ|とっ|書い|管理し|残し)(?:て(?:い?る"
        rf"|い?ます|おり)|とる)",
    ),
    rule(
        "uses",
        rf"(?:{FROM}|(?<=/ )|(?<=／ ))(?:車|時計|カメラ|スマホ|パソコン|PC"
        rf"|自転車|バイク|タブレット)[ 　]?[：:＝=][ 　]?"
        rf"(?P<o>(?:{NAMED}|[ァ-ヶー]{{2,8}})(?: [ァ-ヶーA-Za-z0-9][ァ-ヶーA-Za-z0-9-]*)?)"
        rf"(?=[ 　]?[/／。、\n]|$)",
    ),
    rule(
        "uses",
        rf"(?P<o>{NAMED}の(?:[A-Z][A-Za-z0-9-]+|軽トラ|ミシン|包丁|カメラ"
        rf"|バイク|自転車))(?=、|さ乗|に乗|を使|を愛用|です)",
    ),
    rule("uses", rf"は(?P<o>{ONE})を愛用し(?:て|とる)"),
)
