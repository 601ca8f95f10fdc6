"""Japanese rules for clubs and who leads them: 第三分団の分団長, バスケ部に入ってて、キャプテンやってる."""

import re

from nlp.facts.japanese.groups import LEADER, SCHOOL_CLUB
from nlp.facts.japanese.rules import KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, Rule
from nlp.facts.sentences import ORGANIZATION, REST

# What a club's name ends in.
KIND = (
    r"(?:同好会|愛好会|研究会|保存会|読書会|女性の会|友の会|親の会|婦人会|老人会|青年会|町内会"
    r"|自治会|句会|歌会|クラブ|サークル|倶楽部|合唱団"
    r"|楽団|劇団|消防団|分団|応援団|バンド|チーム|オーケストラ|組合|連盟|協会|の会|[一-龥ァ-ヶー]部)"
)
WORD = r"[一-龥ァ-ヶーA-Za-z]{1,10}"
CLUB = rf"(?P<o>(?:{WORD}の){{0,2}}(?:[一-龥ァ-ヶーA-Za-z]{{0,10}}?{KIND})|[{ORGANIZATION}]{REST}*)"
FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?\sはもでに]))"
# Of a firm's department one is no member: 営業部のリーダー is read elsewhere.
NO_WORK = r"(?!(?:営業|開発|総務|経理|人事|企画|製造|広報|法務|技術|販売|本|幹|全|内|外)部)"
LEADS = (
    rf"(?:世話役代表|代表世話人|{LEADER}|分団長|副?キャプテン|副?主将|副?部長|副?団長|副会長|副代表"
    rf"|班長|まとめ役|世話人|主宰|顧問|指揮者?)"
)
HOLDS = (
    r"(?:(?:を|も)?(?:やって|して|務めて|つとめて|任されて|やらされて|やらせてもらって|引き受けて"
    r"|仰せつかって)(?:い?る|い?ます"
    r"|おり|ん(?:だ|です|ねん)|て)"
    r"|(?:を|も)?(?:やっ|し|務め)(?:とる|とります|ちょる)|(?:を|も)(?:務め(?:、|る|ます|ており)"
    r"|拝命)|です|でして|だ(?!っ)|や(?:で|ねん)|なん(?:です"
    r"|だ|や)|でございます"
    r"|に(?:なった|なりました)|(?=[。！!]|$))"
)
NOW_TOO = r"(?:今年から|去年から|今は|今年は|来年も|ついでに|いちおう|一応|ずっと)?"
IN_IT = (
    r"(?:に)?(?:入っ|はいっ|所属し|参加し|在籍し)(?:てい?て|ており|ておりまして|てまして|てて"
    r"|とって|て|(?=、))"
)
NOW = r"(?:い?る|い?ます|おり|とる|とります|て(?=[、そ])|ん(?:だ|です|ねん))(?![一-龥])"
# What a reader of names takes for a firm: 慶應に通う tells of no club.
IS_CLUB = re.compile(rf"^(?!.*学部$).*(?:{KIND}|[団会部])$")
CLUBS: tuple[Rule, ...] = (
    # バスケ部入ってて、今年からキャプテンやってる: who leads it is in it too,
    # so that no words are taken.
    rule(
        "leads",
        rf"{FROM}(?={NO_WORK}{CLUB}{IN_IT}、?{NOW_TOO}(?:その|そこの|そこで)?{LEADS}{HOLDS})",
        fits=IS_CLUB,
    ),
    rule(
        "leads",
        rf"{FROM}「?{NO_WORK}{CLUB}」?(?:の|で){NOW_TOO}(?:[一-龥ぁ-ん]{{2,4}}の)?{LEADS}{HOLDS}",
    ),
    rule("leads", rf"「(?P<o>[^「」\n]{{2,16}})」の(?:[一-龥]{{2,4}})?{LEADS}{HOLDS}"),
    rule(
        "member_of",
        rf"{FROM}{NO_WORK}{CLUB}の(?:メンバー|会員|団員|部員|一員|組合員)"
        r"(?=です|だ(?!っ)|や(?:で|ねん)|で(?=、)|でございます|として|なん|[。！!]|$)",
    ),
    rule(
        "member_of",
        rf"{FROM}{NO_WORK}{CLUB}(?:に|へ)(?:は)?(?:毎週|毎月|ずっと|長年|もう[^、。はが]{{1,6}})?、?"
        rf"(?:出て|入って|はいって|通って|加わって|所属して|参加して|在籍して|顔を出して){NOW}",
        fits=IS_CLUB,
    ),
    rule("member_of", rf"{FROM}{NO_WORK}{CLUB}{IN_IT}(?=、|[今そ来])", fits=IS_CLUB),
    rule(
        "member_of",
        rf"{FROM}(?:所属(?:サークル|クラブ|団体)?|サークル|部活|クラブ|入ってる(?:部活"
        rf"|サークル))は、?(?!何|ない|なし)(?P<o>[^\s、。はがを]{{2,14}}?)(?=です|だ(?!っ)|や(?:で"
        rf"|ねん)|でございます|[。！!]|$)",
    ),
    rule(
        "member_of",
        rf"「(?P<o>[^「」\n]{{2,16}})」(?:に|へ)(?:は)?(?:毎週|毎月|ずっと|長年)?(?:通って|出て"
        rf"|顔を出して|入って){NOW}",
    ),
    rule(
        "member_of",
        rf"{FROM}(?P<o>{SCHOOL_CLUB}|(?:バスケ|バド|吹奏楽|吹奏|ブラバン|軽音|陸上|帰宅|漫研|文芸"
        rf"|ダンス)部)(?:や(?:で|ねん)|っす|だよ|なの|です|だ(?!っ)|入ってる"
        rf"|入ってん(?:ねん)?)(?=[。、！!]|$)",
    ),
    rule(
        "member_of",
        rf"{FROM}(?P<s>{SOMEONE}|{KIN}){TITLE}(?:は|が|も){NO_WORK}{CLUB}(?:に)?(?:入って|所属して){NOW}",
        fits=IS_CLUB,
    ),
)
RULES: tuple[Rule, ...] = CLUBS
