"""Japanese rules for facts and relations."""

import re

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import (
    ORGANIZATION,
    OWNER,
    PERSON,
    REST,
    THING,
)
from nlp.text.sentences import (
    HONORIFICS,
    JAPANESE_FIRST_PERSON,
    POSITIONS,
    SENIOR,
    TEACHER,
    alternation,
)

TITLE = rf"(?:{alternation((*HONORIFICS, TEACHER, SENIOR, *POSITIONS))}|教授|マネージャー|リーダー|店長|監督)?"
FIRST = rf"(?:{alternation(JAPANESE_FIRST_PERSON)}|あたし|(?<![ぁ-ん])わし|{OWNER}{REST}*)"
KIN = (
    r"(?:義理の母|義理の父|義母|義父|義姉|義兄|義弟|義妹|祖母|祖父|姪っ子|甥っ子|姪|甥|孫娘|孫|長男|次男|三男|長女|次女|三女|嫁(?![いぎぐ])"
    r"|旦那|母親|父親|お母さん|お父さん|母さん|父さん|おばあちゃん|おじいちゃん|ばあちゃん|じいちゃん"
    r"|お姉ちゃん|お兄ちゃん|ばあさん|じいさん|実母|実父|母ちゃん|父ちゃん|姉ちゃん|兄ちゃん|母|父|妻|夫|娘|息子|妹|弟|姉|兄"
    r"|ばあば|じいじ|おかん|おとん|オカン|オトン|おふくろ|お袋|親父|おやじ"
    r"|おかあちゃん|おとうちゃん|おねえちゃん|おにいちゃん|かあちゃん|とうちゃん|ねえちゃん|にいちゃん|ねーちゃん|にーちゃん"
    r"|ばーちゃん|じーちゃん|おねえさん|おにいさん|おかあさん|おとうさん|おじいさん|おばあさん|姉貴"
    r"|ダンナ|だんな|亭主|かみさん|カミさん|かかあ|両親|兄貴|叔父|叔母|いとこ|彼女|彼氏|主人|家内|女房|倅|せがれ)"
)
FIRM_NAME = (
    r"(?:(?:株式会社|有限会社|合同会社|医療法人|社会福祉法人|学校法人|一般社団法人|NPO法人"
    r"|[(（]株[)）])[^\s、。にでをはがの（(」／/：:]{1,14}"
    r"|[一-龥ァ-ヶーA-Za-z]{2,10}(?:株式会社|信用金庫|銀行|工務店|物産|商事|製作所|工業"
    r"|建設|病院|クリニック|百貨店|新聞社|出版社?|運輸|倉庫|製薬"
    r"|電機|商店|食品|印刷|システムズ?|測量|建材|フィルム|精機|精工|技研|不動産|証券|生命"
    r"|保険|農協|郵便局|市役所|区役所|役場|県庁))"
)
PLAIN_NAME = (
    rf"(?:{FIRM_NAME}|(?<![一-龥ァ-ヶー])[ァ-ヶー]{{3,}}|[A-Z][A-Za-z0-9&.+#-]{{1,}}|[一-龥]{{2,8}}(?:社|大学"
    r"|銀行|株式会社))"
)
PLAIN_PLACE = (
    r"(?<![一-龥ァ-ヶー])(?!(?:去年|今年|来年|昨年|夫婦|家族|[一二三四五六七八九十数]人|実家|会社|現在|最近"
    r"|学生|友達|友人|自宅|近所|都会|田舎|海外|地元|地方|同じ|大学|高校|学校"
    r"|今月|先月|毎日|当時|以前|旦那|息子|アパート|マンション|ホテル|シェアハウス|平日|週末"
    r"|毎週|一緒|普段|本人|両親))(?!(?:家|森|島|村|町|街|山|海|寮|城|国|都|県|庭|市|区|宿|店|駅|川|谷"
    r"|丘|夢|上|下|隣|横|前|奥|外|内|中|部屋|一階|二階|三階|団地|社宅|平屋|古民家|一軒家|田)(?:[に で"
    r"へ]|の))(?:[一-龥]{2,4}|[ァ-ヶー]{2,}|さいたま|つくば|いわき|むつ)"
)

# Endings of a sentence or clause: 住んでいる友達 states nothing about the speaker.
AT_END = (
    r"(?=(?:んだ|んです|んや|わけ|のだけど|んですけど|もん|さ|な|で|んで|なあ|な〜|ー|〜"
    r"|のだ|のです|よ|ね|ぞ|わ|が|けれど|けど|ので|から|し|そうだ|そうです|らしい|らしいです"
    # 住んでんねん, 使ってるんだども, 乗っとるけん
    r"|ねん|やん|や|ども|けんど|けん|けぇ|けえ|さかい|ばい|っちゃ|べ|のよ|の"
    r"|とのこと|とのことです|って|だって)*(?:[。、.！!\s）)」…‥w笑♪☀-➿🌀-🫿]|$|けど|けん(?!か)|ばってん|もんで|(?<=[すだ])が(?=[^、。\s])))"
)
NOW = (
    rf"(?:(?:い(?:る|ます|て)|る|ます|まして|おり(?:ます)?|て(?=、)|ん(?=ねん|だ|です|や|よ)){AT_END}"
    r"|る(?=[一二三四1-4]年))"
)
PAST = rf"(?:い(?:た|ました)|た|ました|おりました){AT_END}"
NO_MORE = rf"(?:い(?:ない|ません)|ない|ません|おりません){AT_END}"
DONE = rf"(?:した|しました|して(?=、)|し(?=、)|してきた|してきました){AT_END}"
IS = rf"(?:だ|です|である|なんだ|なんです|で(?=、))?{AT_END}"
BETWEEN = r"[^。、はがをにへでと]{0,8}?"

BODY = rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:社|さん)?"
SPOT = (
    rf"(?P<o>{SOMEWHERE}(?:内(?=に))?|{PLAIN_PLACE}|(?<![一-龥])[津柏堺呉燕関泉蕨](?=[にで](?:住|一人暮|"
    r"暮ら)))"
)
# Whoever lives somewhere, as the noun behind it: 福井に住む主婦です.
PERSONS = (
    r"(?:[^、。はが]{0,12}?(?:主婦|主夫|会社員|学生|者|人|母|父|男|女|夫婦|親子|師|士|員|家|屋|職人|営業|エンジニア|デザイナー|ライター"
    r"|[0-9一二三四五六七八九十]+(?:歳|代|才)))"
)
TOOL = (
    rf"(?P<o>(?:{SOMETHING}|[A-Za-z][A-Za-z0-9_.+#-]+[ァ-ヶー]*|[ァ-ヶー]{{3,}})"
    r"(?: [A-Za-z0-9][A-Za-z0-9.+-]*){0,3})"
)
MATE = rf"(?P<o>{SOMEONE}){TITLE}"
WORKS = (
    r"(?:[^。、はがをにへでと]{1,10}として)?"
    r"(?:働いて|はたらいて|勤めて|つとめて|勤務して|仕事をして|パートして|バイトして)"
)
LIVES = rf"(?:に{BETWEEN}住んで|で{BETWEEN}(?:一人)?暮らし(?:を?して|て))"
MOVED = (
    r"(?:引っ?越し|移住し|転居し|移り住ん|引っ?越してき|移ってき)(?:た"
    rf"|だ|ました|て(?=、)){AT_END}"
)
SCHOOL = re.compile(r"(?:大学|高校|学校|学院|大学院|塾|専門|スクール)")
FIRM_LIKE = re.compile(FIRM_NAME)
# What only people do, who mostly do what the next clause says, too: 楓が離婚して、仙台に引っ越した.
LIFE_EVENT = (
    r"(?:結婚|離婚|再婚|入籍|転職|就職|退職|入社|独立|転勤|卒業|入学|進学|留学|定年|診断|入院)"
    r"(?:し|にな|され|を迎え)"
)
# What may be a name before が; おなかが, それが and からだが are of the writer.
HIRAGANA_NAME = (
    r"(?!お|そ|こ[れちの]|あれ|あちら|ど|なに|だれ|からだ|あたま|こころ|ひざ|あし|ところ"
    r"|です|ます)[ぁ-ん]{2,5}"
)


def rule(
    predicate: str, pattern: str, validity: Validity = Validity.HOLDS, **given: object
) -> Rule:
    """Return a rule with this pattern."""
    return Rule(predicate, pattern, validity, **given)  # type: ignore[arg-type]


WORK = (
    rule("works_for", rf"{BODY}(?:で|に|では|には){BETWEEN}{WORKS}{NOW}"),
    rule("works_for", rf"{BODY}(?:で|に|では|には){BETWEEN}{WORKS}{PAST}", Validity.OVER),
    rule(
        "works_for",
        rf"{BODY}(?:で|に|では)(?:[^、。はが]{{1,12}}を)?(?:やっ|担当し)て{NOW}",
        fits=FIRM_LIKE,
    ),
    rule(
        "works_for",
        rf"{BODY}に(?:入りました|入った|お世話になって{NOW}|就職が決ま)",
        Validity.BEGINS,
        fits=FIRM_LIKE,
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME})(?:勤務|勤め)(?:です|だ|。|、|$|の(?:会社員|者))",
    ),
    rule("works_for", rf"もう{BODY}(?:で|に|では|には){WORKS}{NO_MORE}", Validity.OVER),
    rule(
        "works_for",
        rf"(?:(?P<left>{SOME_BODY}|{PLAIN_NAME})(?:社)?(?:から|を辞めて|を退職して)、?)?"
        rf"{BODY}(?:に|へ)(?:転職|入社|就職|移籍|転籍){DONE}",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]\ue1ff*|{PLAIN_NAME})(?:社)?を(?:退職|退社){DONE}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]\ue1ff*|{PLAIN_NAME})(?:社)?を(?:辞め|やめ)(?:た|ました|て(?=、))"
        rf"{AT_END}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{BODY}(?:を|は|、)[^。、]{{0,12}}?(?:辞め|やめ|退職し|退社し)(?:た|ました|て(?=、)){AT_END}",
        Validity.STOPPED,
        fits=FIRM_LIKE,
    ),
    rule(
        "studies_at", rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:に|へ){BETWEEN}通って{NOW}", fits=SCHOOL
    ),
    rule(
        "studies_at",
        rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:に|へ)(?:入学|進学){DONE}",
        Validity.BEGINS,
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})を(?:卒業|中退){DONE}",
        Validity.STOPPED,
        fits=SCHOOL,
    ),
    rule("member_of", rf"{BODY}に{BETWEEN}所属して{NOW}"),
    rule("member_of", rf"{BODY}の(?:メンバー|一員|会員|部員){IS}"),
    rule("member_of", rf"{BODY}に(?:入会|加入|入部|配属されま?){DONE}", Validity.BEGINS),
    rule(
        "member_of",
        rf"{BODY}を(?:抜け(?:た|ました)|(?:脱退|退会|退部){DONE}){AT_END}",
        Validity.STOPPED,
    ),
    rule("reports_to", rf"(?P<s>{SOMEONE}{TITLE}|{FIRST})の(?:上司|上長|マネージャー)は{MATE}{IS}"),
    rule("reports_to", rf"(?P<s>{SOMEONE}){TITLE}は(?P<o>{FIRST}|{SOMEONE}){TITLE}の部下{IS}"),
    rule("leads", rf"(?P<o>{NAMED})を(?:率いて|リードして|指揮して|統括して){NOW}"),
    rule("leads", rf"(?P<o>{NAMED})の(?:リーダー|責任者|代表){IS}"),
    rule(
        "assigned_to",
        rf"(?P<s>{SOMETHING})の担当者?は{MATE}(?:{IS}|に(?:決まった|決まりました|なった|なりました){AT_END})",
        subjects=THING,
    ),
    rule("assigned_to", rf"(?P<o>{SOMETHING})を担当して{NOW}", is_swapped=True),
    rule(
        "assigned_to",
        rf"(?P<o>{SOMETHING})を担当することにな(?:った|りました){AT_END}",
        Validity.BEGINS,
        is_swapped=True,
    ),
    rule("assigned_to", rf"(?P<o>{SOMETHING})の担当(?:者)?{IS}", is_swapped=True),
)
LIVING = (
    rule(
        "lives_in",
        rf"{SPOT}(?:に(?:住む|住んで(?:い)?る|住んどる|住んでおる)|で(?:暮らす|暮らして(?:い)?る)|に暮らす){PERSONS}(?=です|だ|。|、|なん|で|$|わ)",
    ),
    rule("lives_in", rf"{SPOT}に(?:住んで|暮らして)(?=[一-龥ァ-ヶ、])"),
    rule("lives_in", rf"{SPOT}に(?:住んで|暮らして)(?:い)?(?:る|ます)(?:けど|が|から|ので|し|ん)"),
    rule(
        "lives_in",
        rf"{SPOT}に(?:(?:[0-9一二三四五六七八九十]+|数)年(?:間)?)?(?:住んで|暮らして)い(?:た|ました)(?:こと)?",
        Validity.OVER,
    ),
    rule("lives_in", rf"(?P<o>{SOMEWHERE})を(?:離れ|出)て、", Validity.STOPPED),
    rule(
        "lives_in",
        rf"(?:今|現在|いま)(?:も|は)(?:[^、。はが]{{1,4}}で)?(?P<o>{SOMEWHERE})(?:です|に(?:いて|います|いる|在住)|で(?=[、。])|在住|。|$)",
    ),
    rule(
        "lives_in",
        rf"(?:大学|就職|結婚|転勤)(?:から|して|で)(?:ずっと)?(?P<o>{SOMEWHERE}|[一-龥]{{2,3}})(?:です|だ)(?=[。、]|$)",
    ),
    rule("lives_in", rf"住んで(?:い)?るのは、?{SPOT}(?:です|で|だ|。|、|の|$)"),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE}(?:の(?:施設|実家|郊外|山奥|山の中|田舎))?)で[^、。はが]{{0,6}}?暮らして(?:い)?(?:る|ます|おり|て)",
    ),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})で[^、。はがを]{{1,10}}を(?:して|やって|営んで|続けて|開いて|経営して)(?:い)?(?:る|ます|おり)(?:{AT_END}|。|、)",
        subjects=PERSON,
        confidence=0.8,
    ),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})で[^、。はがを]{{1,8}}(?:に従事|を営む)",
        subjects=PERSON,
        confidence=0.8,
    ),
    rule("lives_in", rf"(?P<o>{SOMEWHERE})に(?:駐在|赴任|単身赴任|下宿|移住|定住)(?:し|中|です)"),
    rule("lives_in", rf"地元の(?P<o>{SOMEWHERE})(?:に|へ)(?:戻|帰|Uターン)", Validity.BEGINS),
    rule("from", rf"地元の(?P<o>{SOMEWHERE})(?:に|へ)(?:戻|帰|Uターン)", Validity.STANDS),
    rule("lives_in", rf"{SPOT}{LIVES}{NOW}"),
    rule("lives_in", rf"{SPOT}{LIVES}{PAST}", Validity.OVER),
    rule("lives_in", rf"もう{SPOT}には?住んで{NO_MORE}", Validity.OVER),
    rule(
        "lives_in",
        rf"(?:(?P<left>{SOMEWHERE}|{PLAIN_PLACE})から、?)?{SPOT}(?:へ|に){BETWEEN}{MOVED}",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:(?P<left>{SOMEWHERE})から、?)?(?P<o>{SOMEWHERE})(?:へ|に){BETWEEN}(?:移り|移っ|戻り|戻っ)"
        rf"(?:た|ました|て(?=、)){AT_END}",
        Validity.BEGINS,
    ),
    rule("married_to", rf"{MATE}と{BETWEEN}(?:結婚|入籍){DONE}", Validity.BEGINS),
    rule("married_to", rf"{MATE}と{BETWEEN}結婚して{NOW}"),
    rule(
        "married_to",
        rf"{MATE}とは?[^。、]{{0,12}}?(?:離婚{DONE}|(?<!で)別れ(?:た|ました|て(?=、)))",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"(?:妻|夫|主人|家内|旦那)の{MATE}(?:が|を|は)[^。、]{{0,12}}?亡く(?:なっ|し|なり)(?:た|ました|まし)",
        Validity.STOPPED,
    ),
    rule("married_to", rf"{MATE}と[^。、]{{0,8}}?再婚{DONE}", Validity.BEGINS),
)
RULES = WORK + LIVING
