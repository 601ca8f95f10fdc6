"""What people and assistants state plainly is read whole, lists and families included."""

from typing import NamedTuple

import pytest

from tests.nlp.facts.labelled import claims_with_names_found


class Said(NamedTuple):
    """A fact: whose (None for the owner), what, and the value."""

    subject: str | None
    predicate: str
    value: str


def own(predicate: str, *values: str) -> set[Said]:
    """Return facts of the owner with one predicate."""
    return {Said(None, predicate, value) for value in values}


def read(text: str, *, is_assistant: bool = False) -> set[Said]:
    """Return what is found in a text, its names included; nothing that only ends what is known."""
    claims = claims_with_names_found(text, is_assistant=is_assistant, is_chat=not is_assistant)
    return {
        Said(one.subject, one.predicate, one.value)
        for one in claims
        if one.kind != "task" and not one.needs
    }


OWN = [
    ("I'm allergic to penicillin, peanuts and cats.", own("allergic_to", "penicillin", "peanuts", "cats")),
    ("I'm vegan and allergic to nuts.", own("diet", "vegan") | own("allergic_to", "nuts")),
    ("I'm allergic to dust, love hiking and hate mud.",
     own("allergic_to", "dust") | own("likes", "hiking") | own("dislikes", "mud")),
    ("I don't like cilantro, anchovies or blue cheese.",
     own("dislikes", "cilantro", "anchovies", "blue cheese")),
    ("My favourite bands are Muse, Blur and Pulp.", own("likes", "Muse", "Blur", "Pulp")),
    ("I play football, tennis and golf.", own("likes", "football", "tennis", "golf")),
    ("I take metformin, lisinopril and aspirin.", own("uses", "metformin", "lisinopril", "aspirin")),
    ("Can I take ibuprofen with it", set()),
    ("I started a new job at Stripe last Monday.", own("works_for", "Stripe")),
    ("I started working at Stripe.", own("works_for", "Stripe")),
    ("I joined Stripe as a designer.", own("works_for", "Stripe")),
    ("I freelance as a graphic designer.", own("occupation", "graphic designer")),
    ("I'm Alex, a teacher based in Toronto.",
     own("name", "Alex") | own("occupation", "teacher") | own("lives_in", "Toronto")),
    ("I've lived in Paris, Rome and Berlin.", set()),
    ("I'm a member of the local chess club.", own("member_of", "local chess club")),
    ("I have a dog named Max and two cats, Luna and Milo.",
     own("pet", "Max (dog)", "Luna (cat)", "Milo (cat)")),
    ("I'm engaged to Daniel.", own("family_member", "Daniel")),
    ("My boss is Janet and my coworkers are Phil and Rita.",
     own("reports_to", "Janet") | own("colleague", "Phil", "Rita")),
    ("I have a son Max and a daughter Mia.", own("family_member", "Max", "Mia")),
    ("my son Max and daughter Mia", own("family_member", "Max", "Mia")),
    ("I've got two sisters, Ann and Beth, and a brother, Carl.",
     own("family_member", "Ann", "Beth", "Carl")),
    ("my kid brother Otto called", own("family_member", "Otto")),
    ("My son Leo goes to Oak Primary.",
     own("family_member", "Leo") | {Said("Leo", "studies_at", "Oak Primary")}),
    ("My dog threw up.", set()),
    ("I'm a huge fan of Studio Ghibli.", own("likes", "Studio Ghibli")),
    ("I co-founded a startup called Lumio.", own("leads", "Lumio")),
    ("I play in a band called The Nightjars.", own("member_of", "Nightjars")),
    ("I'm on the school board.", own("member_of", "school board")),
    ("We adopted a kitten and named her Mochi.", own("pet", "Mochi (kitten)")),
    ("I collect vinyl records.", own("likes", "vinyl records")),
    ("I use Obsidian for notes and Todoist for tasks.", own("uses", "Obsidian", "Todoist")),
    ("I replaced my laptop with a Framework 13.", own("uses", "Framework 13")),
    ("Please always answer in Thai, I'm rusty.", own("prefers", "answer in Thai")),
    ("Please keep your answers under 100 words.", own("prefers", "answers under 100 words")),
    ("Me and my wife Ana have two boys, Leo and Luca.",
     own("married_to", "Ana") | own("family_member", "Leo", "Luca")),
    ("I joined a book club.", own("member_of", "book club")),
    ("My car is a red Mini Cooper.", own("uses", "Mini Cooper")),
    ("I'm intolerant to lactose.", own("diet", "intolerant to lactose")),
    ("毎朝メトホルミンを飲んでいます。", own("uses", "メトホルミン")),
    ("プロテインを毎日飲んでいます。", set()),
    ("回答は短めが好みです。", own("prefers", "回答は短め")),
    ("犬のポチと猫のタマを飼っています。", own("pet", "ポチ (犬)", "タマ (猫)")),
    ("猫を二匹飼っています。名前はルナとミロです。", own("pet", "猫を二匹", "ルナ", "ミロ")),
    ("子どもが3人います。太郎、花子、次郎です。", own("family_member", "太郎", "花子", "次郎")),
    ("参加者は3人います。山田、佐藤、鈴木です。", set()),
    ("母の名前は和子で、広島に住んでいます。",
     own("family_member", "和子") | {Said("和子", "lives_in", "広島")}),
    ("夫の誕生日は8月9日です。", own("married_to", "夫") | {Said("夫", "birthday", "8月9日")}),
    ("いつも日本語で答えてください。", own("prefers", "日本語で答えて")),
    ("いつも日本語で話してくれる店員さん", set()),
    ("好きなバンドはスピッツです。", own("likes", "スピッツ")),
    ("母の名前は和子です。広島に住んでいます。",
     own("family_member", "和子") | {Said("和子", "lives_in", "広島")}),
    ("姉の名前は珍しいです。", own("family_member", "姉")),
    ("子どもは三人いて、上から健太、美咲、翔太です。", own("family_member", "健太", "美咲", "翔太")),
    ("高1の息子と中2の娘がいます。", own("family_member", "息子", "娘")),
    ("兄は東京、弟は大阪に住んでいます。",
     own("family_member", "兄", "弟") | {Said("兄", "lives_in", "東京"), Said("弟", "lives_in", "大阪")}),
    ("婚約者の名前はリサです。", own("family_member", "リサ")),
    ("部下に鈴木さんと佐藤さんがいます。", own("colleague", "鈴木", "佐藤")),
    ("友達に健太とひろみさんがいます。", own("friend", "健太", "ひろみ")),
    ("山本です。38歳、会社員です。",
     own("name", "山本") | own("age", "38") | own("occupation", "会社員")),
    ("「アニー」と呼ばれたいです。", own("name", "アニー")),
    ("猫アレルギーで、花粉症でもあります。", own("allergic_to", "猫") | own("condition", "花粉症")),
    ("血圧の薬を飲んでいます。", own("uses", "血圧の薬")),
    ("母は認知症で施設に入っています。", own("family_member", "母") | {Said("母", "condition", "認知症")}),
    ("父方の祖母は健在で、93歳です。", own("family_member", "祖母") | {Said("祖母", "age", "93")}),
    ("猫が二匹いて、名前はミケとトラです。", own("pet", "ミケ (猫)", "トラ (猫)")),
    ("阪神ファンです。", own("likes", "阪神")),
    ("寿司とラーメンが大好物です。", own("likes", "寿司", "ラーメン")),
    ("音楽はクラシックしか聴きません。", own("likes", "クラシック")),
    ("パクチーが食べられません。", own("dislikes", "パクチー")),
    ("熱でご飯が食べられません。", set()),
    ("車をプリウスに買い替えました。", own("uses", "プリウス")),
    ("家ではMacBook Air、会社ではThinkPadです。", own("uses", "MacBook Air", "ThinkPad")),
    ("市役所の福祉課で働いています。", own("works_for", "市役所の福祉課")),
    ("娘は慶應に通っています。", own("family_member", "娘") | {Said("娘", "studies_at", "慶應")}),
    ("大翔はサッカー部で、結衣は吹奏楽部です。",
     {Said("大翔", "member_of", "サッカー部"), Said("結衣", "member_of", "吹奏楽部")}),
    ("誕生日は妻が3月3日、娘が7月7日です。",
     own("married_to", "妻") | own("family_member", "娘")
     | {Said("妻", "birthday", "3月3日"), Said("娘", "birthday", "7月7日")}),
    ("営業部で5人のチームをまとめています。", own("leads", "5人のチーム")),
    ("出身は金沢です。", own("from", "金沢")),
    ("ポチという犬を飼っています。", own("pet", "ポチ (犬)")),
    ("花粉症に悩んでいます。", own("condition", "花粉症")),
    ("高所恐怖症です。", own("condition", "高所恐怖症")),
    ("佐藤さんは会社の同僚です。", own("colleague", "佐藤")),
    ("返事は短くお願いします。", own("prefers", "返事は短く")),
]  # fmt: skip
NOTED = [
    ("The user is allergic to peanuts, shellfish and latex.",
     own("allergic_to", "peanuts", "shellfish", "latex")),
    ("User's hobbies include painting, chess, and gardening.",
     own("likes", "painting", "chess", "gardening")),
    ("User has a daughter named Mia (8) and a son named Max (5).",
     own("family_member", "Mia", "Max") | {Said("Mia", "age", "8"), Said("Max", "age", "5")}),
    ("The user lives in Leeds with her husband Tom and their daughter Mia.",
     own("lives_in", "Leeds") | own("married_to", "Tom") | own("family_member", "Mia")),
    ("The user has a wife (Carol) and two children (Noah, 5, and Mia, 8).",
     own("married_to", "Carol") | own("family_member", "Noah", "Mia")
     | {Said("Noah", "age", "5"), Said("Mia", "age", "8")}),
    ("User is married with one daughter, Mia.", own("family_member", "Mia")),
    ("User got a new job at Stripe as a data scientist.", own("works_for", "Stripe")),
    ("User is learning Japanese and plays the piano.", own("studies", "Japanese")),
    ("User and his wife Ana have twin boys, Leo and Luca.",
     own("married_to", "Ana") | own("family_member", "Leo", "Luca")),
    ("The user and their partner Sam adopted a dog named Rex.",
     own("family_member", "Sam") | own("pet", "Rex (dog)")),
    ("User, a 42-year-old teacher from Lisbon, is learning German.",
     own("age", "42") | own("occupation", "teacher") | own("from", "Lisbon") | own("studies", "German")),
    ("User has a peanut allergy and asthma.",
     own("allergic_to", "peanut") | own("condition", "asthma")),
    ("ユーザーはピーナッツアレルギーで喘息がある。",
     own("allergic_to", "ピーナッツ") | own("condition", "喘息")),
    ("User has two cats (Luna and Milo) and a dog (Rex).",
     own("pet", "Luna (cat)", "Milo (cat)", "Rex (dog)")),
    ("User no longer eats meat.", own("diet", "no longer eats meat")),
    ("User is training for the Berlin Marathon in September.", set()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts"), OWN)
def test_own_words_are_read_whole(text: str, facts: set[Said]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize(("text", "facts"), NOTED)
def test_notes_of_assistants_are_read_whole(text: str, facts: set[Said]) -> None:
    assert read(text, is_assistant=True) == facts


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("I have a son Noah and a daughter Mia.", {"Noah": "son", "Mia": "daughter"}),
        ("We have two boys, Tim and Tom, and a girl, Tina.",
         {"Tim": "son", "Tom": "son", "Tina": "daughter"}),
        ("My youngest, Otto, is six.", {"Otto": "youngest child"}),
        ("Lena my sis rang.", {"Lena": "sister"}),
        ("Mia, my sister-in-law, is a lawyer.", {"Mia": "sister-in-law"}),
        ("I'm Tom's dad.", {"Tom": ""}),
        ("うちの子（葵）が熱を出した。", {"葵": "child"}),
    ],
)  # fmt: skip
def test_each_relative_of_a_list_has_its_role(text: str, roles: dict[str, str]) -> None:
    claims = claims_with_names_found(text)
    assert {one.value: one.role for one in claims if one.predicate == "family_member"} == roles


TASKS = [
    ("Can you remind me to take out the trash tonight?", ["take out the trash"]),
    ("Can you take out the trash?", []),
    ("Note to self: email Karen about the budget.", ["email Karen about the budget"]),
    ("Note to self: Karen is never on time.", []),
    ('Add "buy stamps" to my to-do list.', ["buy stamps"]),
    ("I promised to help Tom move on Saturday.", ["help Tom move"]),
    ("I promised to be honest.", []),
    ("I'm supposed to hand in the essay on Friday.", ["hand in the essay"]),
    ("I have to pay rent on the 1st.", ["pay rent"]),
    ("Todo: book flights, renew insurance", ["book flights", "renew insurance"]),
    ("Todo: call Ann, Bob's sister", ["call Ann, Bob's sister"]),
    ("Things to do today: laundry, groceries, call the plumber",
     ["laundry", "groceries", "call the plumber"]),
    ("Need to: buy milk, eggs, bread", ["buy milk, eggs, bread"]),
    ("リマインド：17時に母に電話", ["母に電話"]),
    ("TODO 家賃を払う", ["家賃を払う"]),
    ("7月4日の母の誕生日を忘れないようにしないと。", ["7月4日の母の誕生日を忘れないようにする"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tasks"), TASKS)
def test_tasks_are_read_apart_and_without_their_term(text: str, tasks: list[str]) -> None:
    claims = claims_with_names_found(text, is_chat=True)
    assert [one.value for one in claims if one.kind == "task"] == tasks
