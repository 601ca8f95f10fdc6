"""What the lifelog pack recognises: meals, places to eat, pets; measures of health are amounts."""

from nlp.patterns import Pattern, PatternExtractor, words

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
PET_JA = (
    r"(?:愛犬|愛猫|飼い猫|飼い犬|(?:犬|猫|うさぎ|ハムスター|インコ)の(?:名前は)?)(?:の"
    r"|は)?(?P<name>[ァ-ヶー]{2,10}|[ぁ-ん]{2,5}(?=は|が|を|の|と))"
)
PET_EN = (
    r"\b(?:my|our|her|his|their|the) (?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse"
    r"|pet),? (?:named |called )?(?P<name>[A-Z][a-z]{2,15})\b"
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
            Pattern("Pet", PET_JA, 0.7, languages=("ja",)),
            Pattern("Pet", PET_EN, 0.85, unless=r"(?:The|And|But|Has|Was|Got|Ate|Ran)"),
        ),
    ),
)  # fmt: skip
