"""What people say of themselves in passing, in plain Japanese and in dialects, and what is not theirs."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str]


def facts(text: str, **mentions: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.value) for one in claims_of(text, **mentions)}


def own(text: str, **mentions: str) -> set[tuple[str, str]]:
    return {(what, value) for who, what, value in facts(text, **mentions) if who is None}


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("わしももう68じゃけえ、無理はきかん。", {}, ("age", "68")),
        ("77になりました。", {}, ("age", "77")),
        ("41やし、徹夜はきつい。", {}, ("age", "41")),
        ("私52にもなって親に叱られた。", {}, ("age", "52")),
        ("64の手習いでピアノを始めた。", {}, ("age", "64")),
        ("昭和60年生まれの40やけど、同い年おる?", {}, ("age", "40")),
        ("わたしはミンといいます。", {}, ("name", "ミン")),
        ("熊本もんやけん酒は強か。", {"熊本": "Location"}, ("from", "熊本")),
        ("タイ語、英語、日本語はすこし。", {}, ("speaks", "タイ語")),
        ("駅でタイ語通じて助かった。", {}, ("speaks", "タイ語")),
        ("盛岡の老人ホームで働いています。", {"盛岡": "Location"}, ("works_for", "盛岡の老人ホーム")),
        ("津の印刷会社に勤めて9年。", {"津": "Location"}, ("works_for", "津の印刷会社")),
        ("私は薬剤師だけど花のことはさっぱり。", {}, ("occupation", "薬剤師")),
        ("そば屋のくせに昼はパン。", {}, ("occupation", "そば屋")),
        ("いま松江で三年になります。", {"松江": "Location"}, ("lives_in", "松江")),
        ("うちは標高800m、飯田でも山の上。", {"飯田": "Location"}, ("lives_in", "飯田")),
        ("町内会の会計を押しつけられた。", {}, ("member_of", "町内会")),
        ("卵も魚も食べない人間でも作れるやつ。", {}, ("diet", "卵も魚も食べない")),
        ("もともとセリアックで、外食がつらい。", {}, ("condition", "セリアック")),
        ("今ごろ娘の凪から手紙が出てきた。", {"凪": "Person"}, ("family_member", "凪")),
        ("うちの子（葵）の三者面談は8日。", {"葵": "Person"}, ("family_member", "葵")),
        ("うちの蒼太(小5)の三者面談。", {"蒼太": "Person"}, ("family_member", "蒼太")),
        ("小6の娘・凪と二人暮らし。", {"凪": "Person"}, ("family_member", "凪")),
        ("末っ子の陸が調理をやりたいって。", {}, ("family_member", "陸")),
        ("カカアの敏子が腰を痛めて寝とる。", {"敏子": "Person"}, ("married_to", "敏子")),
        ("小麦食べられへんのに、何を焼いたらええ?", {}, ("diet", "小麦食べられへん")),
        ("わたしたち豚とお酒がだめです。", {}, ("diet", "豚とお酒がだめ")),
        ("検査でヨモギとダニの両方に陽性だった。", {}, ("allergic_to", "ヨモギ")),
        ("猫は好きやけど飼えん。", {}, ("likes", "猫")),
        ("甘酒がいちばん。", {}, ("likes", "甘酒")),
        ("大声で呼ばれるの苦手。", {}, ("dislikes", "大声で呼ばれるの")),
        ("怖い話は無理、料理と旅が好き。", {}, ("likes", "旅")),
        ("自分はそば派やけんね。", {}, ("prefers", "そば")),
        ("カニだめ、ホタテはセーフ。", {}, ("diet", "カニだめ")),
        ("炭水化物抜きの生活を続けてる。", {}, ("diet", "炭水化物抜きの生活")),
        ("大工しとります。", {}, ("occupation", "大工")),
        ("姑キヨさんの薬のことです。", {"キヨ": "Person"}, ("family_member", "キヨ")),
        ("遥と付き合って今日で2年。", {"遥": "Person"}, ("family_member", "遥")),
        ("双子の空と陸、まだ3歳。", {}, ("family_member", "陸")),
        ("うちの猫の名前、すずって言います。", {}, ("pet", "すず (猫)")),
        ("うちの犬(雑種、名前はごま)が吠える。", {}, ("pet", "ごま (犬)")),
        ("ジムニーの車検、来月。", {}, ("uses", "ジムニー")),
        ("デリカ納車された!", {"デリカ": "Organization"}, ("uses", "デリカ")),
        ("クルマはプリウスです。", {}, ("uses", "プリウス")),
    ],
)  # fmt: skip
def test_what_is_said_in_passing_is_read(
    text: str, names: dict[str, str], told: tuple[str, str]
) -> None:
    assert told in own(text, **names)


@pytest.mark.parametrize(
    "text",
    [
        "クイズ!わたしは誰でしょう。①青いです ②バナナが大好きです",
        "テスト入力です。年齢:888 住所:大阪市",
        "小説の冒頭を続けて。\n\n俺は五十一歳。港町で魚屋をやっている。",
        "架空の患者を作って。たとえば「67歳、ペニシリンアレルギー」みたいな。71歳。",
        "ペルソナ案:45歳/主婦/川口市在住",
        "新郎新婦30代、披露宴の曲を選びたい。",
        "噛み癖あり、柴、7歳、オス",
        "義母のことは私が見てる。86だしね。",
        "六十の手習い。",
        "今年40になる息子に何を贈る。",
        "血圧が130になった。",
        "もし東京に住んどったら楽やのに。",
        "60の手習いという言葉がある。",
        "来月で70になる母を祝いたい。",
        "隣の人のアルファードがうるさい。",
        "もし自分が猫派だったら困る。",
        "兄は小麦食べられへん。",
        "子どもが野菜食べない。",
        "肉食べないと力が出ない。",
        "肉を食べない人は増えている。",
        "ジムニーに乗りたいなあ。",
        "お風呂嫌いだから夫と二人がかり。",
        "天気がいちばん。",
        "夜10時に寝るけん、静かにして。",
        "久留米に住む義父の世話が大変。",
        "友人が、その娘の凪を連れてきた。",
    ],
)
def test_what_is_anothers_or_made_up_is_not_the_writers(text: str) -> None:
    names = {"大阪市": "Location", "川口市": "Location", "久留米": "Location", "凪": "Person"}
    assert own(text, **names) == set()


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("お母さんがフエで店をやっています。", {"フエ": "Location"}, ("お母さん", "lives_in", "フエ")),
        ("父は山で暮らす。七十五だ。", {}, ("父", "age", "七十五")),
        ("夫は大工やけん朝が早い。", {}, ("夫", "occupation", "大工")),
        ("奏太はパート始めた。", {"奏太": "Person"}, ("奏太", "occupation", "パート")),
        ("莉奈の誕生日が5月2日で困る。", {"莉奈": "Person"}, ("莉奈", "birthday", "5月2日")),
    ],
)  # fmt: skip
def test_what_is_told_of_relatives_stays_theirs(
    text: str, names: dict[str, str], told: Fact
) -> None:
    assert facts(text, **names) == {told}
