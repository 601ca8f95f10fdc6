"""Japanese rules for what assistants note about "the user", and for what people tell as formally."""

import re
from functools import partial

from nlp.facts.japanese.food_and_pets import ANIMAL, FOODS
from nlp.facts.japanese.health.words import COMPLAINT, FROM, NAMES
from nlp.facts.japanese.rules import FIRM_NAME, FIRST, KIN, TITLE, rule
from nlp.facts.japanese.spoken.everyday_people import CLUB, GIVEN
from nlp.facts.japanese.spoken.work_and_home import KIND
from nlp.facts.japanese.things import LATIN, ONE
from nlp.facts.japanese.work import JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, OWNER, PERSON, REST

listed = partial(rule, is_list=True)
standing = partial(rule, validity=Validity.STANDS, is_elidable=True)
USER = rf"(?P<s>{OWNER}{REST}*)"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
# The end of a noun predicate; (31歳) and 、58歳 go on about the same person.
END = r"(?=[。、（(\n]|$|で(?:あり)?、|です|だ(?!っ)|である|で[1-9])"
# What stands between a topic and the noun that says what somebody is.
RELATIVE = r"(?:[^、。はが]{0,24}?(?:の|る|む|た|す|く))?"
PUPIL = r"(?:(?:高校|中学|大学)(?:生|[1-4１-４一二三四]年生?)|大学院生|専門学校生|高専生)"
# 塗師 and 宮大工 are crafts that no list names.
CRAFT = r"(?<![一-龥])[一-龥]{1,3}(?:師(?![匠走団弟])|職人)"
NOTED_JOB = rf"(?P<o>{JOB_WORD}|{PUPIL}|{CRAFT})"
HOUSEHOLD = r"(?:[一二三四五六2-6]人(?:家族)?|ふたり|家族)?(?:で)?(?:暮らし|同居)"
WISH = (
    r"(?:返答|返信|返事|回答|説明|文面|文章|文体|メール文面|答え|口調|提案|資料|会話|表現|言葉遣い)"
)
EMPLOYER = (
    rf"(?:{KIND[3:-1]}|メーカー|企業|商社|代理店|役所|市役所|区役所|役場|消防署"
    rf"|警察署|ショップ|部品店|学園|塾|法人|センター)"
)
BODY = (
    rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME}"
    rf"|(?<![一-龥ァ-ヶーA-Za-z])[一-龥ァ-ヶーA-Za-z]{{1,10}}{EMPLOYER})"
)
# Kinship words in the family of whoever is the topic: 5歳の息子・蓮, 小学生の娘の葵.
AGED = r"(?:(?:^|(?<=[、。はとも\s]))(?:[1-9]\d?(?:歳|才|さい)|[小中高大][一-龥1-6]{0,3}生?|[1-6]年生)の)"
PLACED = rf"(?:(?<=[\ue102{REST}][にで])|(?<=[日月年週末]に))"
WIVES = r"(?:妻|夫|家内|女房|旦那|主人|配偶者|ダンナ|亭主|[かカ]みさん)"
NAMED_KIN = rf"(?P<o>{SOMEONE}|{GIVEN}){TITLE}"
BEHIND = r"(?=[、。とはがもをにの（(\s]|から|まで|$)"

# What the names of firms end in: 九州通運, 松葉堂.
FIRM_WORD = re.compile(
    rf"{FIRM_NAME}|(?:通運|運送|交通|鉄道|電力|ガス|通信|放送|テレビ|薬局|薬品|化学|製紙|製鋼|製鉄"
    r"|重工|電子|電工|自動車|建築|設計|事務所|堂|屋|園|舎|庵|荘|ホーム|ストア|マート|フーズ|ソフト|テック|ラボ"
    r"|ワークス|サービス|システム|証券|損保)$"
)

FAMILY: tuple[Rule, ...] = tuple(
    standing(predicate, rf"(?:{AGED}|{PLACED})(?:{words_})(?:の|・){NAMED_KIN}{BEHIND}")
    for predicate, words_ in (("married_to", WIVES), ("family_member", KIN[3:-1]))
)
AGES: tuple[Rule, ...] = (
    rule(
        "age",
        rf"(?:^|(?<=[、。はとも！!？?\s]))(?P<o>[1-9]\d?)(?:歳|才|さい)の{KIN}(?:の|・)(?P<s>{SOMEONE}){TITLE}"
        r"(?=[、。とはがもをにの（(\s]|$)",
    ),
)
HOME: tuple[Rule, ...] = (
    rule("lives_in", rf"{USER}は{TOWN}の(?:{JOB_WORD}|{PUPIL}|{CRAFT}){END}"),
    rule(
        "lives_in",
        rf"(?P<s>{FIRST})は(?:[^。、はが]{{1,8}}で、)?{TOWN}に(?:住む|暮らす)(?=[一-龥ァ-ヶ])",
    ),
    rule("lives_in", rf"{TOWN}に(?:[^。、はが]{{1,14}}と)(?:の)?{HOUSEHOLD}"),
    rule("lives_in", rf"{USER}は{TOWN}で(?:活動|開業|営業)(?:する|し|中)"),
)
WORKING: tuple[Rule, ...] = (
    rule("occupation", rf"{USER}は{RELATIVE}{NOTED_JOB}{END}"),
    rule(
        "occupation", rf"{USER}は{RELATIVE}(?:[1-9]\d歳|[^、。はが]{{1,8}}勤務)の?{NOTED_JOB}{END}"
    ),
    rule(
        "works_for",
        rf"(?:^|(?<=[はで、。\s])|(?<=[内手系元]の)){BODY}(?:に|で)?(?:勤務"
        rf"(?=[。、のし]|$|する)|に(?:勤める|勤めて(?!い?た|いまし|おりまし)|在籍(?:中|する|し))|で(?:[^、。はがを]{{1,8}}として)?"
        rf"(?:働く|働いて))",
    ),
    rule(
        "works_for",
        r"(?:ショップ|カフェ|書店|会社|工房|園|院|社|施設|ホテル|旅館|学校"
        r"|塾)?「(?P<o>[^「」]{2,16})」に(?:勤務|在籍)(?=[。、]|$|中|し)",
    ),
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶーA-Za-z]{2,12}(?:チーム|グループ|班|部門|課))を"
        r"(?:率いる|率い(?=、)|まとめる|統括する|束ねる)(?=。|$|立場)",
    ),
)
DETAILS: tuple[Rule, ...] = (
    rule("occupation", r"(?:^|(?<=[はで、]))(?P<o>[ぁ-んァ-ヶ一-龥]{1,6}農家)を(?:営|して)"),
    rule(
        "age",
        r"(?:^|(?<=[、。はのる]))(?P<o>[1-9]0代(?:前半|半ば|後半)?)の?(?:男性|女性)(?=[。、（(]|$|で)",
    ),
    listed(
        "allergic_to",
        rf"(?:^|(?<=[、。はもで])){FOODS}(?:の|に)?アレルギーを(?:持つ|有する|持って|お持ち)",
    ),
    listed("condition", rf"{FROM}{NAMES}の(?:持病|既往)(?:が|を|あり)"),
    listed("condition", rf"{FROM}{NAMES}を(?:患う|抱える|抱えて|患って)"),
    rule("condition", rf"{USER}は(?P<o>{COMPLAINT})があ(?:り|る)(?=[、。]|$)"),
    rule(
        "uses",
        r"(?:^|(?<=[、。はにで]))(?P<o>(?:電動)?自転車|原付|軽トラ|バイク|電動アシスト自転車)を"
        r"(?:使用|日常的に使|通勤に使)",
    ),
    rule(
        "member_of",
        rf"(?:^|(?<=[はで、。]))(?:地元の)?{CLUB}の(?:メンバー|一員|会員|団員|部員)(?=[。、]|$|で|だ)",
    ),
    rule(
        "leads",
        rf"(?:^|(?<=[はで、。])){CLUB}の(?:部長|副?団長|代表|会長|キャプテン"
        rf"|主将|指揮者)(?=[。、]|$|を(?:務|して|やって)|で|だ)",
    ),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})[（(](?:名前|名)(?:は|：|:)(?P<o>[ァ-ヶー]{{1,8}}"
        rf"|[ぁ-んー]{{1,6}}|{SOMEONE})[)）]を飼",
    ),
)
OF_SPOUSE = standing(
    "married_to", rf"(?:{OWNER}{REST}*の)(?:夫|妻)は[^、。はが]{{1,10}}で、名前は(?P<o>{SOMEONE})"
)
CLUBS: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"(?:^|(?<=[はで、。の\s])){CLUB}に(?:所属|入って|入っており|加入|参加して|通い|通って)",
    ),
    rule("member_of", rf"(?:^|(?<=[はで、。の\s])){CLUB}で[^、。はがを]{{1,10}}を?担当"),
    rule("member_of", rf"(?P<s>{SOMEONE}){TITLE}は{CLUB}(?=[。、]|$)"),
    rule(
        "member_of",
        r"(?<=[で、。は])(?P<o>[一-龥]{2,6}(?:病棟|診療科|総務課|営業課|研究室))に(?:所属|配属)",
    ),
)
HABITS: tuple[Rule, ...] = (
    rule(
        "uses",
        r"(?:^|(?<=[、。はで\s]))(?P<o>音声入力|音声読み上げ|読み上げ(?:機能"
        r"|ソフト)|補聴器|車椅子|車いす|白杖|老眼鏡|スクリーンリーダー)"
        r"を(?:いつも|普段|主に)?(?:使(?:って(?:い|お)|う(?:ため|ので|こと)"
        r"|い(?=、)|用し)|利用し|つけて(?:い(?!るか)|お))",
    ),
    listed(
        "uses",
        rf"(?:主に|普段は?|仕事では?)(?P<o>{ONE}(?:(?:と|や|、){ONE})*)を(?:書き"
        rf"|書く|書いて(?:い|お)|扱)(?=[。、るま]|$)",
        fits=re.compile(rf"^{LATIN}|^[A-Z]"),
    ),
)
TONGUES: tuple[Rule, ...] = (
    listed(
        "speaks",
        r"(?<=[はも、。])(?P<o>[一-龥ァ-ヶー]{1,8}語)と(?:少し|多少|日常会話程度"
        r"|片言|簡単)の(?:[一-龥ァ-ヶー]{1,8}語)を話す",
    ),
    rule(
        "speaks", r"(?:母語|母国語)(?:は|が|：|:)、?(?P<o>[一-龥ァ-ヶー]{1,8}語)(?=[。、]|$|で|だ)"
    ),
    rule(
        "studies",
        r"(?:^|(?<=[、。]))(?P<o>[^\s、。はがを]{2,10})(?:は|を)(?:勉強|学習)中(?=[。、]|$)",
    ),
)
WISHES: tuple[Rule, ...] = (
    rule(
        "prefers",
        rf"(?:^|(?<=[、。の\s])|(?<=[。、]{OWNER}))(?:{WISH})(?:は|について"
        rf"(?:は)?)、?(?P<o>[^。、「」はが\n]{{2,24}}(?:が[^。、「」はが\n]{{2,16}})?)を"
        r"(?:好む|好み(?=[。、])|望む|望み(?=、)|望んで|希望(?=[。、し]|$))",
    ),
    rule(
        "prefers",
        r"(?:^|(?<=[、。]))(?P<o>(?:説明|回答|返答|返事|答え|文章|文面|質問"
        r"|[^。、は\n]{1,10}の質問|[^。、は\n]{1,12}に)は?[^。、\n]{2,26}?)"
        r"(?:ように?|てほしい(?:と)?|ことを)"
        r"(?:希望|要望|求め|望ん)(?:して|て|で)(?:い?る|おり)",
    ),
)
# How somebody wants to be answered, in the words of whoever notes it.
ASKED = r"(?:とのこと|と(?:の)?(?:希望|要望|依頼|話|述べ|言|求め|伝え)|そう(?:だ|です)|という(?:希望|要望))"
# 大野さんより、知らせてほしいとの依頼: somebody else asked.
AT_WISH = rf"(?:^|(?<=[。、は])(?<!より、))(?!{SOMEONE}{TITLE}(?:より|から|が))"
SAID: tuple[Rule, ...] = (
    rule(
        "prefers",
        rf"{AT_WISH}(?P<o>[^。「」\n]{{3,40}}?)(?:て|で)(?:ほしい|欲しい|もらいたい"
        rf"|いただきたい){ASKED}",
    ),
    rule(
        "prefers",
        rf"{AT_WISH}(?P<o>[^。「」\n]{{3,40}}?)(?:のが|ほうが|方が)(?:よい|いい|良い"
        rf"|助かる){ASKED}",
    ),
    rule(
        "prefers",
        r"(?:^|(?<=。))(?P<o>[^。「」\n]{4,44}?)の(?:を|が)好(?:む|み|まれる)(?=[。、]|$)",
    ),
    rule(
        "prefers",
        r"(?:^|(?<=。))(?P<o>[^。「」、\n]{1,14}は[^。「」\n]{1,20}?)を好(?:む|み)(?=[。、]|$)",
    ),
    rule("name", rf"{OWNER}{REST}*の(?:名前|氏名|お名前)(?:は|：|:)(?P<o>{SOMEONE})"),
    rule("name", rf"{OWNER}{REST}*は(?P<o>{SOMEONE}){TITLE}(?:という名|と名乗)"),
    rule(
        "works_for",
        r"(?:職場|勤務先|勤め先|就職先)は(?:[^。、「」はが]{0,12})「(?P<o>[^「」\n]{2,16})」",
    ),
    rule(
        "works_for",
        r"(?:^|(?<=[はで、。]))(?P<o>[一-龥ァ-ヶーA-Za-z]{3,14})に(?:勤務|勤める|勤めて(?!い?た|いまし|おりまし))"
        r"(?=[。、]|$|する|し|い|お|[一-龥ァ-ヶ])",
        fits=FIRM_WORD,
    ),
    rule(
        "works_for",
        r"(?:退職|退社|辞め|やめ)(?:し)?て(?P<o>[一-龥ァ-ヶーA-Za-z]{3,14})に(?:移っ|移り"
        r"|転職し|入社し|入っ)(?:た|まし)",
        Validity.BEGINS,
    ),
    listed(
        "speaks",
        r"(?:母語|母国語)(?:で|の?ほかに?)、(?P<o>[一-龥ァ-ヶー]{1,8}語(?:(?:と|、|や)(?:少しの"
        r"|多少の)?[一-龥ァ-ヶー]{1,8}語){0,3})(?:を|も)(?:少し)?話",
    ),
    rule("speaks", r"(?P<o>[一-龥ァ-ヶー]{1,8}語)が(?:母語|母国語)(?=[。、]|で|だ|です|$)"),
    rule(
        "diet",
        r"(?P<o>低糖質|減塩|低脂肪|グルテンフリー|菜食|高たんぱく)の?(?:食事|食生活|食)を"
        r"(?:続け|心がけ|して|とって)",
    ),
    rule(
        "uses",
        r"(?:^|(?<=[。、]))(?P<o>音声入力|音声読み上げ|拡大鏡|点字)で(?:話|入力|読|書|操作)",
    ),
)
PETS: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"(?:飼い|愛)(?P<kind>犬|猫)[（(](?:[^（）()]{{0,8}}、)?(?:名前は|名は)?(?P<o>[{PERSON}]{REST}*)[)）]",
    ),
)
RULES: tuple[Rule, ...] = HOME + WORKING + CLUBS + HABITS + TONGUES + DETAILS + SAID
FIRST_RULES: tuple[Rule, ...] = PETS + WISHES + FAMILY + AGES + (OF_SPOUSE,)
