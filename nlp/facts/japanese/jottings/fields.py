"""Japanese rules for facts as people jot them down: fields, fragments without a verb, and idioms."""

from functools import partial

from nlp.facts.japanese.food_and_pets import ANIMAL, FED
from nlp.facts.japanese.groups import GROUP, LEADER
from nlp.facts.japanese.personal import LANGUAGES
from nlp.facts.japanese.rules import BODY, FIRM_NAME, FIRST, TITLE, TOOL, rule
from nlp.facts.japanese.work import JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, OWNER, PERSON, REST, THING

listed = partial(rule, is_list=True)
TOWN = rf"(?P<o>{SOMEWHERE})"
END = r"(?=[。、！!\s（(…]|$|です|だ(?!っ)|で(?=[、。]))"
MATE = rf"(?P<o>{SOMEONE}){TITLE}"
CALLED = (
    rf"(?P<o>[{PERSON}{THING}]{REST}*[一-龥]?|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}|[一-龥]{{1,4}})"
)
NUMERAL = r"[一二三四五六七八九]?十[一二三四五六七八九]?"
DAY = (
    r"(?P<o>(?:十[一二]?|[一二三四五六七八九])月(?:三十一?|二?十[一二三四五六七八九]?"
    r"|[一二三四五六七八九])日)"
)
WORD = r"[^\s、。はがをにでと「」]{1,12}"
LIVING: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"{TOWN}(?:市内|県内|区内|郊外)?の(?:アパート|マンション|一軒家|団地|シェアハウス|長屋|借家"
        r"|古民家|戸建て|社宅|寮)(?:で|に)(?:家族と|夫と|妻と)?(?:一人暮らし|二人暮らし|暮らし|住ん"
        r"|住まい)",
    ),
    rule("lives_in", rf"(?:^|(?<=[、。]))(?:生活の|活動)?(?:拠点|生活圏)は、?{TOWN}{END}"),
    rule(
        "lives_in",
        rf"{TOWN}に(?:住み着|住みつ|落ち着|根を下ろ|腰を据え|居を移)(?:い|き|し)(?:た|まし|て)",
    ),
    rule(
        "lives_in",
        rf"{TOWN}で(?:子育て中|一人暮らし中|単身赴任中|下宿中|同棲中|新婚生活中|二人暮らし|三人暮らし"
        r"|実家暮らし)",
    ),
    rule(
        "lives_in", rf"(?:^|(?<=[、。\s]))(?:現住所|居住地|居住|住み|在住|お住まい)[：:]\s?{TOWN}"
    ),
    rule(
        "from",
        rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)で(?:生まれ)?育(?:ちました|った(?=[。、]|$)|ち(?=、))",
    ),
    rule("from", rf"(?:実家|地元|故郷)(?:が|は){TOWN}に(?:ある|あり|あって)"),
    rule(
        "from",
        rf"(?:もともと|元々|もとは|根っからの|生粋の){TOWN}(?:の(?:人間|人|者|出)|っ子|育ち){END}",
    ),
    rule("from", rf"(?:^|(?<=[、。\s]))(?:出身地?|出生地|本籍|地元)[：:]\s?{TOWN}"),
)
WORKING: tuple[Rule, ...] = (
    rule(
        "occupation",
        r"(?P<o>[^\s、。はがを]{1,10}を(?:教え|作っ|直し|描い|書い|売っ|育て)て)(?:生計を立て|食べて"
        r"|飯を食|暮らしを立て|生活し)",
    ),
    rule("occupation", rf"(?:^|(?<=[。、！]))(?:私|わたし|自分|僕|俺)は{JOB}で(?![はもきし])"),
    rule(
        "occupation", rf"(?:^|(?<=[。、\s])){JOB}(?:して|やって)(?:い)?(?:ます|る)(?=[。、（(\s]|$)"
    ),
    rule("occupation", rf"^{JOB}、(?:登録し|勤め|なっ|始め)て[一二三四五六七八九十\d]+年"),
    rule("occupation", rf"[1-9]\d(?:歳|才)(?:の)?[男女]?(?:性)?[\s　、・/]+{JOB}(?=[\s　、・/]|$)"),
    rule("occupation", rf"^{JOB}(?=[\s　、・/]+[^。]{{0,12}}?[1-9]\d(?:歳|才))"),
    rule("lives_in", rf"[1-9]\d(?:歳|才)[^。、]{{0,12}}?[\s　、]{TOWN}(?=[\s　、]|$)"),
    rule(
        "uses",
        rf"{TOOL}で[^、。はが]{{0,8}}?(?:描い|書い|撮っ|管理し|遊ん|編集し|作っ|読ん)[てで](?:い)?(?:る"
        r"|ます)(?=[。、]|$|けど|が|ん)",
    ),
    rule(
        "uses",
        rf"{TOOL}を(?:[^、。はがを]{{0,6}})?(?:常用|愛用|普段使い|多用|併用)(?:。|中|し|です|、)",
    ),
    rule("works_for", rf"{BODY}で働き(?:始め|はじめ)(?:た|まし|て)", Validity.BEGINS),
    rule("works_for", rf"(?P<o>[{ORGANIZATION}]{REST}*)に(?:勤務|在籍)(?=[。、]|$|中|歴)"),
    rule(
        "works_for",
        rf"(?:^|(?<=[、。\s]))(?:勤務先|会社|勤め先|職場)[：:]\s?(?P<o>[{ORGANIZATION}]{REST}*"
        r"|[^\s、。]{2,14})",
    ),
    rule("studies", rf"(?P<o>{WORD})を専攻(?=[。、]|$|中|です|して(?:い)?(?:る|ます))"),
    rule("studies", r"専攻[：:は]\s?(?P<o>[^\s、。はがを]{2,12}?)(?:です|だ|。|、|$)"),
    rule(
        "works_for",
        r"(?:勤め先|勤務先|職場|就職先)は、?(?P<o>[^\s、。はがを]{2,14}?)(?:という|って(?:いう|とこ))",
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME})を(?:定年|早期)?退職(?=[。、]|$)",
        Validity.STOPPED,
    ),
    rule(
        "studies",
        rf"(?P<o>{WORD})を(?:勉強し|学ん|専攻し|履修し)[てで](?:い)?る(?=[1-9一二三四五六七八九十]|主婦"
        r"|学生|大学生|社会人|者|身)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}]{REST}*|[一-龥ぁ-んァ-ヶー]{{2,8}}(?:大学院?|高校|学院|短大"
        rf"|専門学校))で{WORD}を(?:勉強し|学ん|専攻し|履修し)[てで]",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}]{REST}*|[一-龥ァ-ヶー]{{2,8}}(?:大学院?|高校|学院"
        r"|短大))に通う(?=[1-9一二三四五六]|学生|大学生|高校生|主婦|者)",
    ),
    rule(
        "leads",
        rf"(?P<o>[一-龥ァ-ヶーA-Za-z]{{2,12}}(?:の[一-龥ァ-ヶー]{{2,8}})?)の{LEADER}を(?:して|務め|やって"
        r"|任され)",
    ),
    rule(
        "leads",
        r"(?P<o>(?:\d{1,3}人の)?[一-龥ァ-ヶーA-Za-zの]{0,14}?(?:班|チーム|部門|課|室|係|グループ))を(?:率い|まとめ"
        r"|統括し|束ね)て",
    ),
    rule(
        "leads",
        r"(?P<o>町内会|自治会|PTA|管理組合|子ども会|商店会|老人会|同窓会|消防団"
        rf"|[{ORGANIZATION}]{REST}*)の{LEADER}を[^、。はがを]{{0,8}}?(?:やって|して|務め|任され|引き受け)",
    ),
    rule(
        "member_of",
        rf"(?P<o>[一-龥ァ-ヶー]{{1,12}}{GROUP})に(?:所属|在籍|参加中|加入)(?=[。、]|$|中|して)",
    ),
)
PEOPLE: tuple[Rule, ...] = (
    rule(
        "married_to",
        r"(?<!の)(?:連れ合い|つれあい|配偶者|伴侶|女房|うちの奥さん|うちの旦那)(?:の名前)?(?:は|が|："
        rf"|:)、?{MATE}{END}",
    ),
    rule(
        "family_member",
        r"(?<!の)(?:長男|長女|次男|次女|娘|息子|妹|姉|兄|弟|孫|姪|甥)が(?:一人|1人|ひとり)(?:い(?:て|ます"
        rf"|る|まして))?[、。]?(?:名前は|名は)?(?P<o>{SOMEONE}|[一-龥]{{1,3}})(?:と(?:いい|いう|言い)"
        rf"|{END})",
        is_elidable=True,
    ),
    rule(
        "married_to",
        r"(?<!の)(?:夫|妻|旦那|嫁|家内|主人)[（(](?P<o>[^（）()\s、。]{1,8})[)）](?=[はがもとの、])",
    ),
    rule(
        "family_member",
        r"(?:上|下|真ん中|一番上|末|いちばん上)の(?:子|娘|息子|男の子|女の子|孫)(?:の名前)?(?:は"
        rf"|が)、?{MATE}",
        is_elidable=True,
    ),
    rule(
        "family_member",
        rf"(?<!の)(?:父|母|祖父|祖母|兄|姉|弟|妹|息子|娘|長男|長女)の名は、?(?P<o>{SOMEONE}"
        rf"|[一-龥]{{1,3}}){END}",
        is_elidable=True,
    ),
    rule(
        "colleague",
        r"(?:同じ(?:班|課|部署|部|チーム|職場|フロア|会社)|職場|バイト先)の(?:(?:先輩|後輩|同期"
        rf"|同僚)の)?{MATE}(?=[はがもにとを、。])",
        Validity.STANDS,
    ),
    rule("colleague", rf"(?:同僚|部下)(?:の一人)?に{MATE}がい"),
    rule("reports_to", rf"(?:新しい|今の|いまの|現在の)(?:上司|ボス|上長)(?:は|の|、){MATE}"),
    rule("reports_to", rf"{MATE}が(?:直属の|私の|今の)?(?:上司|上長|ボス)(?:です|だ|。|$|に)"),
    rule("reports_to", rf"{MATE}に(?:直接|毎週|毎日|逐一)?(?:報告して|報告する立場)"),
    rule(
        "name",
        rf"旧姓(?:は|・|:|：)?[^、。]{{1,6}}、(?:結婚して|改姓して)?今は(?P<o>{SOMEONE}"
        rf"|[一-龥]{{1,4}}){END}",
    ),
    rule("reports_to", rf"(?:直属の上司|直の上司|上長)(?:が|は|：|:)、?{MATE}"),
    rule(
        "age",
        r"(?P<o>[二三四五六七八九]十代(?:前半|半ば|後半)?)(?=の(?:会社員|主婦|主夫|男|女|母|父|独身|おじ"
        r"|おば|エンジニア|看護師)|です|。|$)",
    ),
    rule("age", r"(?:^|(?<=[、。\s]))(?:年|年齢|歳)は(?P<o>[1-9]\d)(?:歳|才)?(?=[。、]|$|です)"),
    rule(
        "age",
        rf"(?:^|(?<=[、。\s]))(?P<o>{NUMERAL})歳(?=[。、]|$|です|の)(?!.{{0,4}}(?:息子|娘|子|孫|犬|猫))",
    ),
    rule("birthday", rf"誕生日(?:は|が|、|：|:|\s){DAY}"),
    rule("birthday", rf"(?:(?P<s>{FIRST})(?:は|、))?{DAY}(?:生まれ|が誕生日)"),
)
LIFE: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"(?:うち|我が家|家|自宅)の(?P<kind>{ANIMAL})(?:は|の名前は|、)、?{CALLED}(?:という|って)(?:名前"
        r"|名|子)",
    ),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})の(?P<o>[{PERSON}{THING}]{REST}*|[ァ-ヶー]{{2,8}}"
        r"|[ぁ-んー]{2,6})と(?:一緒に)?(?:暮らし|住ん|生活し)",
    ),
    rule(
        "prefers",
        rf"(?P<s>{OWNER}{REST}*)の(?:希望|要望|好み)(?:は|：|:|により、)\s?(?P<o>[^。\n]{{2,40}}?)(?=。|$"
        r"|\n|とする|こと(?:。|$))",
    ),
    rule("pet", rf"飼い(?P<kind>犬|猫)の名(?:前)?は、?{CALLED}{END}"),
    rule(
        "allergic_to",
        r"(?:^|(?<=[、。はも\s]))(?!う花粉)(?P<o>[^\s、。はがもを]{1,6}花粉)症(?:です|だ|で(?!は)|。|、|持ち|が|$|に)",
    ),
    rule(
        "allergic_to",
        rf"(?P<o>{WORD})(?:が|は)(?:だめ|ダメ|NG|無理"
        r"|食べられない)[、。で]{1,2}(?:[^、。]{0,6})?アレルギー(?:体質|なので|だから|が|です|。|$)",
    ),
    rule("diet", rf"(?P<o>{FED})(?:の)?(?:生活|食生活|食)を?(?:送|続|し|実践|中)"),
    rule(
        "diet",
        r"(?P<o>(?:お酒|酒|アルコール)は(?:一切|一滴も|まったく|全く|全然)(?:飲め|飲ま|飲み)(?:ない"
        r"|ません))",
    ),
    listed(
        "speaks",
        rf"{LANGUAGES}(?:なら|だけは|は)[^、。がを]{{0,12}}?(?:できる|できます|話せる|話せます|通じる"
        r"|わかる|分かる|いける)",
    ),
    listed("speaks", rf"(?:^|(?<=[、。\s]))(?:言語|語学|使用言語|話せる言語)[：:は]\s?{LANGUAGES}"),
    rule(
        "likes",
        r"(?:^|(?<=[、。！\s]))(?P<o>[^\s、。はがをもの]{1,12})(?:は|が)?(?:大好き|大好物|好物)(?:です|だ"
        r"|！|!|。|$|、)",
    ),
    rule(
        "likes",
        r"(?:^|(?<=[、。\s]))(?P<o>[^\s、。はがを]{2,14})が(?:趣味|生きがい|日課|楽しみ)(?=[。、]|$|です"
        r"|だ|で)",
    ),
    rule(
        "dislikes",
        r"(?:^|(?<=[、。]))(?P<o>[^\s、。はがをも]{1,10})が[^、。はがを]{1,5}(?:し|くて|て)(?:嫌い"
        r"|苦手)(?=[。、]|$|です|だ)",
    ),
    rule(
        "prefers",
        r"(?:席|味|色|服|部屋|枕|麺|飲み物|時間帯|座席)は、?(?P<o>[^\s、。はが]{1,10})(?:が|の(?:ほう"
        r"|方)が)(?:好み|いい|よい|良い|落ち着く|楽)(?=[。、]|$|です|だ)",
    ),
)
RULES: tuple[Rule, ...] = LIVING + WORKING + PEOPLE
