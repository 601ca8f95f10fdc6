"""Japanese rules for the many ordinary ways to tell a home, work, a tool, a taste or an age."""

from functools import partial

from nlp.facts.japanese.food_and_pets import ANIMAL
from nlp.facts.japanese.personal import DAY
from nlp.facts.japanese.rules import FIRM_NAME, FIRST, TOOL, rule
from nlp.facts.rules import SOMEWHERE, Rule
from nlp.facts.sentences import ORGANIZATION, REST

from .fields import NUMERAL, WORD

listed = partial(rule, is_list=True)
EDGE = r"(?:^|(?<=[、。！\s]))"
TOWN = rf"(?P<o>{SOMEWHERE})"
END = r"(?=[。、！!\s（(…]|$|です|だ(?!っ)|で(?=[、。])|なので|だけど|ですが)"
ABODE = r"(?:住まい|お住まい|住所|自宅|住んでる(?:の|ところ)|住んでいる(?:の|ところ)|家|アパート|マンション)"
FIRM = rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME})"
LIVING: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"{EDGE}(?:今の|いまの|現在の)?{ABODE}(?:は|が)、?{TOWN}(?:市内|区内"
        rf"|郊外)?(?:の[^、。はが]{{1,10}}?)?{END}",
    ),
    rule(
        "lives_in",
        rf"{TOWN}に(?:来て|越して|移って|引っ?越して)[^。]{{0,14}}?(?:居着|居つ|住みつ|住み着|落ち着"
        r"|定住し|暮らして)",
    ),
    rule(
        "lives_in",
        rf"{TOWN}で(?:のんびり|気ままに|家族[0-9三四五]人で|夫婦で|妻と|夫と|子どもと|猫と|犬と)(?:、)?"
        r"(?:やって|暮らし|過ごし)",
    ),
    rule("from", rf"{TOWN}の(?:出身|出(?=[。、です])|生まれ(?!変))"),
    rule("from", rf"{EDGE}(?:生まれ|産まれ)は、?{TOWN}{END}"),
)
WORKING: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"{FIRM}に(?:勤務|勤続|在籍)(?=[。、]|$|中|して|[一二三四五六七八九十\d]+年)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}]{REST}*(?<!社)|[一-龥ぁ-んァ-ヶー]{{2,8}}(?:大学院?|短大|高専|専門学校))の?"
        rf"(?:[一-龥]{{1,6}}(?:学部|学科|研究科|専攻"
        rf"|科))?(?:[、の]?[一二三四五六1-6１-６]年(?:生)?|修士[一二1-2]年"
        rf"|博士課程|に通って|の学生){END}",
    ),
    rule(
        "member_of",
        r"(?:町内|地元|地域|近所|市|区|会社|大学)の(?P<o>[一-龥ァ-ヶー]{2,10})に(?:入って"
        r"|所属して|参加して|加わって)",
    ),
    rule(
        "member_of",
        r"(?P<o>消防団|町内会|自治会|商工会|青年団|劇団|楽団|合唱団|吹奏楽部|美術部|陸上部|野球部|サッカー部"
        r"|テニス部|茶道部)に(?:入って(?:い)?(?:る|ます)|所属|入団し|入部し|加入し)",
    ),
)
BODY: tuple[Rule, ...] = (
    listed(
        "allergic_to",
        rf"(?P<o>{WORD}(?:[とや]{WORD})?)(?:を(?:食べる|飲む|触る|吸う)と|に(?:触る|触れる"
        rf"|刺される)と|で)、?[^、。はがを]{{0,8}}?"
        r"(?:じんましん|蕁麻疹|湿疹|発疹|かゆ(?:く|み)|痒く|(?:お)?腹を(?:壊す|下す)(?:体質|ので|から|。|$))",
    ),
    rule(
        "allergic_to",
        r"(?<=[はも])(?P<o>[^\s、。はがをも]{1,8}?)アレルギー(?:が(?:ある|あり|あって)|持ち"
        r"|あり|です|だ(?!け)|で(?=、)|体質)",
    ),
    rule(
        "dislikes",
        rf"(?P<o>{WORD})だけは(?:どうしても|絶対に|昔から)?(?:食べられ(?:ない|ません)|食べれない|無理|苦手"
        r"|だめ|ダメ|飲め(?:ない|ません)|受け付けない)",
    ),
    rule(
        "dislikes", rf"(?<=は)(?P<o>{WORD})が(?:どうも|かなり|とても|昔から)?(?:苦手|嫌い|大嫌い)"
    ),
    rule(
        "likes", rf"(?P<o>{WORD})は(?P<s>{FIRST})が(?:一番|いちばん)?(?:大好き|好き|好物)(?!な人)"
    ),
    rule(
        "likes",
        rf"(?<=は)(?P<o>(?!{FIRST}が){WORD})が(?:とても|すごく|昔から)?(?:大好き|好き|好物|大好物)(?!な人)",
    ),
    rule(
        "diet", rf"(?:^|(?<=[は。、]))(?P<o>菜食|完全菜食|粗食|玄米食|自然食)(?:中心|主義|派)?{END}"
    ),
    rule(
        "diet",
        r"(?:^|(?<=[は。、]))(?P<o>(?:お酒|酒|アルコール|肉|魚|乳製品|豚肉|牛肉|生もの|砂糖|小麦)[はを]"
        r"(?:一切|いっさい|まったく|全く|全然|もう)?(?:飲まない|飲みません|飲めない"
        r"|飲めません|食べない|食べません"
        r"|口にしない|口にしません|とらない|摂らない|控えて))(?=[。、]|$|よう|ので|から|い|です)",
    ),
    rule(
        "diet",
        r"(?<=[は、])(?P<o>乳製品|小麦|グルテン|卵|豚肉|牛肉|生もの|アルコール"
        r"|カフェイン)が(?:だめ|ダメ|NG|駄目)"
        r"(?=[。、で]|$|です|なので)",
    ),
    rule(
        "age",
        rf"(?<=[はがも、])(?:今年(?:で)?|もう|現在|まだ)?(?P<o>[1-9]\d?|{NUMERAL}"
        rf"|[一二三四五六七八九])(?:歳|才)"
        r"(?:に(?:なり|なっ)|(?=[。、！!\s]|$|です|だ|で(?=[、。])|なの|だけど))",
    ),
    rule("birthday", rf"誕生日は[^、。]{{1,8}}(?:の日)?、{DAY}"),
)
THINGS: tuple[Rule, ...] = (
    rule(
        "uses",
        r"(?:エディタ|ブラウザ|OS|環境|スマホ|携帯|パソコン|PC|カメラ|ノート|メモ|日記"
        r"|家計簿|手帳|検索|表計算|端末"
        rf"|タブレット|車|愛車|バイク|開発環境|IDE|シェル)は(?:ずっと|もっぱら|主に|最近"
        rf"|今は|基本|相変わらず)?、?{TOOL}{END}",
    ),
    rule(
        "uses",
        rf"(?:もっぱら|主に|普段は|いつも|ずっと|すべて|全部)、?{TOOL}(?:で(?=[、。す]|$)"
        rf"|を使|に(?:書い|入れ|まとめ|記録))",
    ),
    rule("uses", rf"{TOOL}を(?:[^、。はがを]{{1,8}}で)?(?:愛用|普段使い)"),
    rule(
        "pet",
        rf"(?P<o>{ANIMAL})を(?:[一二三四五1-9]匹|[一二三1-9]羽|[一二三1-9]頭)?飼い(?:始め|はじめ)",
    ),
)
RULES: tuple[Rule, ...] = LIVING + WORKING + BODY + THINGS
