"""Japanese rules for what people tell about themselves: name, age, origin, work, pets, diet."""

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import PERSON, REST, THING
from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .rules import AT_END, FIRST, KIN, PLAIN_PLACE, TITLE, rule

# The end of a statement: a copula, a pause, or the end of the line.
IS = rf"(?:(?:です|だ|である|なん(?:です|だ|で)|でして|であり|で(?=[、,]))(?:{AT_END}|(?=[、,]))|(?=[。、,！!（(]|$)|{AT_END})"
TE_IRU = r"(?:て(?:い)?(?:る|ます|まして|た|おり)|ており(?:ます)?|てて|とる|とります)"
DE_IRU = r"(?:で(?:い)?(?:る|ます|まして|おり)|でおり(?:ます)?|でて|どる|どります)"
OPENING = r"(?:^|(?<=[、。\s,！!はもが：:（(]))"
PLACE = rf"(?P<o>(?:{SOMEWHERE}|{PLAIN_PLACE})(?:の(?:{SOMEWHERE}|[一-龥]{{2,4}}))?)"
SELF = rf"(?P<o>{SOMEONE}|[一-龥々]{{1,3}}[ 　]?[一-龥々ぁ-んァ-ヶー]{{1,5}}|[ァ-ヶー・]{{2,14}}|[ぁ-んー]{{2,8}}|[A-Z][A-Za-z]{{1,14}})"
NAMED = r"(?:お?名前|氏名|本名|フルネーム|下の名前|ハンドルネーム|ペンネーム|呼び名|あだ名|旧姓)"
NUMBER = r"(?P<o>[1-9]\d?|1[01]\d|[二三四五六七八九]?十[一二三四五六七八九]?)"
DAY = r"(?P<o>(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)"
JOB_WORD = rf"(?:[一-龥ァ-ヶーA-Za-z]{{1,8}}の)?(?:[一-龥ァ-ヶーA-Za-z]{{0,6}})(?:{alternation(words('ja_jobs'))})"
JOB = rf"(?P<o>{JOB_WORD})"
TRADE = r"(?P<o>(?:[一-龥ァ-ヶーA-Za-z]{1,10}の)?[一-龥ァ-ヶーA-Za-zぁ-ん]{2,10}?)(?:関係|関連|系)?の(?:お)?仕事"
LANGUAGE = (
    r"(?:英語|日本語|中国語|韓国語|朝鮮語|フランス語|仏語|ドイツ語|独語|スペイン語|イタリア語|ポルトガル語|ロシア語|アラビア語|タイ語"
    r"|ベトナム語|インドネシア語|マレー語|タガログ語|ヒンディー語|トルコ語|オランダ語|スウェーデン語|フィンランド語|ノルウェー語|デンマーク語"
    r"|ポーランド語|チェコ語|ハンガリー語|ギリシャ語|ヘブライ語|ペルシャ語|ウルドゥー語|ベンガル語|ネパール語|ミャンマー語|モンゴル語|広東語"
    r"|台湾語|北京語|スワヒリ語|ウクライナ語|ラテン語|エスペラント語?|日本手話|手話|関西弁|アイヌ語|琉球語|沖縄方言)"
)
LANGUAGES = rf"(?P<o>{LANGUAGE}(?:(?:と|、|や|も|・|および|及び){LANGUAGE})*)"
ANIMAL = (
    r"(?:子?犬|子?猫|ネコ|イヌ|ねこ|いぬ|愛犬|愛猫|老犬|老猫|保護猫|保護犬|柴犬|秋田犬|黒猫|白猫|三毛猫|トイプードル|プードル|チワワ|ダックス(?:フンド)?|コーギー|パグ"
    r"|ゴールデンレトリバー|ラブラドール|シーズー|ポメラニアン|フレンチブルドッグ|マルチーズ|うさぎ|ウサギ|ハムスター|モルモット|フェレット|チンチラ|ハリネズミ"
    r"|インコ|セキセイインコ|オカメインコ|文鳥|カナリア|オウム|亀|カメ|リクガメ|金魚|メダカ|熱帯魚|トカゲ|ヤモリ|レオパ|蛇|ヘビ|ヤギ|馬|鶏|ニワトリ|にわとり|アヒル|スコティッシュ(?:フォールド)?|マンチカン)"
)
PET = rf"(?P<o>(?:[{PERSON}-{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}|[一-龥][一-龥ぁ-ん]{{0,3}})(?:(?:と|、|・)(?:[{PERSON}-{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}))*)"
COUNT = r"(?:[一二三四五六1-9](?:匹|頭|羽)|数匹)"
FED = (
    r"(?:ベジタリアン|ヴィーガン|ビーガン|菜食主義(?:者)?|ペスカタリアン|完全菜食|玄米菜食|ハラル(?:食)?|ハラール|コーシャ|グルテンフリー|糖質制限(?:中)?|減塩(?:食)?|低糖質|下戸)"
)
MEAL = r"(?:肉|お肉|魚|豚肉|牛肉|鶏肉|羊肉|乳製品|牛乳|卵|お酒|酒|アルコール|甲殻類|貝類|貝|生もの|生魚|生卵|小麦|グルテン|動物性のもの|砂糖|カフェイン|ナッツ|豚)"
FOOD = r"[^\s、。,はがもを「」（）()！!？?ての]{1,12}"
FOODS = rf"(?P<o>{FOOD}(?:(?:と|や|、|・|および){FOOD})*?)"

NAME = (
    rule("name", rf"(?:(?P<s>{FIRST})の)?{NAMED}は、?「?{SELF}」?(?:と(?:いいます|言います|申します|いう|する)|{IS})"),
    rule("name", rf"{OPENING}「?{SELF}」?と(?:申します|いいます|言います|申す者)"),
    rule("name", rf"「?{SELF}」?(?:さん|くん|ちゃん)?(?:って|と)呼んで(?:ください|下さい|ほしい|欲しい|くれ|もらえ|いただ|ね|$|。)"),
    rule("name", rf"「?{SELF}」?(?:さん|くん|ちゃん)?(?:って|と)呼ばれて"),
    rule("name", rf"{OPENING}{SELF}、{NUMBER.replace('?P<o>', '?:')}(?:歳|才)(?:です|。)", subjects=""),
)  # fmt: skip
AGE = (
    rule("age", rf"(?:今年で?|今|現在|もうすぐ)?{NUMBER}(?:歳|才)(?:に?なった(?:ばかり)?|になりました)?(?:{IS}|の(?=[一-龥ァ-ヶ]))(?<!もうすぐ)"),
    rule("age", rf"(?:満|当年とって){NUMBER}(?:歳|才)"),
    rule("age", rf"{OPENING}{NUMBER}(?:歳|才)?の(?:爺|じい|じじい|婆|ばあ|おっさん|おばさん|おじさん|主婦|会社員|学生|男|女)"),
    rule("age", r"(?P<o>[1-9]0代(?:前半|半ば|後半)?)(?:です|の(?:主婦|会社員|男性|女性|父|母)|。|、)"),
)  # fmt: skip
BORN = (
    rule("birthday", rf"(?:(?P<s>{SOMEONE}{TITLE}|{FIRST})の)?(?:お)?誕生日は、?(?:\d{{4}}年)?{DAY}"),
    rule("birthday", rf"(?:\d{{4}}年)?{DAY}(?:が(?:(?P<s>{SOMEONE}{TITLE}|{FIRST})の)?誕生日|生まれ(?!変))"),
    rule("from", rf"(?:出身(?:地)?|生まれ(?:故郷)?|地元|実家|故郷|ふるさと)は、?{PLACE}(?:の|で|だ|です|。|、|$|なん|県|市)"),
    rule("from", rf"{PLACE}(?:の)?(?:出身|生まれ(?:育ち)?|育ち)(?:です|だ|で|の|なん|、|。|者|$|である)"),
    rule("from", rf"生まれも育ちも{PLACE}"),
    rule("from", rf"{PLACE}で(?:生まれ|生まれ育)(?:た|まし|、|り|っ)"),
)  # fmt: skip
LIVES = (
    rule("lives_in", rf"{PLACE}(?:在住|住み|暮らし|住まい)(?:です|だ|で|の|、|。|歴|{AT_END}|\d)"),
    rule("lives_in", rf"{PLACE}(?:に|の[^、。]{{1,10}}に)[^、。はがをにへでと]{{0,8}}?住ん{DE_IRU}"),
    rule("lives_in", rf"{PLACE}(?:で|の[^、。]{{1,10}}で)[^、。]{{0,8}}?暮らし{TE_IRU}"),
    rule("lives_in", rf"{PLACE}に(?:住んで|暮らして|来て|越してきて|引っ越して|移住して|嫁いで)(?:もう|から)?、?(?:\d+|[一二三四五六七八九十]+)(?:年|か月|ヶ月|カ月)"),
    rule("lives_in", rf"(?:住まい|自宅|家|住所)は、?{PLACE}(?:です|だ|で|。|、|$)"),
)  # fmt: skip
JOBS = (
    rule("occupation", rf"{JOB}(?:として|の仕事を|を)(?:[^、。はがを]{{0,8}})(?:働い|勤め|勤務し|やっ|し){TE_IRU}"),
    rule("occupation", rf"(?:職業|仕事|本業|肩書き?)は、?{JOB}(?:です|だ|で|。|、|$)"),
    rule("occupation", rf"{OPENING}(?:元)?{TRADE}(?:を)?(?:し{TE_IRU}|やっ{TE_IRU}|です|。)"),
    rule("occupation", rf"{OPENING}{JOB}(?:\d+年目)?(?:です|なんです(?:が|けど)?|なんですけど|だ[。！]|、\d+年目|歴)"),
    rule("occupation", rf"(?:現在|今)は[^、。は]{{0,8}}?{JOB}(?:です|だ|。|$|をし)"),
    rule("occupation", rf"(?:は|で)[^、。はがを]{{0,10}}?{JOB}(?:です|だ[。！]|をし{TE_IRU}|をやっ{TE_IRU}|。)"),
    rule("occupation", rf"元{JOB}{IS}", Validity.OVER),
)  # fmt: skip
STUDIES = (
    rule("studies", rf"(?:(?:で|は|から)|^|、)(?P<o>[^\s、。はがをにへでと]{{1,12}})を(?:専攻|勉強|学ん|履修|研究)(?:し{TE_IRU}|で(?:い)?(?:る|ます|て|おり))"),
    rule("studies", rf"専攻は、?(?P<o>[^\s、。はがを]{{2,12}}?)(?:です|だ|で|。|、|$)"),
    rule("studies", rf"(?P<o>[一-龥ァ-ヶー]{{1,10}})(?:専攻|学部|学科)の(?:学生|[1-4一二三四]年|大学生|院生)"),
)  # fmt: skip
DIET = (
    rule("diet", rf"(?P<o>{FED})(?:です|だ|で|なん|の(?:食|生活)|歴|。|、|を(?:し|続け)|$|に(?:なっ|し)て)"),
    rule("diet", rf"(?P<o>{MEAL}(?:と{MEAL}|や{MEAL})?(?:は|を|が|も)(?:一切|まったく|全く|全然|ほとんど|宗教上)?(?:食べ(?:ない|ません|られない|られません|れない|れません)|飲(?:まない|みません|めない|めません)|摂らない|口にし(?:ない|ません)|だめ|ダメ|NG))"),
    rule("diet", rf"(?P<o>{MEAL}抜き(?:の食事|生活)?)(?:です|だ|で|を|。|、)"),
    rule("diet", r"(?P<o>[^、。はが]{1,10}を(?:避け|控え|抜い)た食事)"),
)  # fmt: skip
ALLERGY = (
    rule("allergic_to", rf"{OPENING}{FOODS}(?:に(?:対して|対する|は)?|の)?(?:重度の|軽い|ひどい)?アレルギー(?!の薬|検査|対応|物質|表示|科|専門|反応が出た)(?:[がもは](?:ある|あり|出る|ひどい|でる)|を(?:持っ|もっ)て|持ち|あり|{IS}|体質|なので|なのに|と診断)", is_list=True),
    rule("allergic_to", rf"アレルギーは、?{FOODS}(?:です|だ|。|、|$)", is_list=True),
    rule("allergic_to", rf"{OPENING}{FOODS}(?:を食べる|を飲む|に触る)と(?:アレルギー|蕁麻疹|じんましん|発疹)", is_list=True),
)  # fmt: skip
SPEECH = (
    rule("speaks", rf"{LANGUAGES}(?:が|を|は|も)(?:[^、。はがを]{{0,8}}?)(?:話せ|喋れ|しゃべれ|話し|話す|使え|でき)(?:る|ます|て(?=、)|、|ない(?=わけ)|ことが)", is_list=True),
    rule("speaks", rf"(?:母語|母国語|第一言語)は、?{LANGUAGES}", is_list=True),
    rule("speaks", rf"{LANGUAGES}(?:の)?(?:ネイティブ|ペラペラ|が(?:流暢|堪能|得意))", is_list=True),
)  # fmt: skip
WITH = rf"(?:を)?(?:{COUNT})?(?:を)?(?:飼っ{TE_IRU}|飼い(?:始め|はじめ)|と(?:一緒に)?暮らし{TE_IRU}|が(?:{COUNT})?い(?:る|ます|て))"
PETS = (
    rule("pet", rf"(?:飼っ(?:ている|てる|てた)|うちの|我が家の|わが家の|愛犬|愛猫|飼い猫|飼い犬|実家の)(?P<kind>{ANIMAL})?(?:の|、|は)「?{PET}」?(?=(?:が|は|を|に|も|、|。|と|の|も)|$|\s)", Validity.STANDS, is_list=True),
    rule("pet", rf"(?P<kind>{ANIMAL})の「?{PET}」?{WITH}", is_list=True),
    rule("pet", rf"(?P<kind>{ANIMAL})(?:を|が)?{COUNT}?(?:（|\()(?:名前は)?{PET}(?:）|\))", is_list=True),
    rule("pet", rf"「?{PET}」?(?:という|って)(?:名前の)?(?P<kind>{ANIMAL}){WITH}", is_list=True),
    rule("pet", rf"(?P<kind>{ANIMAL})の名前は、?「?{PET}」?{IS}", is_list=True),
    rule("pet", rf"(?P<o>{ANIMAL}(?:{COUNT})?)(?:を(?:{COUNT})?飼っ{TE_IRU}|が(?:{COUNT})?い(?:る|ます)(?=[。！、]|$)|と(?:一緒に)?(?:{COUNT}で)?暮らし{TE_IRU})"),
    rule("pet", rf"(?P<o>{ANIMAL}を{COUNT})飼っ{TE_IRU}"),
)  # fmt: skip
KIN_NAMES = tuple(
    rule(predicate, rf"(?:(?P<s>{FIRST})の)?(?:{words_})(?:の名前は|は|、|の)、?(?P<o>{SOMEONE})(?:{TITLE})?(?:と(?:いい|言い|いう)|{IS})")
    for predicate, words_ in (
        ("married_to", "妻|夫|家内|旦那|嫁"),
        ("family_member", KIN[3:-1]),
    )
)  # fmt: skip
RULES: tuple[Rule, ...] = (
    NAME + AGE + BORN + LIVES + JOBS + STUDIES + DIET + ALLERGY + SPEECH + PETS + KIN_NAMES
)
