"""Tell whether the value of a Japanese claim is a whole noun of the kind that its predicate asks for.

Japanese writes no spaces and no capitals, so that a pattern may cut a word, or take any word for
a name: 母のスマホ, 父のことです, うちの犬は引っ越しのとき.
"""

import re
from collections.abc import Collection

from nlp.facts.rules import OWNER, Claim
from nlp.mentions.words import words
from nlp.predicates import CONDITION, KIN_TIES, TASTES

from .food_and_pets import ANIMAL, FED
from .rules import FIRM_NAME, FIRST, KIN

TIES = KIN_TIES | {"friend", "colleague", "pet", "name"}
CLOSE = re.compile(r"\b(?:sister|brother|son|daughter|grandchild)$")
GIVEN = ("ja_given_names", "ja_more_given_names", "ja_given_words")
NO_NAME_LISTS = ("ja_no_nicknames", "ja_no_pet_names", "ja_no_speakers")
# 旦那は山形の人, 母は長野出身: a place that is a name as well.
OF_PLACE = re.compile(
    r"の(?:人(?![がはもを])|出(?=[。、で])|生まれ|育ち)|出身|生まれ|育ち|在住|に住"
)
# 母も釣りにはまっています, うちの母、去年仙台に引っ越しました: the value holds more than itself.
WITH_SUBJECT = re.compile(
    rf"(?:{KIN})(?:も|、)|(?:去年|今年|来年|先月|今月|来月|先週|今週|昨日|今日)[一-龥]{{2}}"
)
# Words that stand behind a relative or a pet (母のスマホ), and ends of sentences: no name has them.
NO_NAME = re.compile(
    r"(?:スマホ|スマートフォン|ケータイ|パソコン|タブレット|マイナンバー|カード"
    r"|アカウント|パスワード|メール|クルマ|バイク"
    r"|タント|ワゴン|プリウス|アルファード|ルーター|カメラ|テレビ|ラジオ|パスポート"
    r"|アパート|マンション|グループホーム|ホーム|デイサービス"
    r"|サービス|ケア|リハビリ|インスリン|ヘルパー|ケアマネ|ペースメーカー|誕生日"
    r"|命日|実家|引っ越し|散歩|墓|声|名|早"
    r"|あん|ほう|ぶん|せい|とき|ところ|おかげ|こと|もの"
    # What denies a relative: 姉はいないんです, 息子はおらん.
    r"|い(?:な[いかく]|ませ).{0,3}|お(?:ら[んずれへ]|りませ|っ).{0,3}|いる|おる|いた)"
    r"|.*(?:です|ます|だよ|だね|やぞ|だぞ|だわ|やで|やわ|こと)|[ぁぃぅぇぉっゃゅょんー].*"
)
# A word cut in two: a single sign of kana, or what begins with a small one.
CUT = re.compile(r"[ぁ-ん]|[ぁぃぅぇぉっゃゅょーァィゥェォッャュョ].*")
# The end of a predicate, or what only says when, who or how much.
NO_THING = re.compile(
    r".*(?:ました|でした|ません|です|ます|どっち|どちら)|.*ので.*|(?:消え|治っ"
    r"|言われ|なくなっ|わかっ|分かっ|出)た"
    r"|今(?:で|でも|は)?|いま|昔|前|最近|結果|検査|診断|名|全部|全員|二人とも.*|みんな.*|[月火水木金土日]曜日?"
    r"|(?:週|月|年|日)[に]?[0-9一二三四五六七八九十]+回.*|[0-9]+[月日時分回人]"
    r"|.*(?:自分|気持ち)|.*(?:せよ|しろ|なさい|ください)|.*(?:たって|経って)|食感|味|見た目|[匂臭]い|におい"
)
# 卵アレルギー、治りました: over, whatever its beginning says.
CURED = re.compile(
    r"[はが、\s]{0,2}[^。、]{0,8}?(?:治(?:った|り|って(?!い?(?:な|ませ)))|完治|消え|なくな|陰性|違っ)"
)
# ホンダのフリード is a car, VSバーキン派 a side.
MAKER = re.compile(
    r"トヨタ|ホンダ|スズキ|スバル|マツダ|ダイハツ|日産|三菱|カワサキ|ヤマハ"
    r"|キヤノン|ソニー|任天堂|アップル|.*派"
)
CALLED = re.compile(r"さん|氏|様|くん|先生|[部課係社]長|専務|常務|主任|担当")
# 経理の人 works there.
NO_PLACE = re.compile(
    r".*(?:担当|王|派|係|[部課社店所]長|令嬢|会社|者|業界|(?<!本)[部課室])"
    r"|(?:経理|人事|総務|営業|開発|企画|広報|法務|財務|会計|製造|生産|品質保証|技術|研究|調達|購買|物流|情報システム)"
)
# 下のユースフはまだ高専の三年: a clause, no school.
PARTICLE = re.compile(r".*[はがも](?:まだ|もう|今).*")
ERA = re.compile(r".*[年月日頃歳代]|.*(?:時代|組織|会社|家)")
# What is no tool: food, drink, a diet, a firm, a town, furniture, or words with a particle.
NO_TOOL = re.compile(
    rf"{FED}|{FIRM_NAME}|.*[をがは、。].*|.*[一-龥ァ-ヶ][部課]|.*(?:信用金庫|信金|銀行|商事|建設|電設|運輸|製作所|市|県|町|村)"
    r"|コーヒー|ビール|ワイン|ウイスキー|ジュース|コーラ|アルコール|カフェイン"
    r"|タバコ|たばこ|スイーツ|チョコレート|パチンコ|スロット|ギャンブル"
    r"|ダイエット|ジム|ヨガ|ランニング|テーブル|ベッド|ソファー?|ベンチ|エレベーター"
)
ALNUM = re.compile(r"[A-Za-z0-9]")
# パスワードを…に変えた, user_id を ownerId に変えた: a new value, no new tool.
RENAMED = re.compile(
    r"(?:パスワード|暗証番号|合言葉|コード|PIN|番号|名前?|名称|ID|アドレス"
    r"|タイヤ|サイズ|色|_[a-z]{1,12}|[a-z]\d{1,4}|\bid|連絡だけ)(?:[をは]?"
    r"|を[^、。]{1,12}から)\s?$"
)
# 文鳥 (ゆず): the kind that a rule appends to a pet's name.
KIND = re.compile(r" \([^()]{1,12}\)$")
FORMER = re.compile(r"(?:前|以前|昔|先代)の[^、。]{1,6}は、?$")
# What is to live in has a name; 今は東京のウィークリーマンション has one before it.
ALONE = re.compile(r"年金|独居|同棲|社会|貧乏|田舎|都会|地方|実家|施設")
ABODE = re.compile(r".*(?:マンション|アパート|ホテル|ハウス|ハイツ|寮|団地|社宅|宿舎)")
# 旧姓の「有賀」で呼ばれるの: the verb has lost what stands before it.
CUT_VERB = re.compile(r"[」』”\"][でにとをへ]$")
VERBAL = re.compile(r".*[るうくすつぬむぐぶい]の(?:は|が)?")
# 75歳の父にも, 58歳の刑事っぽく: the age of the noun behind it, unless that is who writes.
AGE_OF_OTHER = re.compile(
    rf"\s?(?:歳|才)?の(?:(?:{KIN})(?!です|だ|、|。|なので|として|だから)"
    r"|[^、。はでだ\s]{1,8}?(?:っぽ|みたい|風に|役|らしく|に(?!な)|へ|を|が(?!、)))"
)
FOREVER = re.compile(r"(?:永遠の|精神年齢は?|気分は|見た目は?|心は)$")
# 歯医者で、奥歯を: a place; 三線教室の先生、比嘉さん: somebody else; 利用者の弁護士: theirs.
IN_PLACE = re.compile(r"で、?(?!す|し|ござ|あり|[0-9一二三四五六七八九十]+年)")
SOMEBODY_BEHIND = re.compile(
    r"、(?:[一-龥々]{1,4}|[ァ-ヶー]{2,8})(?:さん|氏|先生|様|くん|ちゃん|は(?!もう|今))"
)
PLACES_OF_CARE = frozenset({"医者", "歯医者", "眼医者", "獣医", "床屋", "美容師さん", "薬局"})
# iPhone SE is a thing.
LATIN_BEFORE = re.compile(r"[A-Za-z0-9]\s$")
NO_WORK = re.compile(r".*(?:清掃|掃除|広報|受付|司会|審判)|.*(?:出場|随一|代表|伝説|往年).*")
# みっちょんは受付。当日の役割表にして: what somebody does on one day.
FOR_A_DAY = re.compile(r"受付|審判|司会|会計|幹事|書記|進行|撮影|運転手|カメラマン")
OCCASION = re.compile(r"当日|当番|役割|係が|係は|ルール表|分担")
NUMBER_TOPIC = re.compile(r"[0-9]は$")
THEIRS = re.compile(rf"(?:{FIRST}|利用者|ユーザー|うち)の$")
# 志保の母: who is named is no relative of the owner's, but has one.
HAS_KIN = re.compile(rf"(?:さん|くん|ちゃん)?の(?:{KIN})(?=[がはもをに、])")
BEHIND_PAUSE = re.compile(r"で、$")
# 社員ではありません, 出身じゃない, 辞めてない: denied right behind the words that claim.
DENIED = re.compile(
    r"(?:で|じゃ)?(?:は|も)?(?:ありません|ないのに|ないです|なくて、|ない(?=[。、！!\s]|$|けど|から|し|よ))"
)
# For one task: 角の立たない表現を希望 in a note on a mail that was asked for.
FOR_ONCE = re.compile(r"依頼|旅行|行程|旅程|予定|出張|予約|プレゼント")
WISHED = re.compile(r"希望(?:し.*)?$")
# えびアレルギーの可能性, だめなんだっけ: not known, or asked.
UNKNOWN = re.compile(
    r"る?(?:かもしれ|可能性|疑い|恐れ|おそれ)|(?:なん)?(?:だ|です|やった)?っけ"
    r"|[^。\n]{0,24}アレルギー(?:なの|なん)?(?:です|でしょう)?(?:か[なも。？?\s]|[？?])"
)
NO_ALLERGEN = re.compile(r".*(?:たら|調べ|口腔|食物|季節性?)|(?:辛い|からい|激辛|熱い|冷たい)")
# A department of whatever firm, and a school for so many years.
NO_FIRM = re.compile(
    r"(?:総務|営業|経理|人事|企画|開発|製造|広報|法務)[部課]|(?:長年|ずっと|毎日|今年|去年).*"
)
# 8月で4歳: on a day to come; the age of whoever died is over.
AGE_TO_COME = re.compile(r"(?:[0-9]月|来[年月春])で$")
BECAME = re.compile(r"(?:歳|才)?に?な(?:った|りました)")
DECEASED = re.compile(r"逝|亡くな|死ん|死に|天国|旅立|享年|没")
# ☐ 歯医者: an appointment of a list.
IN_CHECKLIST = re.compile(r"(?:[☐☑□■✓✔]|\[[ x]?\])\s*$")
ENDS_OPEN = re.compile(r"(?:で|じゃ|て)$")
# 雪吊り 庭師 十一月二十日, and ライター that stands last in a list of things.
APPOINTED = re.compile(
    r"[ \u3000]+(?:[0-9一二三四五六七八九十]{1,3}[月日時]|[0-9]{1,2}/[0-9]|午[前後])"
)
AMONG_THINGS = re.compile(r"(?:[^、。\s歳才住勤男女婚身職員市県区町私名代]{1,6}、){2}$")
LAST = re.compile(r"[。\n]|$")
# 耳が遠い客: who has it.
BEARER = re.compile(
    r"(?:の)?(?:お?客|人(?!間)|方(?![がをで])|患者|利用者|お年寄り|高齢者|生徒|児童)"
)


# Characters before a claim that are looked at.
NEAR, DEATH_NEAR = 80, 24


def fits_japanese(claim: Claim, text: str, places: Collection[str]) -> bool:
    """Return whether the value is a whole noun that its predicate can have, and is not denied.

    ``places`` are the names of places in the text.
    """
    value = KIND.sub("", claim.object or claim.value)
    at = text.find(value, claim.start, claim.end)
    at = claim.start if at < 0 else at
    before, behind = text[max(0, at - 14) : at], text[at + len(value) : at + len(value) + 24]
    if CUT.fullmatch(value) or _is_cut(value, before) or _is_denied(claim, text):
        return False
    if WITH_SUBJECT.match(value):
        return False
    if NO_NAME.fullmatch(claim.subject or "_"):
        return False
    if claim.predicate in TIES:
        return _is_name(claim, value, before, behind)
    if claim.predicate == "allergic_to" and not _is_allergen(claim, value, text):
        return False
    if claim.predicate == "works_for" and (value in places or NO_FIRM.fullmatch(value)):
        return False
    if claim.predicate == "member_of" and MAKER.fullmatch(value):
        return (
            CALLED.match(text, text.find(claim.subject or "", at) + len(claim.subject or ""))
            is not None
        )
    if claim.predicate == CONDITION and BEARER.match(text, claim.end):
        return False
    if claim.predicate == "studies_at":
        return not (before.endswith("なら") or PARTICLE.fullmatch(value))
    if claim.predicate in TASTES and _is_of_moment(claim, text):
        return False
    if claim.predicate in TASTES or claim.predicate in {"allergic_to", "studies"}:
        return NO_THING.fullmatch(value) is None
    if claim.predicate == "uses":
        return value not in places and _is_tool(value, before, behind)
    if claim.predicate == "occupation":
        if claim.subject is not OWNER:
            return not (FOR_A_DAY.fullmatch(value) and OCCASION.search(text))
        return _is_own_work(value, before, behind)
    if claim.predicate == "age" and _is_other_age(
        before, behind, text[max(0, claim.start - DEATH_NEAR) : claim.start]
    ):
        return False
    if claim.predicate == "age" and claim.subject is OWNER:
        return AGE_OF_OTHER.match(behind) is None and FOREVER.search(before) is None
    if claim.predicate == "from":
        return not (ERA.fullmatch(value) or NO_PLACE.fullmatch(value))
    if claim.predicate != "lives_in":
        return True
    return not (ABODE.fullmatch(value) or ALONE.fullmatch(value))


def _is_allergen(claim: Claim, value: str, text: str) -> bool:
    if claim.ends:
        return True
    is_known = not (CURED.match(text, claim.end) or UNKNOWN.match(text, claim.end))
    return is_known and NO_ALLERGEN.match(value) is None


def _is_of_moment(claim: Claim, text: str) -> bool:
    """Whether a taste is asked about, or a wish for one task."""
    if UNKNOWN.match(text, claim.end):
        return True
    near = text[max(0, claim.start - NEAR) : claim.end]
    return bool(WISHED.search(text[claim.start : claim.end]) and FOR_ONCE.search(near))


def _is_other_age(before: str, behind: str, told: str) -> bool:
    """Whether an age is still to come, or of somebody who is dead."""
    is_to_come = AGE_TO_COME.search(before) and not BECAME.match(behind)
    return bool(is_to_come or DECEASED.search(told))


def _is_cut(value: str, before: str) -> bool:
    """Whether a value begins within a word of Latin letters, or a verb without its words."""
    is_within = ALNUM.match(value) and before and ALNUM.match(before[-1])
    return bool(is_within or (VERBAL.fullmatch(value) and CUT_VERB.search(before)))


def _is_denied(claim: Claim, text: str) -> bool:
    if claim.ends:
        return text[claim.end - 1 : claim.end] == "て" and text.startswith("ない", claim.end)
    is_open = ENDS_OPEN.search(text[claim.start : claim.end])
    return bool(is_open and DENIED.match(text, claim.end))


def _is_name(claim: Claim, value: str, before: str, behind: str) -> bool:
    if re.fullmatch(ANIMAL, value):
        return claim.predicate == "pet"
    if claim.predicate == "pet" and claim.subject is not OWNER:
        return NO_NAME.fullmatch(value) is None
    if NO_NAME.fullmatch(value) or re.fullmatch(FIRST, value) or OF_PLACE.match(behind):
        return False
    if value in words(*NO_NAME_LISTS) and value not in words(*GIVEN):
        return False
    if claim.predicate not in KIN_TIES or claim.subject is not OWNER:
        return True
    if BEHIND_PAUSE.search(before) and HAS_KIN.match(behind):
        return False
    # 妹は盛岡: the town where she is; one's own sister goes by her given name.
    is_close = CLOSE.search(claim.role) is not None
    return not (is_close and value in words("ja_surnames") and value not in words(*GIVEN))


def _is_tool(value: str, before: str, behind: str) -> bool:
    if NO_TOOL.fullmatch(value) or RENAMED.search(before) or FORMER.search(before):
        return False
    # Only work is quit (辞める); a tool is given up (やめる).
    return not re.match(r"[をは、]?(?:もう)?辞め", behind)


def _is_own_work(value: str, before: str, behind: str) -> bool:
    if IN_CHECKLIST.search(before) or (value.isascii() and LATIN_BEFORE.search(before)):
        return False
    if value in PLACES_OF_CARE and IN_PLACE.match(behind):
        return False
    is_of_list = AMONG_THINGS.search(before) is not None and LAST.match(behind) is not None
    if is_of_list or APPOINTED.match(behind):
        return False
    if NO_WORK.fullmatch(value) and not re.match(r"(?:の仕事|を|です|なの|として|だ|担当)", behind):
        return False
    return not (
        SOMEBODY_BEHIND.match(behind) or THEIRS.search(before) or NUMBER_TOPIC.search(before)
    )
