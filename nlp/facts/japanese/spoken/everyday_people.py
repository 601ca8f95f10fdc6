"""Japanese rules for family, friends, pets, bosses and clubs, as people mention them in everyday texts."""

import re
from functools import partial

from nlp.facts.japanese.food_and_pets import ANIMAL
from nlp.facts.japanese.rules import KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON, REST
from nlp.mentions.words import words
from nlp.text.sentences import alternation

standing = partial(rule, validity=Validity.STANDS, is_elidable=True)
# Names that no other word of the text tells to be names: 下の子の湊が, 娘つむぎの.
# 孫にこの機械 has a particle, and no name にこ.
GIVEN = rf"(?:(?![にがはをとのもへでや][ぁ-ん])(?:{alternation(words('ja_given_names'))}))"
EDGE = r"(?:^|(?<=[、。！!？?\s]))"
RELATIVES = "|".join(
    word for word in KIN[3:-1].split("|") if word[0] not in "妻夫嫁旦主家女ダ亭かカ"
)
BEHIND = r"(?=(?:さん|くん|ちゃん|君)|[はがもをにとの、。（(\s]|から|まで|って|$)"
# A reader of names takes other words for names: 猫のごはんありがとう, 犬の散歩中.
PET_NAME = re.compile(
    r"^(?!.*(?:ごはん|ご飯|散歩|かご|えさ|エサ|トイレ))(?:[ァ-ヶー]{2,8}|[ぁ-んー]{2,5}"
    r"|[一-龥]{1,2}[ぁ-んー一-龥]?)$"
)
CLUB = (
    r"(?P<o>(?:[一-龥ァ-ヶー]{1,8}の)?[一-龥ァ-ヶー]{0,8}"
    r"(?:サークル|クラブ|同好会|合唱団|聖歌隊|楽団|管弦楽団|オーケストラ|オケ"
    r"|吹奏楽部|吹部|軽音部?|コーラス部?|合唱部|美術部|書道部|茶道部"
    r"|陸上部|水泳部|卓球部|剣道部|柔道部|弓道部|サッカー部|野球部|テニス部"
    r"|バスケ部|バレー部|バドミントン部|山岳部|写真部|演劇部|文芸部|将棋部"
    r"|囲碁部"
    r"|消防団|句会|歌会|老人会|婦人会|町内会|自治会|劇団|草野球チーム|フットサルチーム|教会))"
)
# How old a relative is, where they live, and which one of several: 小6の娘の紬, 浜松の妹の綾.
OLD = (
    r"(?:[小中高]学?校?[1-6一二三四五六]年?生?|[\d一二三四五六七八九十]{1,3}[歳才]|大学生|高校生|中学生|小学生"
    rf"|年[少中長]|ひとつ[上下]|[上下末]|[一二三]番目|\ue102{REST}*)"
)
FAMILY: tuple[Rule, ...] = (
    # 今ごろ娘の紬から手紙: behind a の it would be another person's daughter.
    standing(
        "family_member",
        rf"(?<![の・一-龥ァ-ヶーa-zA-Z\ue100-\ue1ff])(?:{OLD}の)?(?:{RELATIVES}|末っ子|ひとり娘|一人娘|ひとり息子"
        rf"|一人息子|(?:息子|長男|次男|弟|兄)の嫁)(?:の|・)(?P<o>{SOMEONE}|{GIVEN}){BEHIND}",
    ),
    standing("family_member", rf"うちの子[（(](?P<o>{SOMEONE}|{GIVEN})[)）]"),
    standing(
        "family_member",
        rf"うちの(?P<o>{SOMEONE}|{GIVEN})[（(](?:[小中高]\d|年[少中長]|\d{{1,2}}[歳才])[)）]",
    ),
    standing(
        "married_to",
        rf"{EDGE}(?:夫|妻|旦那|主人|家内)は[^、。はが]{{1,10}}で、名前は(?P<o>{SOMEONE})",
    ),
    standing(
        "family_member",
        rf"{EDGE}(?:うちの)?(?:[上下末]の(?:子|娘|息子)|長男|長女|次男|次女"
        rf"|三男|三女|息子|娘|孫|甥|姪|弟|妹|兄|姉)の?(?P<o>{SOMEONE}|{GIVEN}){BEHIND}",
    ),
    standing(
        "family_member",
        rf"{EDGE}(?:{RELATIVES})の名前は、?「?(?P<o>{SOMEONE}|{GIVEN}|[一-龥]{{1,3}}"
        rf"|[ァ-ヶー]{{2,6}})」?(?=です|だ(?!っ)|[。、]|$|と(?:いい|言い|いう))",
    ),
    standing(
        "family_member",
        rf"(?:に(?:いる|住む|住んでる|住んでいる|おる)|で(?:働く|働いてる|暮らす))"
        rf"(?:{KIN})の(?P<o>{SOMEONE}){TITLE}{BEHIND}",
    ),
    rule(
        "lives_in",
        rf"(?P<o>\ue102{REST}*)に(?:いる|住む|住んでる|住んでいる|おる)(?:{KIN})の"
        rf"(?P<s>{SOMEONE}){TITLE}{BEHIND}",
    ),
)
MATES: tuple[Rule, ...] = (
    standing(
        "friend",
        rf"(?P<o>{SOMEONE}){TITLE}(?:って|と)?(?:いう|ゆう)(?:友達|友だち|友人|幼なじみ|同級生|親友)(?!の)",
    ),
    standing(
        "friend",
        rf"(?:碁敵|将棋仲間|釣り仲間|山仲間|飲み仲間|呑み仲間|ゴルフ仲間|囲碁仲間"
        rf"|ママ友|パパ友|茶飲み友達|メル友)の(?P<o>{SOMEONE}){TITLE}",
    ),
    standing(
        "colleague",
        rf"(?:同じ(?:ショップ|店|病院|病棟|現場|営業所|学校)|バイト先|隣の席"
        rf"|職場)の(?:(?:先輩|後輩|同期|同僚)の)?(?P<o>{SOMEONE}){TITLE}(?=[はがもにとを、。])",
    ),
    standing("colleague", rf"{EDGE}弟子の(?P<o>{SOMEONE}){TITLE}{BEHIND}"),
    standing(
        "reports_to",
        rf"{EDGE}(?:うちの)?(?:師長|看護師長|店長|オーナー|料理長|工場長|編集長"
        rf"|園長|施設長|主任)の(?P<o>{SOMEONE})(?:さん|先生)?(?=[はがもにとを、。]"
        rf"|[ぁ-ん])",
    ),
)
PETS: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"{EDGE}(?P<kind>{ANIMAL})の(?P<o>[{PERSON}]{REST}*)(?:ちゃん|くん)?(?=[がはをにも、])",
        fits=PET_NAME,
    ),
    rule(
        "pet",
        rf"^\s*(?P<o>[{PERSON}]{REST}*)(?:ちゃん|くん)?(?:の散歩|、散歩中|のトリミング"
        rf"|の爪切り|の餌|のエサ|のごはん[。、]|の猫砂|のトイレ砂)",
        fits=PET_NAME,
    ),
    rule(
        "pet",
        r"(?P<o>猫|犬|うさぎ|インコ)(?:ふたり|二匹|2匹|三匹|3匹|二頭|2頭|多頭)飼い(?!たい|し(?:たい|よう))",
    ),
)
CLUBS: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"(?:^|(?<=[。、\s]))(?:朝|昼|夕方|夜|午前|午後|[月火水木金土日]曜?)"
        rf"(?:は|に)?[ 　]?{CLUB}(?=[、。]|$)",
    ),
    rule("member_of", r"^\s*(?:句会|歌会|茶会|吟行)[ 　](?P<o>[一-龥]{2,6}会)(?=[ 　])"),
    rule(
        "member_of",
        rf"{EDGE}(?:うちら?の|大学の|高校の|地元の|会社の)?{CLUB}(?:なん(?:だ"
        rf"|や|です)(?:けど|が)|です(?=[。、]|$)|なので|やけど|だけど)",
    ),
    rule(
        "leads",
        rf"{EDGE}{CLUB}の(?:部長|副部長|キャプテン|主将|団長|会長|代表|指揮)"
        rf"(?:を)?(?:して|やって|やら|任され|務め|です|なん)",
    ),
    rule(
        "member_of",
        r"(?:^|(?<=[、。！!？?\sは]))(?P<o>(?:[一-龥ァ-ヶー]{1,8})(?:教室|道場"
        r"|スクール|ジム))(?:に|へ)(?:ずっと|もう|週[1-7一二三])?で?通(?:って"
        r"(?:い?る(?=[。、]|$|けど|ん|から)|い?ます|て|おり|もう|[\d一二三四五六七八九十])"
        r"|い(?:始め|はじめ))",
    ),
    rule(
        "member_of",
        rf"{EDGE}{CLUB}(?:に)?(?:入って|入った|入りました|入部し)(?!た?(?:ら|人|子|友))",
    ),
    rule(
        "member_of",
        rf"{EDGE}{CLUB}で[^、。はがを]{{1,10}}を?(?:やって|吹いて|弾いて|歌って"
        rf"|叩いて|担当して)(?:い?る(?![一-龥])|い?ます|おり|て(?!み)|んだ|もう"
        rf"|ん)",
    ),
    rule(
        "member_of",
        rf"(?:^|(?<=[、。\sと夜方朝])|(?<=のあと)){CLUB}(?:の)?(?:練習|例会"
        rf"|稽古|本番|定演|定期演奏会|合宿)(?![^。\n]{{0,8}}(?:見学|体験|うるさ))",
    ),
    rule(
        "member_of",
        rf"^\s*{CLUB}(?:[（(][^（）()\n]{{1,10}}[)）])?[ 　:：]?(?:毎週|毎月|第[一二三四1-4])",
    ),
    rule(
        "leads",
        r"(?P<o>パート|[一-龥ァ-ヶー]{1,8}(?:チーム|グループ|班))リーダー(?:"
        r"(?=。)|に(?:なった|なりました|就い)|自分になった|を(?:して|務め|やって))",
    ),
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶー]{1,8}(?:チーム|グループ|班))[（(][^（）()]{1,8}[)）]の"
        r"(?:リーダー|責任者|マネージャー)を(?:して|務め|やって)",
    ),
    rule(
        "leads",
        r"(?P<o>消防団|少年団|青年団|楽団|合唱団)の(?:分?団長|班長)(?:を)?(?:やって|して|務めて|任され)",
    ),
)
RULES: tuple[Rule, ...] = MATES + PETS + CLUBS
FIRST: tuple[Rule, ...] = FAMILY
