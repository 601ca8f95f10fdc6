"""The lifelog pack: places, meals, health, feelings, events, reminders."""

from nlp.readers import Pattern, PatternExtractor, words
from packs.registry import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    Vocabulary,
)

from .examples import EXAMPLES

FOOD_JA = (
    "カレー;カレーライス;ラーメン;うどん;そば;蕎麦;寿司;お寿司;刺身;天ぷら;とんかつ;唐揚げ;"
    "焼き鳥;焼肉;すき焼き;しゃぶしゃぶ;おでん;お好み焼き;たこ焼き;餃子;チャーハン;麻婆豆腐;"
    "牛丼;親子丼;"
    "海鮮丼;おにぎり;味噌汁;納豆;卵焼き;サラダ;パスタ;ピザ;ハンバーグ;ハンバーガー;"
    "オムライス;グラタン;シチュー;サンドイッチ;トースト;ヨーグルト;チーズ;ケーキ;"
    "アイスクリーム;チョコレート;プリン;"
    "コーヒー;紅茶;抹茶;ビール;ワイン;日本酒;焼酎;豆腐;パンケーキ;鍋料理;鯖の味噌煮;肉じゃが;"
    "豚汁;冷やし中華;担々麺;フォー;タコス;キムチ;ビビンバ"
)
FOOD_EN = (
    "ramen;sushi;udon;soba;curry;tempura;pizza;pasta;spaghetti;lasagna;burger;hamburger;"
    "salad;sandwich;soup;steak;tacos;burrito;pancakes;waffles;oatmeal;yogurt;omelette;omelet;"
    "ice cream;cheesecake;chocolate cake;apple pie;fried rice;fried chicken;pad thai;pho;"
    "dumplings;risotto;paella;kimchi;bibimbap;falafel;hummus;croissant;espresso;cappuccino;"
    "latte;green tea"
)
RESTAURANT_JA = (
    r"(?P<name>(?:[ァ-ヶー・]{2,16}|[一-龥々]{2,8}|(?<![A-Za-z])[A-Z][A-Za-z']{1,20})(?:食堂|亭|庵|軒|屋台|寿司"
    r"|珈琲店|珈琲|喫茶店?|カフェ|レストラン|ベーカリー|居酒屋|ラーメン店|そば店|うどん店))"
)
NO_RESTAURANT = r"(?:近所|会社|学校|大学|駅前|社員|学生|猫|海外).*"
RESTAURANT_QUOTED = (
    r"(?:カフェ|レストラン|食堂|居酒屋|喫茶店|料理屋|店|ラーメン屋|寿司屋"
    r"|パン屋)「(?P<name>[^」\n]{1,30})」"
)
RESTAURANT_EN = (
    r"\b(?P<name>(?:[A-Z][\w'’&-]{1,30} ){1,3}(?:Café|Cafe|Restaurant|Bistro|Diner|Grill|Trattoria"
    r"|Pizzeria|Bakery|Ramen|Sushi|Izakaya|Brewery|Pub|Tavern))\b"
)

EXTRACTORS = (
    PatternExtractor(
        "lifelog",
        (
            words("Food", FOOD_JA, 0.7),
            words("Food", FOOD_EN, 0.7),
            Pattern("Restaurant", RESTAURANT_JA, 0.65, languages=("ja",), unless=NO_RESTAURANT),
            Pattern("Restaurant", RESTAURANT_QUOTED, 0.85),
            Pattern("Restaurant", RESTAURANT_EN, 0.88),
        ),
    ),
)  # fmt: skip


class LifelogPack(PackConfig):
    name = "packs.lifelog"
    label = "pack_lifelog"
    spec = PackSpec(
        id="lifelog",
        name=Name("Life", "暮らし"),
        description=Name(
            "Places, meals, health, feelings, family, events and reminders.",
            "場所、食事、健康、気持ち、家族、出来事、リマインダー。",
        ),
        hue=330,
        icon="leaf",
        memory_types=(
            Vocabulary("meal", Name("Meal", "食事")),
            Vocabulary("health", Name("Health", "健康")),
            Vocabulary("feeling", Name("Feeling", "気持ち")),
            Vocabulary("reminder", Name("Reminder", "リマインダー")),
        ),
        categories=(
            Vocabulary("family", Name("Family", "家族")),
            Vocabulary("food", Name("Food", "食")),
            Vocabulary("health", Name("Health", "健康")),
            Vocabulary("travel", Name("Travel", "旅")),
            Vocabulary("hobby", Name("Hobby", "趣味")),
        ),
        entity_types=(
            EntityTypeSpec(
                "Restaurant", Name("Restaurant", "飲食店"), parent="Location", icon="cup"
            ),
            EntityTypeSpec("Food", Name("Food", "食べ物"), parent="Object", icon="bowl"),
        ),
        relation_types=(
            RelationTypeSpec("likes", Name("Likes", "好き")),
            RelationTypeSpec("dislikes", Name("Dislikes", "苦手")),
            RelationTypeSpec("prefers", Name("Prefers", "好み")),
            RelationTypeSpec("allergic_to", Name("Allergic to", "アレルギー")),
            RelationTypeSpec("condition", Name("Health condition", "持病")),
            RelationTypeSpec("lives_in", Name("Lives in", "居住"), single_valued=True),
            RelationTypeSpec("studies_at", Name("Studies at", "在学")),
            RelationTypeSpec("studies", Name("Studies", "専攻")),
            RelationTypeSpec("name", Name("Name", "名前")),
            RelationTypeSpec("age", Name("Age", "年齢"), single_valued=True),
            RelationTypeSpec("birthday", Name("Birthday", "誕生日"), single_valued=True),
            RelationTypeSpec("from", Name("From", "出身")),
            RelationTypeSpec("occupation", Name("Occupation", "職業")),
            RelationTypeSpec("diet", Name("Diet", "食事の制限")),
            RelationTypeSpec("speaks", Name("Speaks", "話す言語")),
            RelationTypeSpec("pet", Name("Pet", "ペット")),
            RelationTypeSpec(
                "married_to", Name("Married to", "配偶者"), is_directed=False, single_valued=True
            ),
        ),
        extractors=EXTRACTORS,
        hints=(
            Hint(
                r"朝食|昼食|夕食|朝ごはん|晩ごはん|ランチ|ディナー|美味し|おいし|食べ|カフェ|\b(?:breakfast|lunch|dinner|restaurant|cook(?:ed|ing)?|ate|coffee)\b"
            ),
            Hint(
                r"体調|病院|頭痛|風邪|睡眠|血圧|体重|薬|\b(?:slept|sleep|headache|doctor|dentist|weight|medicine)\b"
            ),
            Hint(
                r"家族|母|父|妻|夫|娘|息子|妹|弟|姉|兄|祖母|祖父|\b(?:mom|mum|mother|father|dad|wife|husband|daughter|son|sister|brother|family)\b"
            ),
            Hint(
                r"旅行|散歩|ランニング|走っ|映画|誕生日|引っ?越し|公園|温泉|\b(?:trip|travel|walk|running|ran|movie|birthday|holiday|vacation)\b"
            ),
            Hint(
                r"嬉し|悲し|楽し|疲れ|寂し|不安|\b(?:happy|sad|tired|lonely|anxious|excited)\b", 0.8
            ),
            Hint(r"買っ|買い物|猫|犬|\b(?:bought|shopping|cat|dog)\b", 0.8),
        ),
        examples=EXAMPLES,
        decay=DecayPolicy(
            half_life_days=365,
            by_type={"meal": 60, "reminder": 30, "feeling": 120, "preference": 1825},
        ),
    )
