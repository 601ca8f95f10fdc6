"""Find the subject of a Japanese predicate: the topic of its sentence or of one before, or the speaker."""

import re

from nlp.facts.family.roles import JAPANESE_PET
from nlp.facts.japanese.rules import FIRST, KIN, LIFE_EVENT, TITLE
from nlp.facts.rules import NAMED, SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, PERSON, REST, SPEAKER, WRITTEN_OWNER, Sentence, Subject

# 彼の妹 is an unknown person; 私の妹の花子 is 花子.
OWNED = "".join(f"(?<!{word})" for word in KIN[3:-1].split("|")) + "(?<![\\s、。])の"

# Only an animal that is said to be one's own: 犬は苦手 is about the owner.
OWN_PET = (
    rf"(?:(?<=うちの)|(?<=我が家の)|(?<=わが家の)|(?<=家の)){JAPANESE_PET}|愛犬|愛猫|飼い犬|飼い猫"
)
TOPIC = re.compile(
    rf"(?:(?P<owner>{OWNED})?(?P<name>{NAMED}|{FIRST}|{KIN}|{OWN_PET})"
    rf"(?:、[1-9]\d?(?:歳|才|さい)?)?[)）]?{TITLE}(?:たち|ら|夫婦|一家|自身)?"
    r"(?P<mark>は|が|も|では|なら|って)|(?P<pronoun>(?<![一-龥])彼女?|この方|この子|あの人|あの子|あの方|その人)(?:は|も))"
)
# A person before a pause: 息子の蓮、5歳 and 母：75歳, and one who is introduced: 母の名前は和子、72歳.
LEAD = re.compile(
    # 長男の大樹 信州大学, 妻=由美、38歳: a relative's name before what a note says of them.
    rf"^[\s・*-]*{KIN}(?:[の・ 　]?|[ 　]?[：:＝=→][ 　]?)(?P<noted>{SOMEONE}){TITLE}(?=[ 　、（(])"
    rf"|^[\s・*-]*(?:(?:{KIN}|[^\s、。はが]{{1,8}})の|{KIN}[・ 　]?)?(?P<name>{SOMEONE}"
    rf"|{KIN})[)）]?{TITLE}(?:ね|さ)?(?=[、,：:（(・→＝=]|[ 　](?:$|誕生日))"
    rf"|{KIN}の名前は、?(?P<called>{SOMEONE}){TITLE}(?=[、。で])"
    rf"|^[\s・*-]*(?P<alone>{KIN})[ 　](?=\S)"
)

# 妻は真帆、32歳、管理栄養士。かみさんは幸子って言って農協で働いてる。: the name goes on.
CALLED = re.compile(
    rf"{KIN}(?:の名前)?は、?(?P<name>{SOMEONE}){TITLE}(?:[、（(]|で、|(?:と|って)(?:言|い[いっ]|ゆ))"
    rf"|{KIN}(?:が|も)[^、。は]{{0,14}}?[、。]?(?:名前|名)は(?P<having>{SOMEONE}){TITLE}"
)
# 私の母は, うちの娘は, ユーザーの父は.
OURS = re.compile(rf"(?:{FIRST}|我が家|わが家)の(?:[上下末]の)?$|(?:^|[\s、。])[上下末]の$")
IS_PET = re.compile(rf"(?:愛犬|愛猫|飼い犬|飼い猫|{JAPANESE_PET})")
# A topic that is no known name: an unknown subject.
STRANGER = re.compile(
    r"(?:あなた|あんた|おまえ|お前|きみ|君)は|[一-龥ァ-ヶーA-Za-z々](?:さん"
    r"|たち|ら)?(?:は|が|では)(?!いけ|なら)"
)

# ラーメンは醤油派: a thing as the topic leaves the owner as the subject of a taste; a person does not.
OF_THINGS = frozenset({"prefers", "diet"})

PERSONS = re.compile(
    r"(?:さん|くん|ちゃん|たち|様|先生|社長|部長|課長|先輩|後輩|上司|同僚|友人|友達|友だち"
    r"|彼|彼女|みんな|子ども|子供|子|人|客|方|員|者|師|あなた|君|猫|犬|ペット|会社|チーム|部署|職場"
    rf"|学校|店|(?<![A-Za-z])[A-Z]{{2,4}}|{KIN})(?:は|が|では)"
)

# A が behind which a clause ends has its predicate: 和食が好きで、脂っこいものは苦手.
DONE_WITH = re.compile(
    rf"[^、。は]{{1,30}}(?:が|では)(?![^、。はが]{{0,12}}{LIFE_EVENT})[^、。はが]{{1,30}}"
    r"(?:で|て|し|り|けど|けれど|が|ので|から|く"
    r"|だし)(?:、|(?<=けど)|(?<=ので)|(?<=好きで)(?=[一-龥ァ-ヶ]))"
    r"|[^、。は]{1,20}は[^、。はが]{1,12}(?:だけど|けど|けれど)、?|[^、。は]{1,20}は"
    r"(?:無理|苦手|嫌い|だめ|ダメ|好き|大好き|平気|OK|セーフ)(?:で|だし|だけど"
    r"|やし|やけど|だが)?、"
)
SCENE = re.compile(  # Topics that state only a time or place.
    r"(?:(?:実|本当|正直|要)|社内|社外|業務|現場|院内|耳|足|手|首|肩|今|今日|昨日|最近|現在|普段|以前|昔|当時|去年|昨年|今年|先月|先週|いま|頃|ころ|時"
    r"|とき|月|年|日|週|朝|夜|(?<!一)家|職場|仕事|スマホ|携帯|パソコン|PC|家計簿|連絡|メモ|ふだん"
    r"|カメラ|名簿|動画|予定|日報|週報|帳簿|献立|レシピ|原稿|請求書|見積書?"
    r"|データ|在庫|下書き|軽トラ|車|エディタ|手帳|会計|チャット|メール"
    r"|移動|通勤|写真|音楽|趣味|休日|休み|好物|絵|イラスト|ノート|タスク管理"
    r"|職業|本業|前職|職種|実家|自宅|住まい|生まれ|育ち|出身|地元|故郷|母語|母国語|[一-龥ァ-ヶー]語"
    r"|酒|コーヒー|珈琲|お茶|飲み物|食べ物|食事|ごはん|ご飯|ラーメン|うどん|そば|パン|肉|魚"
    r"|野菜|料理|朝食|昼食|夕食|朝|昼|夕飯"
    r"|主食|味|持病|既往歴|常備薬|薬|専攻|専門|学部|大学|高校|中学|前|先|名前|名|年齢|歳|誕生日|血液型|目玉焼き|卵|牛乳|納豆|カレー"
    r"|ビール|紅茶|デザート|おやつ|旅行|映画|本|小説|季節|色|服|靴|席|会議|返事|回答|資料"
    r"|書類|電話|買い物|支払い"
    r"|シェル|OS|IDE|ターミナル|キーボード|マウス|タブレット|ブラウザ|端末|機種|時計|イヤホン|バイク|自転車|愛車|夏|冬|春|秋|雨"
    r"|(?:仕事|勤務|作業|運転|移動|授業|練習|睡眠|食事|会議|外出)中|晩|夕方|昼間|午前中|午後|放課後|平日|週末"
    r"|土日|金曜|日曜|土曜|夜型|暑さ|寒さ|虫|花粉|運動|スポーツ|勉強|結婚|独身|体|膝|腰|目)"
    r"(?:は|では|が|も)$|(?:会社|勤務先|勤め先)は$"
)

IS_FIRST = re.compile(rf"^(?:{FIRST})$")

IS_OWN = re.compile(FIRST)
# What a message says that it is about: 弟の話なんだけど, 湊のアレルギーのこと.
MATTER = r"(?:(?:アレルギー|体質|好み|食事)の)?(?:こと|話|件|近況|様子|アレルギー)"
ABOUT = re.compile(
    rf"(?P<name>{SOMEONE}|{KIN}){TITLE}の{MATTER}(?:なん)?(?:で|だ)(?:す|が|けど|すけど|すが|相談|、)"
)
# 夫の征四郎、4月から北陸タオルで働く: a topic, though no list knows the name.
NAMED_LEAD = re.compile(rf"(?:^|[。\s]){KIN}の[一-龥々]{{1,4}}{TITLE}、")
# 子どもは二人（長男の航、長女の結衣）.
LISTS_FAMILY = re.compile(r"(?:家族|子ども|子供|兄弟|姉妹|孫)[^。]{0,8}$")
# みんなVimをやめて, 会社はEvernoteをやめて: what others do, and what somebody near does: 相方、鹿屋の人間.
OF_ALL = re.compile(
    r"(?:^|[、。\s])(?:みんな|みな|全員|周り|世間)(?!の|で|と|に|へ|を)"
    r"|^[^、。]{0,20}(?:男性|女性|男の子|女の子|少年|少女|人々)(?:たち)?が[^。]{0,60}$"
    r"|(?:^|[、。のい\s])(?:相方|同級生|同居人|隣人|大家|担任|連れ)(?:は|が|も|、)[^。]{0,8}$"
)
AT_WORK = re.compile(r"(?:会社|職場|部署|チーム|社内)(?:は|では|が)[^、。]{0,4}$")
# Pets and the things of relatives: what follows may be about them.
PETS = (
    r"(?:犬|猫|ネコ|イヌ|うさぎ|ハムスター|インコ|文鳥|亀|金魚|メダカ|プードル|チワワ|ダックス|飼っ|ペット"
    r"|柴(?!田|山)|噛み癖)"
)

# Who introduces themselves goes on about themselves.
INTRODUCED = re.compile(
    rf"{OWNER}{REST}*の(?:お?名前|氏名|本名)は|"
    r"(?:^|[\s！])[・\-*\s]*(?:お?名前|氏名|本名|ニックネーム)(?:は|：|:|　| )|申します|といいます"
    r"|っていいます|(?:と|って)呼んで"
    # 山本です。38歳、会社員です。
    rf"|(?:^|[！!]\s*)\s*(?:初めまして|はじめまして|こんにち[はわ]|どうも)?[、。！\s]*{SOMEONE}(?:です|でございます)[。！!、〜]"
)
# A name without a particle: リンさんハノイの出身でな.
NAME_BEFORE = re.compile(rf"(?P<name>{SOMEONE}|[ァ-ヶー一-龥]{{1,8}})(?:さん|くん|ちゃん|君|様)$")
# Whom a list of bookings names: Lee様4名 ベジタリアン.
GUEST = re.compile(r"様(?:[\d一二三四五六七八九十 　(（]|$)")
# うちの下の子、魚の皮がダメ.
CHILD = re.compile(r"(?:うちの|[上下末]の)(?:[上下末]の)?(?:子|坊主|ちび|チビ)(?:、|は|が|も)")
# The work of a house, a shop or a family: 実家がみかん農家で.
OF_A_HOUSE = re.compile(r"(?:実家|家|店|会社|家業|親戚)(?:が|は|も)$")
# A name that an assistant is to use, or a child is given: 名前は「リン」で。, 名前は朔に決まり。
TO_BE_USED = re.compile(r"[」』\"”]で[。！!\s]*$|名前は.{1,12}に(?:決ま|決め|し(?:た|まし|よう))")
TEACHER = "先生"
# What a document says.
RECORDED = re.compile(
    r"(?<!こ)と(?:ある|あります|あった|ありました|記され|記して|書いてあ)[^、。]{0,4}(?:[。、]|$)"
)

UNKNOWN = Subject(is_plain=True)
SPEAKER_IMPLIED = Subject(is_speaker=True, is_explicit=False)
# 彼の妹, 田中さんの息子.
OTHERS_OWN = re.compile(rf"(?:彼女?|さん|くん|ちゃん|{SOMEONE}|友達|友人|同僚|上司|先生)の$")

# 宗像は部下の大沢と: his own; a child is the writer's, whose brother or sister the topic is.
OF_TOPIC = re.compile(rf"(?:{SOMEONE}|(?:^|[、。\s]){KIN}){TITLE}(?:は|が)、?[^、。はが]{{0,8}}$")
OWN_CHILD = re.compile(r"[、\s]?(?:長男|長女|[次三][男女]|娘|息子|孫)")

# What may be said of anybody, a pet included.
OF_ANYBODY = frozenset(
    {"name", "age", "birthday", "likes", "dislikes", "prefers", "diet", "allergic_to", "condition"}
    | {"from"}
)


def subject_before(
    sentence: Sentence, at: int, rule: Rule, topic: Subject | None
) -> Subject | None:
    """Return the subject of the predicate at ``at``; None if it is unknown.

    Without a topic in the sentence the ``topic`` before it goes on; without any the speaker is the
    subject, with less confidence, and never in hearsay.
    """
    before = sentence.text[:at]
    if _is_of_another(sentence, before, at, rule):
        return None
    if named := NAME_BEFORE.search(before):
        is_known = named["name"][0] == PERSON and PERSON in rule.subjects
        return Subject(*named.span("name")) if is_known else None
    if rule.is_elidable:
        # 次女の凛: whoever the topic is, the relative is the writer's.
        is_theirs = OTHERS_OWN.search(before) or (
            OF_TOPIC.search(before) and not OWN_CHILD.match(sentence.text, at)
        )
        return None if is_theirs else SPEAKER_IMPLIED
    topics = list(TOPIC.finditer(before))
    if topics and topics[-1]["pronoun"]:
        return topic if topic is not UNKNOWN else None
    if topics:
        relative = _named_behind(topics[-1], before) if PERSON in rule.subjects else None
        return relative or _topic(topics[-1], before, rule)
    about = ABOUT.search(before)
    if about and PERSON in rule.subjects:
        return Subject(*about.span("name"))
    lead = LEAD.search(before)
    if lead and PERSON in rule.subjects:
        return Subject(*lead.span(lead.lastgroup or "name"))
    strangers = PERSONS if rule.predicate in OF_THINGS else STRANGER
    if (
        (sentence.is_hearsay and topic is not WRITTEN_OWNER)
        or strangers.search(without_scenes(before))
        or PERSON not in rule.subjects
    ):
        return None
    # The topic goes on: 祖母のキヨは91歳。あんこが好き。
    if topic is not None and not IS_OWN.search(sentence.text):
        return None if topic is UNKNOWN and rule.predicate in OF_ANYBODY else _known(topic)
    return SPEAKER_IMPLIED


def _is_of_another(sentence: Sentence, before: str, at: int, rule: Rule) -> bool:
    """Return whether words without a subject tell of somebody or something else than the writer."""
    if RECORDED.search(sentence.text) and not IS_OWN.search(sentence.text):
        return True
    if GUEST.search(before) or CHILD.search(before) or OF_ALL.search(before):
        return True
    if rule.validity in {Validity.OVER, Validity.STOPPED} and AT_WORK.search(before):
        return True
    if not rule.is_elidable and NAMED_LEAD.search(before):
        return True
    # A name and its marks: インコのピピ（2歳、青）.
    opened = max(before.rfind("("), before.rfind("（"))
    is_within = opened > max(before.rfind(")"), before.rfind("）"))
    if rule.is_elidable and LISTS_FAMILY.search(before[: max(opened, 0)]):
        return False
    if is_within and before[:opened].strip() and not IS_OWN.search(before[:opened]):
        return True
    if rule.predicate == "occupation":
        is_plain_teacher = sentence.text.startswith(TEACHER, at) and not IS_OWN.search(before)
        return bool(OF_A_HOUSE.search(before)) or is_plain_teacher
    return rule.predicate == "name" and bool(TO_BE_USED.search(sentence.text))


def _known(topic: Subject) -> Subject:
    return SPEAKER_IMPLIED if topic is UNKNOWN else topic


def _named_behind(topic: re.Match[str], before: str) -> Subject | None:
    """Return the relative who is named right behind the word for them, or in brackets."""
    called = CALLED.match(before, topic.start("name"))
    return Subject(*called.span(called.lastgroup or "name")) if called else None


def _topic(topic: re.Match[str], before: str, rule: Rule) -> Subject | None:
    is_ours = OURS.search(before[: topic.start("name")])
    is_strangers = topic["owner"] and topic["name"][0] != PERSON and not is_ours
    if is_strangers or STRANGER.search(without_scenes(before[topic.end() :])):
        return None
    if topic["name"][0] == OWNER:
        return WRITTEN_OWNER
    if IS_FIRST.match(topic["name"]):
        return SPEAKER
    sign = topic["name"][0]
    if IS_PET.match(topic["name"]) and rule.predicate not in OF_ANYBODY - {"name", "from"}:
        return None
    is_person = PERSON in rule.subjects and re.match(f"{KIN}|{IS_PET.pattern}", topic["name"])
    if sign not in rule.subjects and not is_person:
        return None
    return Subject(topic.start("name"), topic.end("name"))


def without_scenes(text: str) -> str:
    """Leave out topics that state only a time, place or thing, and those of clauses before."""
    parts = re.split(r"(?<=[はがも])(?<!ども)", DONE_WITH.sub("", text))
    return " ".join(part for part in parts if not SCENE.search(part))
