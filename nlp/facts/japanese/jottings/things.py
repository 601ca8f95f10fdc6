"""Japanese rules for what notes say in few words of devices, pets, clubs and health."""

from nlp.facts.japanese.food_and_pets import ANIMAL
from nlp.facts.japanese.health.words import NAME
from nlp.facts.japanese.rules import rule
from nlp.facts.japanese.things import ONE
from nlp.facts.rules import SOMEONE, Rule
from nlp.facts.sentences import PERSON, REST, THING

HEAD = r"(?:^[\s・*-]*|(?<=[、。！!？?：:\s]))"
PET_NAME = (
    rf"(?P<o>[{PERSON}{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}|[一-龥]{{1,2}})"
    r"(?:ちゃん|くん)?"
)
# Dialects say so as well: つけてんねん, 使っとる, 乗ってるんだども.
DOING = r"(?:い?る|い?ます|んねん|んだども|るんだども|んだ|んです|おり)(?![か人方])"
WORN = r"(?:使って|つけて|着けて|着用して|はめて)"
AID = (
    r"(?P<o>補聴器|眼鏡|メガネ|老眼鏡|車椅子|車いす|杖|白杖|入れ歯|義足|コルセット|CPAP|シーパップ|歩行器"
    r"|シルバーカー)"
)
VEHICLE = r"(?P<o>(?:電動(?:アシスト)?)?自転車|チャリ|原付|バイク|軽トラ(?:ック)?|スクーター|カブ)"
BRAND = (
    r"(?:トヨタ|ホンダ|日産|スズキ|ダイハツ|マツダ|スバル|三菱|日野|いすゞ|ヤマハ|カワサキ|シマノ|ダイワ"
    r"|クボタ|ヤンマー|イセキ)"
)
MODEL = rf"(?P<o>{BRAND}の?[ 　]?[ァ-ヶーA-Za-z0-9][ァ-ヶーA-Za-z0-9-]{{1,11}}|[ァ-ヶー]{{3,10}})"
OLD_DEVICE = r"(?P<o>ガラケー|らくらくホン|らくらくスマホ|ワープロ|フィルムカメラ)"
DEVICE = r"(?:PC|パソコン|スマホ|携帯|タブレット|ノート|キーボード|エディタ)"
USES: tuple[Rule, ...] = (
    rule("uses", rf"(?:{HEAD}|(?<=て))(?:[^\s、。はがを]{{1,6}}[ 　])?{AID}を?[ 　]?{WORN}{DOING}"),
    rule("uses", rf"{HEAD}{AID}を?毎[晩朝日](?:つけ|使)"),
    rule(
        "uses",
        rf"(?:いつも|毎日|普段は?|通勤は){VEHICLE}で(?:通って|通勤|通学|行って|走って|移動)",
    ),
    rule("uses", rf"{VEHICLE}(?:通勤|通学)(?=[。、\s]|です|して|だ|な|で)"),
    rule("uses", rf"{HEAD}(?:車両?|クルマ|愛車|トラック|バイク)[ 　：:]{{1,2}}{MODEL}"),
    rule("uses", rf"{HEAD}{MODEL}に?乗(?:って{DOING}|っとる|っとります|りよる|っとって)"),
    rule(
        "uses",
        rf"{HEAD}(?:[^\s、。はがを]{{1,6}}[ 　])?(?P<o>{BRAND}(?:の|[ 　])?[^\s、。はがを]{{2,10}})を?[ 　]?"
        r"使(?:っとる|ってる|っています|用中)",
    ),
    rule(
        "uses",
        r"(?P<o>[A-Za-z][A-Za-z0-9.+#-]{1,14}|[ァ-ヶー]{3,10})を(?:メイン|常用|普段使い)の?[^、。\s]{0,8}に"
        r"(?:し|使)",
    ),
    rule(
        "uses",
        rf"(?:会社|社内|仕事|職場|業務|自宅|家)(?:で|では)は?(?P<o>{ONE})を使(?:って|用|い(?:、|ます))",
    ),
    rule(
        "uses",
        r"(?:^|(?<=[、。\s]))(?P<o>[ァ-ヶーA-Za-z][ァ-ヶーA-Za-z0-9 ]{1,12})を?(?:使用中|装着中)",
    ),
    rule("uses", rf"(?:ずっと|今も|いまも|未だに|まだ){OLD_DEVICE}を?(?:使って|なん|です|だ)"),
    rule(
        "uses",
        rf"(?:会社|仕事|社用)?{DEVICE}[ 　：:](?P<o>[A-Z][\w+-]{{1,12}}(?: [A-Z0-9][\w+-]{{0,10}}){{0,2}})"
        r"(?=[ 　]?[/／、。（(\n]|$)",
    ),
)
PETS: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"{HEAD}{PET_NAME}[ 　]?[（(](?:うちの|我が家の|実家の)?(?P<kind>{ANIMAL})[^（）()\n]{{0,6}}[)）]",
    ),
    rule(
        "pet",
        rf"(?:うち|我が家|家)の(?P<kind>{ANIMAL})[ 　・]{PET_NAME}(?=[ 　はがのをに、。]|$)",
    ),
    rule(
        "pet",
        rf"(?:うち|我が家|家)の(?P<kind>{ANIMAL})(?:、|は){PET_NAME}"
        r"(?:と申|と言い|といい|という|っていう|って名)",
    ),
    rule(
        "pet",
        rf"うちの{PET_NAME}(?:が|は)(?:もう)?[^、。はが]{{0,8}}の(?P<kind>{ANIMAL})(?:な|だ|です|で)",
    ),
)
CLUB = r"(?:コーラス|合唱団?|サークル|クラブ|チーム|バンド|劇団|句会|楽団|教室|太極拳|卓球|テニス|手話|読書会)"
LEADER = r"(?:班長|課長|係長|組長|主将|リーダー|リード|キャプテン|まとめ役)"
CLUBS: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"{CLUB}[ 　]?「(?P<o>[^「」\n]{{2,14}})」(?:で|に|の|[ 　]|$|[（(])(?!行って|見学|誘われ)",
    ),
    rule(
        "member_of",
        rf"{CLUB}の(?P<o>[一-龥ァ-ヶー]{{2,8}}会)(?:に(?:入|所属|参加)|で|の(?:例会|練習))",
    ),
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶーA-Za-z0-9]{1,10}[班課係部組]|[一-龥ァ-ヶーA-Za-z]{2,12}チーム)"
        rf"の{LEADER}(?:は(?:おれ|俺|私|わたし|自分|僕)|を?(?:やって|して|務めて|続投))",
    ),
)
BODY = r"(?P<o>耳が遠[いく]|[目足]が(?:悪い|悪く|不自由)|[膝腰]が悪[いく])"
# A note's line that begins with an illness is about whoever writes it.
HEALTH: tuple[Rule, ...] = (
    rule(
        "condition",
        rf"^[\s・*-]*(?P<o>{NAME})(?:の(?:薬|通院|受診|検査|検査結果|手帳|診断)|科|手帳"
        r"|[ 　]?(?:診断|と診断|薬|通院))"
        r"(?=[ 　：:（(→]|は[朝昼夕夜毎一二三]|$)",
    ),
    rule(
        "condition",
        rf"^[\s・*-]*(?P<o>{NAME})(?=、[^。、]{{0,12}}(?:使用中|治療中|通院|服薬|の薬))",
    ),
    rule("condition", rf"{HEAD}{BODY}(?:て|ので|から|んだ|です|んで)"),
    rule(
        "condition",
        rf"(?P<s>{SOMEONE})(?:の病気)?[ 　：:はが]{{1,2}}(?P<o>{NAME})(?=[。、\s→]|$|で(?:す|、)|だ)",
    ),
)
RULES: tuple[Rule, ...] = USES + PETS + CLUBS + HEALTH
