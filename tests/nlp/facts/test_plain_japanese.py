"""Plain Japanese is read whole: fields, dialects, learners, dictation, families and wishes."""

import pytest

from .test_plain_statements import Said, own, read


def of(subject: str, **facts: str) -> set[Said]:
    """Return facts of somebody else, by predicate."""
    return {Said(subject, predicate, value) for predicate, value in facts.items()}


def family(*names: str) -> set[Said]:
    """Return ties of the owner to relatives."""
    return own("family_member", *names)


ONESELF = [
    ("わたしの なまえは プトリです。インドネシアの スラバヤから 来ました。",
     own("name", "プトリ") | own("from", "インドネシアの スラバヤ")),
    ("私の名前は グエン ヴァン アンです。", own("name", "グエン ヴァン アン")),
    ("おれ陸。15。堺に住んでる", own("name", "陸") | own("age", "15") | own("lives_in", "堺")),
    ("おれ大河、17さい、神戸住み", own("name", "大河") | own("age", "17") | own("lives_in", "神戸")),
    ("はいさい!比嘉めぐみです、那覇に住んでて看護師やってます〜",
     own("name", "比嘉めぐみ") | own("lives_in", "那覇") | own("occupation", "看護師")),
    ("えーと私の名前は小林和夫です長野の飯綱町に住んでてりんご農家をやってます",
     own("name", "小林和夫") | own("lives_in", "長野の飯綱町") | own("occupation", "りんご農家")),
    ("うちの名前、結衣やねん。16やで。", own("name", "結衣") | own("age", "16")),
    ("昭和44年2月10日生まれ", own("birthday", "昭和44年2月10日")),
    ("昭和二十一年十一月三日、岩手の遠野に生まれました。",
     own("birthday", "昭和二十一年十一月三日") | own("from", "岩手の遠野")),
    ("生年月日 1990-05-27", own("birthday", "1990-05-27")),
    ("私の誕生日:4月21日", own("birthday", "4月21日")),
    ("一人暮らしで、実家は長野の松本です。", own("from", "長野の松本")),
    ("いま 大阪に すんでいます。", own("lives_in", "大阪")),
    ("インドネシア語と ジャワ語が できます。日本語も 話します。",
     own("speaks", "インドネシア語", "ジャワ語", "日本語")),
    ("わし、山形弁しか話せんのよ。", own("speaks", "山形弁")),
]  # fmt: skip
FAMILIES = [
    ("オカンの仕事は美容師で、オトンは阪和運輸ってとこで働いてる",
     family("オカン", "オトン") | of("オカン", occupation="美容師") | of("オトン", works_for="阪和運輸")),
    ("ねーちゃん(さくら、19)はデザインの勉強してる",
     family("さくら") | of("さくら", age="19", studies="デザイン")),
    ("弟が います。アグスです。19さいです。バンドン工科大学で 物理を 勉強しています。",
     family("アグス") | of("アグス", age="19", studies_at="バンドン工科大学", studies="物理")),
    ("姉がいます。彩といいます。看護師です。", family("彩") | of("彩", occupation="看護師")),
    ("長男の修一は仙台に住み、歯科医をしております。お嫁さんは洋子さんという人です。",
     family("修一", "洋子") | of("修一", lives_in="仙台", occupation="歯科医", married_to="洋子")),
    ("妻は真帆、32歳、管理栄養士。",
     own("married_to", "真帆") | of("真帆", age="32", occupation="管理栄養士")),
    ("妻=由美、38歳、看護師", own("married_to", "由美") | of("由美", age="38", occupation="看護師")),
    ("次男 健二、五十一歳、横手市役所勤め。",
     family("健二") | of("健二", age="五十一", works_for="横手市役所")),
    ("長男の大樹 信州大学 農業経済を専攻",
     family("大樹") | of("大樹", studies_at="信州大学", studies="農業経済")),
    ("弟: 江口 拓\n学校: 熊本大学\n専攻: 建築",
     family("江口 拓") | of("江口 拓", studies_at="熊本大学", studies="建築")),
    ("うちね、子どもが3人いて、上から凪、海斗、ひなた。凪は14で、海斗は11、ひなたはまだ5歳さ〜",
     family("凪", "海斗", "ひなた")
     | of("凪", age="14") | of("海斗", age="11") | of("ひなた", age="5")),
    ("孫は二人、翔と美咲と申します。", family("翔", "美咲")),
    ("妹おるで、名前はひまり。", family("ひまり")),
    ("かみさんは幸子って言って農協の直売所で働いてるんだわ",
     own("married_to", "幸子") | of("幸子", works_for="農協の直売所")),
    ("夫の健太は37で、大工やってます",
     own("married_to", "健太") | of("健太", age="37", occupation="大工")),
    ("末っ子ひなたの誕生日、9月2日", family("ひなた") | of("ひなた", birthday="9月2日")),
    ("ばあちゃん→和歌山に一人暮らし。みかん農家。",
     family("ばあちゃん") | of("ばあちゃん", lives_in="和歌山", occupation="みかん農家")),
    ("義母は石垣島に住んでる。そろばん教室の先生。",
     family("義母") | of("義母", lives_in="石垣島", occupation="そろばん教室の先生")),
    ("親友は翔太とゆうま。", own("friend", "翔太", "ゆうま")),
    ("同僚は古賀さんと李さん。", own("colleague", "古賀", "李")),
    ("グエンさんは 友だちです。ベトナムの 人で、26さいです。",
     own("friend", "グエン") | {Said("グエン", "from", "ベトナム"), Said("グエン", "age", "26")}),
    ("長男の直人と長女の絵里がいます", family("直人", "絵里")),
]  # fmt: skip
WORK = [
    ("職場は県立みなみ病院なんですよ。師長の玉城さんがわたしの上司です!",
     own("works_for", "県立みなみ病院") | own("reports_to", "玉城") | of("玉城", occupation="師長")),
    ("「さくらの園」で はたらいています。", own("works_for", "さくらの園")),
    ("毎週木曜、浜松日本語学院に通って介護福祉を勉強している。",
     own("studies_at", "浜松日本語学院") | own("studies", "介護福祉")),
    ("放送大学で心理学の勉強をつづけている", own("studies_at", "放送大学") | own("studies", "心理学")),
    ("韓国語を独学中", own("studies", "韓国語")),
    ("学校は堺東中やで", own("studies_at", "堺東中")),
    ("バスケ部入ってて、今年からキャプテンやってるねん",
     own("member_of", "バスケ部") | own("leads", "バスケ部")),
    ("火曜の晩は横手民謡同好会に出ております。", own("member_of", "横手民謡同好会")),
    ("浜松モスクの女性の会のメンバーです。", own("member_of", "浜松モスクの女性の会")),
    ("町内会の班長をやっとる", own("leads", "町内会")),
    ("勤務先=株式会社ハカタクラウド、上司=村上さん。",
     own("works_for", "株式会社ハカタクラウド") | own("reports_to", "村上")),
    ("居住地→福岡市早良区。出身→長崎県諫早市。",
     own("lives_in", "福岡市早良区") | own("from", "長崎県諫早市")),
]  # fmt: skip
THINGS = [
    ("うちの三毛猫はタマといいます。", own("pet", "タマ (三毛猫)")),
    ("カメ飼ってます、名前はドンちゃん", own("pet", "ドンちゃん (カメ)")),
    ("犬が2匹います!ゴンとマメっていうの", own("pet", "ゴン", "マメ")),
    ("ペット: 文鳥のモチ", own("pet", "モチ (文鳥)")),
    ("電話はらくらくホン、買い物のときは手押し車を使います。", own("uses", "らくらくホン", "手押し車")),
    ("毎日 自転車に のります。", own("uses", "自転車")),
    ("スマホはiPhone SE、宿題のノートはGoodNotes使ってる", own("uses", "iPhone SE", "GoodNotes")),
    ("エディタはNeovim、シェルはfish、OSはArch Linux。", own("uses", "Neovim", "fish", "Arch Linux")),
    ("普段乗ってるのはダイハツのタント", own("uses", "ダイハツのタント")),
    ("持病に糖尿病がございまして、朝晩メトホルミンを飲んでおります。",
     own("condition", "糖尿病") | own("uses", "メトホルミン")),
    ("持病は片頭痛。薬はスマトリプタン。", own("condition", "片頭痛") | own("uses", "スマトリプタン")),
    ("慢性の腰痛があるもんで", own("condition", "慢性の腰痛")),
    ("医者に蜂毒アレルギーって言われてるんであのエピペンを常に持ち歩いてます",
     own("allergic_to", "蜂毒") | own("uses", "エピペン")),
    ("好物はいぶりがっこと甘酒、苦手なのはセロリでございます。",
     own("likes", "いぶりがっこ", "甘酒") | own("dislikes", "セロリ")),
    ("数学まじで嫌い、好きなんは歴史とスプラトゥーン",
     own("dislikes", "数学") | own("likes", "歴史", "スプラトゥーン")),
    ("嫌いなもの\n1. 会議\n2. パクチー\n3. 電話", own("dislikes", "会議", "パクチー", "電話")),
    ("からい 料理が 好きです。納豆は きらいです。",
     own("likes", "からい 料理") | own("dislikes", "納豆")),
    ("日本酒が好きでビールは好かんな", own("likes", "日本酒") | own("dislikes", "ビール")),
    ("ハラルの 食べ物だけ 食べます。", own("diet", "ハラル")),
    ("ごはんはずーっと乳糖フリーにしてます", own("diet", "乳糖フリー")),
    ("医者の指示で塩分ひかえめの食事を続けている", own("diet", "塩分ひかえめ")),
]  # fmt: skip
WISHES = [
    ("返事は三行まで", own("prefers", "返事は三行まで")),
    ("返事はいつも三行までにしといて長いのは読まねえから", own("prefers", "返事はいつも三行まで")),
    ("回答は結論を先に。コード例はコメントなしで頼む。",
     own("prefers", "回答は結論を先に", "コード例はコメントなし")),
    ("敬語とかいらんからタメ口で返してな", own("prefers", "タメ口")),
    ("箇条書きで答えてください", own("prefers", "箇条書き")),
    ("わたしへの返事は絵文字つきがいい", own("prefers", "返事は絵文字つき")),
    ("お返事には横文字を使わないでいただけると助かります。",
     own("prefers", "お返事には横文字を使わない")),
    ("やさしい日本語で 答えてください。漢字には ふりがなが ほしいです。",
     own("prefers", "やさしい日本語", "漢字には ふりがな")),
]  # fmt: skip
NOTED = [
    ("ユーザーは通勤にロードバイクを使う。", own("uses", "ロードバイク")),
    ("ユーザーは秋田弁と標準語を話す。", own("speaks", "秋田弁", "標準語")),
    ("ユーザーは貧血があり、鉄剤を毎日飲んでいる。", own("condition", "貧血") | own("uses", "鉄剤")),
    ("ユーザーは地元の読書会「あけび会」の世話役代表を務めている。", own("leads", "あけび会")),
    ("ユーザーの同僚の山口さんは磐田に住んでいて、猫を飼っている。",
     own("colleague", "山口") | of("山口", lives_in="磐田", pet="猫")),
    ("ユーザーは簿記の勉強を続けている。", own("studies", "簿記")),
]  # fmt: skip
STATES_NOTHING = [
    "次の文を要約して。箇条書きで答えてください",
    "返事は明日までにお願いします",
    "返信は田中さんにしてください",
    "英語で答えてくれる人がほしい",
    "本を図書館に返して",
    "子どもの名前は蓮がいい",
    "新しい犬の名前はモカにしようと思う",
    "犬を飼いたい、名前はポチがいい",
    "名前は何ですか",
    "俺明日、18歳になる",
    "おれ元気。15分で行く",
    "学校は休みや",
    "サッカー部に入りたい",
    "いつも自転車に乗る人は",
    "来年から韓国語を勉強する予定です",
    "数学まじで嫌いな人いる？",
    "医者に猫アレルギーかもと言われた",
    "明日→歯医者",
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts"), [*ONESELF, *FAMILIES, *WORK, *THINGS, *WISHES])
def test_plain_japanese_is_read_whole(text: str, facts: set[Said]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize(("text", "facts"), NOTED)
def test_notes_of_assistants_are_read(text: str, facts: set[Said]) -> None:
    assert read(text, is_assistant=True) == facts


@pytest.mark.parametrize("text", STATES_NOTHING)
def test_what_states_nothing_of_the_owner_is_left_out(text: str) -> None:
    assert read(text) == set()
