"""Statements made with relative clauses, fronted objects, asides and lists are read whole."""

import pytest

from tests.nlp.facts.test_plain_statements import Said, own, read

RELATIVE = [
    ("the mob I work for is Linfox and the bloke I answer to there is Gary Petrakis",
     own("works_for", "Linfox") | own("reports_to", "Gary Petrakis")),
    ("The rig I drive is a Kenworth T909 and the GPS I use is a Hema.", own("uses", "Kenworth T909", "Hema")),
    ("the clubs im in are rumney rfc and the uni climbing club",
     own("member_of", "rumney rfc", "uni climbing club")),
    ("What I enjoy outside court is Carnatic singing and test cricket, and what I dislike is small talk.",
     own("likes", "Carnatic singing", "test cricket") | own("dislikes", "small talk")),
    ("The people I work with are Anna and Tom.", own("colleague", "Anna", "Tom")),
    ("The team I lead is Platform Core.", own("leads", "Platform Core")),
    ("What I need is a plan.", set()),
    ("What do I like?", set()),
    ("The person I report to is Sandeep Kulkarni, and I myself lead the Ingestion Platform team.",
     own("reports_to", "Sandeep Kulkarni") | own("leads", "Ingestion Platform team")),
    ("Otto, who's my friend's brother, came.", set()),
    ("Mei Ling Tan, who has been my friend since school, lives in Singapore.",
     own("friend", "Mei Ling Tan") | {Said("Mei Ling Tan", "lives_in", "Singapore")}),
]  # fmt: skip
TASTES = [
    ("Between you and me I can't bear liquorice, but rhubarb crumble, I do love that.",
     own("dislikes", "liquorice") | own("likes", "rhubarb crumble")),
    ("cant stand mushrooms or country music", own("dislikes", "mushrooms", "country music")),
    ("I like nyama choma and gospel music.", own("likes", "nyama choma", "gospel music")),
    ("I like soul and jazz music.", own("likes", "soul and jazz music")),
]  # fmt: skip
WISHES = [
    ("pls always answer in bullet points, i prefer that to long paragraphs", own("prefers", "bullet points")),
    ("short answers only please, i read them at truck stops", own("prefers", "short answers")),
    ("I should be grateful if you would always write in British spelling.", own("prefers", "British spelling")),
    ("when you talk to me mate use plain words because that's what I prefer", own("prefers", "plain words")),
    ("How to answer me: short sentences, metric units.", own("prefers", "short sentences", "metric units")),
    ("My boss always answers in bullet points.", set()),
]  # fmt: skip
THINGS = [
    ("Please remember that I have glaucoma and use latanoprost drops every evening.",
     own("condition", "glaucoma") | own("uses", "latanoprost drops")),
    ("You should know that I have ADHD and take Venvanse for it.",
     own("condition", "ADHD") | own("uses", "Venvanse")),
    ("I've had type 1 diabetes since I was ten and I use a Dexcom sensor.",
     own("condition", "type 1 diabetes") | own("uses", "Dexcom sensor")),
    ("Two dogs here, Zorro and Simba.", own("pet", "Zorro (dog)", "Simba (dog)")),
    ("Our greyhound, a rescue, goes by the name of Portia.", own("pet", "Portia (greyhound)")),
    ("We've a collie named Shep and a donkey called Maureen.", own("pet", "Shep (collie)", "Maureen (donkey)")),
    ("Otto is my snake plant", set()),
    ("I'm in a book club.", own("member_of", "book club")),
    ("I read it in a book.", set()),
]  # fmt: skip
ONESELF = [
    ("my names Dale Hutchins, im 58", own("name", "Dale Hutchins") | own("age", "58")),
    ("hey so im tyler lol, 22, 2nd year at cardiff uni doing civil engineering",
     own("name", "tyler") | own("age", "22") | own("studies_at", "cardiff uni")
     | own("studies", "civil engineering")),
    ("I'm Priya Raman, a thirty-nine-year-old barrister.",
     own("name", "Priya Raman") | own("age", "thirty-nine") | own("occupation", "barrister")),
    ("Birthdays:\n- me: May 30\n- Patrick: January 12",
     own("birthday", "May 30") | {Said("Patrick", "birthday", "January 12")}),
    ("My birthday is 30 October and Kiran's is 2 November.",
     own("birthday", "30 October") | {Said("Kiran", "birthday", "2 November")}),
    ("A few things about me:\n- Aroha Ngata\n- 28 years old\n- primary school teacher\n- home is Rotorua",
     own("name", "Aroha Ngata") | own("age", "28") | own("occupation", "primary school teacher")
     | own("lives_in", "Rotorua")),
    ("I became a plumber haha", own("occupation", "plumber")),
]  # fmt: skip
JAPANESE = [
    ("お兄ちゃんは大輝って名前で、九大で建築勉強しとる",
     own("family_member", "大輝") | {Said("大輝", "studies_at", "九大"), Said("大輝", "studies", "建築")}),
    ("吹奏楽部でクラリネット吹いてまーす", own("member_of", "吹奏楽部") | own("uses", "クラリネット")),
    ("ランニングクラブ「光が丘走友会」所属。", own("member_of", "光が丘走友会")),
    ("日常的に使用している道具は、ThinkPad、Neovim、Terraformの三つです。",
     own("uses", "ThinkPad", "Neovim", "Terraform")),
    ("補聴器と杖、これを毎日使っとります。", own("uses", "補聴器", "杖")),
    ("白檀のお香と歌舞伎、この二つは若い頃からずっと好きどすなあ。", own("likes", "白檀のお香", "歌舞伎")),
    ("働いてる店は「小西松風堂」です。", own("works_for", "小西松風堂")),
    ("旦那は健吾いうて長距離トラックの運転手やで。",
     own("married_to", "健吾") | {Said("健吾", "occupation", "長距離トラックの運転手")}),
    ("加藤さんの上司は吉田さんです。", {Said("加藤", "reports_to", "吉田")}),
    ("母も釣りにはまっています。", own("family_member", "母")),
    ("一人暮らしです。", set()),
    ("旦那は山形の人。", own("married_to", "旦那")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "facts"), [*RELATIVE, *TASTES, *WISHES, *THINGS, *ONESELF, *JAPANESE]
)
def test_composed_statements_are_read_whole(text: str, facts: set[Said]) -> None:
    assert read(text) == facts
