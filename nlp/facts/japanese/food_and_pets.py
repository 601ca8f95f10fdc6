"""Japanese rules for diets, allergies and pets."""

from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import PERSON, REST, THING

from .endings import IS, OPENING, TE_IRU
from .rules import FIRST, rule

ANIMAL = (
    r"(?:子?犬|子?猫|ネコ|イヌ|ねこ|いぬ|愛犬|愛猫|老犬|老猫|保護猫|保護犬|柴犬|秋田犬|黒猫"
    r"|白猫|三毛猫|トイプードル|プードル|チワワ|ダックス(?:フンド)?|コーギー|パグ"
    r"|ゴールデンレトリバー|ラブラドール|シーズー|ポメラニアン|フレンチブルドッグ"
    r"|マルチーズ|うさぎ|ウサギ|ハムスター|モルモット|フェレット|チンチラ|ハリネズミ"
    r"|インコ|セキセイインコ|オカメインコ|文鳥|カナリア|オウム|亀|カメ|リクガメ|金魚|メダカ"
    r"|熱帯魚|爬虫類|ヒョウモントカゲモドキ|看板犬|トカゲ|ヤモリ|レオパ|蛇|ヘビ|ヤギ|馬|鶏"
    r"|ニワトリ|にわとり|アヒル"
    r"|スコティッシュ(?:フォールド)?|マンチカン)"
)

PET = (
    rf"(?P<o>(?:[{PERSON}-{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}"
    rf"|[一-龥][一-龥ぁ-ん]{{0,3}})(?:(?:と|、|・)(?:[{PERSON}-{THING}]{REST}*"
    rf"|[ァ-ヶー]{{2,8}}))*)(?!と(?:いい|いう|言|申))"
)

COUNT = r"(?:[一二三四五六1-9](?:匹|頭|羽)|数匹)"

FED = (
    r"(?:ベジタリアン|ヴィーガン|ビーガン|菜食主義(?:者)?|ペスカタリアン|完全菜食|玄米菜食"
    r"|ハラル(?:食)?|ハラール|コーシャ|グルテンフリー|糖質制限(?:中)?|減塩(?:食)?|低糖質"
    r"|下戸)"
)

MEAL = (
    r"(?:肉|お肉|魚|豚肉|牛肉|鶏肉|羊肉|乳製品|牛乳|卵|甲殻類|貝類|貝|はちみつ|野菜|果物|動物性食品"
    r"|生もの|生魚|生卵|小麦|グルテン|動物性のもの|砂糖|カフェイン|ナッツ|豚)"
)

FOOD = r"[^\s、。,はがもを「」（）()！!？?てでの]{1,12}?"

FOODS = rf"(?P<o>{FOOD}(?:(?:と|や|、|・|および){FOOD})*?)"

DIET = (
    rule(
        "diet",
        rf"(?P<o>{FED}(?:のみ|だけ)?)(?:な(?:の|ん)|の(?:食事|食生活|生活|人)|を(?:続|し|守"
        rf"|実践)|のみ|だけ)(?!で?は(?:な|あり))",
    ),
    rule(
        "diet",
        rf"(?P<o>{FED})(?:です|だ|で(?!は|も)|なん|歴|。|、|を(?:し|続け|実践)|$|[)）]|に(?:なっ"
        r"|し)て)",
    ),
    rule(
        "diet",
        rf"(?P<o>{MEAL}(?:と{MEAL}|や{MEAL})?(?:は|を|も)(?:一切|まったく|全く|全然|ほとんど"
        r"|宗教上)?(?:食べ(?:ない|ません)|飲(?:まない"
        r"|みません)|とらない|とりません|除く|除いて|抜いて|摂らない|口にし(?:ない|ません)|だめ|ダメ|NG))",
    ),
    rule("diet", rf"(?P<o>{MEAL}抜き(?:の食事|生活)?)(?:です|だ|で|を|。|、)"),
    rule("diet", r"(?P<o>[^、。はが]{1,10}を(?:避け|控え|抜い)た食事)"),
)

ALLERGY = (
    rule(
        "allergic_to",
        rf"{FOODS}の?アレルギー(?:では(?:もう)?な(?:い|くなっ)|は(?:もう)?な(?:い|くなっ)|が"
        r"(?:治|なくな)(?:った|りました)(?!と))",
        Validity.STOPPED,
        is_list=True,
    ),
    rule(
        "allergic_to",
        rf"{OPENING}{FOODS}(?:が)(?:だめ|ダメ|NG)(?:な|で)[^。]{{0,20}}(?:行けません"
        rf"|食べると|じんましん|蕁麻疹)",
        is_list=True,
    ),
    rule(
        "allergic_to",
        r"花粉症[^。]{0,10}、(?P<o>[ァ-ヶー]{2,6}(?:と[ァ-ヶー]{2,6})*)(?:が|は|で)",
        is_list=True,
    ),
    rule(
        "allergic_to",
        r"(?P<o>(?:スギ|ヒノキ|ブタクサ|イネ科|シラカバ)(?:と(?:スギ|ヒノキ|ブタクサ|イネ科"
        r"|シラカバ))*)の?花粉症",
        is_list=True,
    ),
    rule(
        "allergic_to",
        r"^[\s]*(?P<o>(?:スギ|ヒノキ|ブタクサ)(?:と(?:スギ|ヒノキ|ブタクサ))*)(?:両方|も)(?:だめ|ダメ)",
        is_list=True,
    ),
    rule("allergic_to", rf"アレルギー(?:：|:){FOODS}(?:[。\n]|$)", is_list=True),
    rule(
        "allergic_to",
        rf"(?:{FIRST}、?)?{FOODS}の?アレルギー(?:が(?:あっ|ある|あり)|って診断)",
        is_list=True,
    ),
    rule(
        "allergic_to",
        rf"{OPENING}{FOODS}(?:に(?:対して|対する|は)?|の)?(?:重度の|軽い|ひどい)?アレルギー"
        r"(?!の薬|検査|対応|物質|表示|科|専門|反応が出た)(?:[がもは](?:ある|あり|出る|ひどい"
        rf"|でる)|を(?:持っ|もっ)て|持ち|あり|{IS}|体質|なので|なのに|と診断)",
        is_list=True,
    ),
    rule("allergic_to", rf"アレルギーは、?{FOODS}(?:です|だ|。|、|$)", is_list=True),
    rule(
        "allergic_to",
        rf"{OPENING}{FOODS}(?:を食べる|を飲む|に触る)と(?:アレルギー|蕁麻疹|じんましん|発疹)",
        is_list=True,
    ),
)

WITH = (
    rf"(?:を)?(?:{COUNT})?(?:を)?(?:飼っ{TE_IRU}|飼い(?:始め|はじめ)|と"
    rf"(?:一緒に)?暮らし{TE_IRU}|が(?:{COUNT})?い(?:る|ます|て))"
)

NICK = rf"(?:[{PERSON}-{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}}?)"
PETS = (
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})(?:を|が|は)?{COUNT}?(?:[^（(、。]{{0,8}})?(?:（"
        rf"|\()(?:名前は)?(?P<o>{NICK}(?:(?:と|、|・){NICK})*)(?:）|\))",
        is_list=True,
    ),
    rule("pet", r"(?:愛犬|愛猫)(?P<o>[ァ-ヶー]{2,8})(?=は|が|と|、|の)"),
    rule(
        "pet",
        rf"(?:うちの|我が家の)(?P<kind>{ANIMAL})は、?(?:[^、。はが]{{1,8}}の)?(?P<o>{NICK})(?=です|だ|。|$|[^ぁ-んァ-ヶー一-龥、])",
    ),
    rule(
        "pet",
        rf"[ァ-ヶー]*(?P<kind>{ANIMAL})[ァ-ヶー]*の「?(?P<o>{NICK})」?(?:を飼っ|と暮ら|が(?:い|家族))",
    ),
    rule(
        "pet",
        rf"(?:と|、)(?P<o>{ANIMAL}(?:{COUNT})?)(?:と[^、。はが]{{1,6}}|たち)?(?:で"
        rf"|に)(?:[^、。はが]{{1,6}}に)?暮らし{TE_IRU}",
        Validity.STANDS,
    ),
    rule("pet", rf"(?P<o>{ANIMAL}(?:{COUNT})?)と(?:[^、。はが]{{1,6}}で)暮らし{TE_IRU}"),
    rule(
        "pet", rf"(?P<o>{ANIMAL})は[^、。]{{0,8}}(?:亡くなり|死に|死んで|天国に)", Validity.STOPPED
    ),
    rule("pet", rf"(?P<o>{ANIMAL})を飼いながら"),
    rule("pet", rf"(?P<kind>{ANIMAL})の「?{PET}」?(?:、|と(?:一緒に)?(?:暮ら|住ん))", is_list=True),
    rule("pet", rf"(?P<o>{ANIMAL})も(?:{COUNT})?い(?:る|ます)(?=[。！、]|$)"),
    rule(
        "pet",
        rf"(?:うちの|我が家の|飼っているのは|実家の)?(?P<kind>{ANIMAL})(?:は|、|で)(?:名前は"
        rf"|名は|名を)?「?(?P<o>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}})」?と(?:いい|いう|言い|言う)",
    ),
    rule("pet", rf"(?P<kind>{ANIMAL})で名前は「?{PET}」?"),
    rule(
        "pet",
        rf"(?P<o>{ANIMAL}(?:を|が)?{COUNT}?)、?(?:[^、。はが]{{0,6}}で)?(?:育てて|世話して"
        r"|と暮らし始め)",
    ),
    rule(
        "pet",
        r"(?:飼っ(?:ている|てる|てた)|うちの|我が家の|わが家の|愛犬|愛猫|飼い猫|飼い犬|実家の)"
        rf"(?P<kind>{ANIMAL})?(?:の|、|は)「?{PET}」?(?=(?:が|は|を|に|も|、|。|と|の|も)|$|\s)",
        Validity.STANDS,
        is_list=True,
    ),
    rule("pet", rf"(?P<kind>{ANIMAL})の「?{PET}」?{WITH}", is_list=True),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})(?:を|が)?{COUNT}?(?:（|\()(?:名前は)?{PET}(?:）|\))",
        is_list=True,
    ),
    rule("pet", rf"「?{PET}」?(?:という|って)(?:名前の)?(?P<kind>{ANIMAL}){WITH}", is_list=True),
    rule("pet", rf"(?P<kind>{ANIMAL})の名前は、?「?{PET}」?{IS}", is_list=True),
    rule(
        "pet",
        rf"(?P<o>{ANIMAL}(?:{COUNT})?)(?:を(?:{COUNT})?飼っ{TE_IRU}"
        rf"|と(?:一緒に)?(?:{COUNT}で)?暮らし{TE_IRU})",
    ),
    # 床の上に猫がいます describes a place.
    rule(
        "pet",
        r"(?:^|(?<=[。、！]))(?:[^。、]{0,4}(?:うち|我が家|わが家|家|実家|自宅"
        r"|部屋)には?、?)?(?:[^、。はがにで]{0,6}?)"
        rf"(?P<o>{ANIMAL}(?:{COUNT})?)が(?:{COUNT})?い(?:る|ます)(?=[。！、]|$)",
    ),
    rule("pet", rf"(?P<o>{ANIMAL}を{COUNT})飼っ{TE_IRU}"),
)

RULES: tuple[Rule, ...] = DIET + ALLERGY + PETS
