"""Japanese rules for pets by what is done for them: むぎ トリミング, 三毛の「小梅」, 名前はモコ."""

import re

from nlp.facts.japanese.food_and_pets import ANIMAL, COAT, NO_PET
from nlp.facts.japanese.rules import rule
from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import PERSON, REST, THING

EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
NO_KANA = (
    r"(?!あした|きょう|きのう|あさ|ひる|よる|ここ|そこ|あそこ|うち|また|もう|まだ|さんぽ"
    r"|ごはん|えさ|びょういん|くすり|ペット|ネット|ホーム"
    r"|トイレ|ワクチン|フード|シャンプー|エサ|トリミング|フィラリア|カット|キャット|ドッグ"
    r"|サロン|メモ|こども|むすめ|むすこ)"
)
CALLED = rf"(?:[{PERSON}{THING}]{REST}*|{NO_KANA}(?:[ァ-ヶー]{{2,6}}|[ぁ-んー]{{2,5}}?))"
BEAST = rf"(?:{ANIMAL}|{COAT}|鯉|フクロウ|ふくろう|デグー|ヨウム|リス|モモンガ)"
CARE = (
    r"(?:動物病院|獣医|トリミング|フィラリア|狂犬病|去勢|避妊手術|ドッグラン|ペットホテル|猫砂"
    r"|ドッグフード|キャットフード|換羽|混合ワクチン)"
)
WELL = (
    r"(?:体重|ワクチン|病院|通院|ごはん|ご飯|餌|エサ|\d{1,3}(?:\.\d)?(?:g|kg|ｇ|グラム)"
    r"|\d{1,2}[歳才]|爪切り)"
)
# An animal in the sentence before, of nobody else, whose name follows.
OF_ANIMAL = re.compile(rf"(?:(?<!の)|(?<=うちの)|(?<=家の))(?:{ANIMAL})[^\n]{{0,40}}\Z")
OF_ANIMALS = re.compile(
    rf"(?:{ANIMAL})(?:が|を)?(?:[二三四五2-5][匹頭羽]|[ふみ]たり)(?:が|を)?(?:飼って)?(?:い(?:ます"
    rf"|る)|おり?ます|おる)(?:よ|ねん|んだ)?[。！!]\s*\Z"
)
NAMED: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"^[\s・*-]*(?P<o>{CALLED}(?:(?:と|、|・){CALLED})?)(?:ちゃん|くん)?(?:の|、|[ 　]|は|を)"
        rf"(?:[^\n。]{{0,12}}?){CARE}",
        Validity.STANDS,
        is_list=True,
    ),
    rule("pet", rf"^[\s・*-]*(?P<kind>{ANIMAL})[ 　・]{NO_PET}(?P<o>{CALLED})[ 　]{WELL}"),
    rule(
        "pet",
        rf"{EDGE}(?P<kind>{ANIMAL})[（(](?P<o>{CALLED})、[^（）()\n]{{1,8}}[)）]",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<o>{CALLED})(?:ちゃん|くん)?[（(](?:うちの|我が家の)?[^（）()\n]{{0,8}}?"
        rf"(?P<kind>{ANIMAL})(?:です|でございます)?[)）]",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<o>{CALLED})(?:ちゃん|くん)?[（(](?:うちの|我が家の){COAT}[^（）()\n]{{0,4}}[)）]",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"{EDGE}[^、。「」\s]{{0,12}}?(?P<kind>{BEAST})の「(?P<o>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}"
        rf"|[一-龥]{{1,3}}|[{PERSON}]{REST}*)」"
        r"(?!シリーズ|を(?:読|観|見))"
        r"(?=[がはもを、]|[ 　]|今|の(?:換羽|餌|エサ|ごはん|散歩|世話|体重|病院|爪|毛|ワクチン))",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})の名前(?:は|を|、)?、?「?(?P<o>{CALLED})」?に(?:した|しました|決め|して)",
    ),
)
# カメ飼ってます、名前はドンちゃん; a child's name has ちゃん as well, a pet's keeps it.
PET_CALLED = (
    rf"(?:[{PERSON}{THING}]{REST}*(?:ちゃん|くん|丸|太郎)?|{NO_KANA}(?:[ァ-ヶー]{{2,8}}"
    rf"|[ぁ-んー]{{2,6}}?)(?:ちゃん|くん)?|[一-龥]{{1,3}})"
)
PETS_CALLED = rf"(?P<o>{PET_CALLED}(?:」?(?:と|、|・)「?{PET_CALLED})*)"
KEEPING = (
    r"(?:と(?:一緒に)?暮らして(?:い?ます|い?る|い?て|おり)|(?:を|も)?飼って(?:い?ます(?:けど"
    r"|よ)?|い?る(?:んだ|よ|んです|ねん|けど|んだけど"
    r"|んやけど)?|い?て|おり(?:ます|まして)|んねん|て)"
    r"|(?:を)?飼っとる|が?(?:い(?:ます(?:けど|よ)?|る(?:よ|んだ|んです|ねん|けど|んだけど"
    r"|んやけど)?|て|まして)|おり?(?:ます|まして|る"
    r"|って)))"
)
SO_CALLED = (
    r"(?=です|だ(?!っ)|や(?:で|ねん)|と(?:いい|言い|いう)|って(?:いう|いい|言う|ゆ)|といいます"
    r"|[。、！!]|$)"
)
# Before the rules that read 名前は as the writer's.
FIRST: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"{EDGE}(?P<o>{CALLED})(?:って|と)?(?:いう|ゆう)(?:名前?の)?[^、。\s]{{0,6}}?"
        rf"(?P<kind>{ANIMAL}|茶トラ|キジトラ|サバトラ|三毛|ハチワレ|柴)"
        r"(?=の?(?:雌|雄|オス|メス|男の子|女の子)|[。、よ]|だ|です|を飼|が(?:い|お)|なん)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})(?:の)?「(?P<o>[^「」\s]{{1,10}})」(?:を飼|と(?:一緒に)?暮ら"
        rf"|が(?:い(?:る|ます|て)|おり))",
    ),
    rule(
        "pet",
        rf"(?P<kind>{ANIMAL})の「?{PETS_CALLED}」?(?:って|と)(?:いう(?:の|んです|んだ|子)"
        rf"|いいまして|言いまして)",
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?:^|(?<=[、。！!\sはに]))(?P<kind>{ANIMAL})(?:を|が)?(?:[一二三四五1-5][匹頭羽]"
        rf"|[ふみ]たり)?{KEEPING}[、。 　]?(?:名前|なまえ|名)(?:は"
        rf"|が)、?「?{PETS_CALLED}」?{SO_CALLED}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"^[\s・*-]*(?:(?:飼ってる|飼っている|うちの)?ペット|飼ってる(?:の|動物)"
        rf"|うちの子)(?:の名前)?[ 　]?(?:は|[：:＝=→])[ 　]?(?P<kind>{ANIMAL})(?:の|、|・|[ 　]|（"
        rf"|\()「?{PETS_CALLED}[」)）]?(?=[。、\n]|$|です|だ|で)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"^\s*「?(?P<o>{CALLED}(?:」?(?:と|、|・)「?{CALLED})+)」?(?=です|だ(?!っ)|と(?:いい|いう)"
        rf"|って(?:いう|いい|言う|ゆ)|。|$)",
        Validity.STANDS,
        after=OF_ANIMALS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?:^|(?<=[、。\sはに]))(?P<kind>{ANIMAL})(?:が|を)(?:[二三四五2-5][匹頭羽]|[ふみ]たり)(?:飼って)?"
        rf"(?:いて|おり|いまして|おりまして|います。|いる。)、?名前は「?(?P<o>{CALLED}(?:」?(?:と"
        rf"|、|・)「?{CALLED})+)」?"
        r"(?=です|だ(?!っ)|と(?:いい|いう)|。|$)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"^[\s]*(?:名前は|名は)「?(?P<o>{CALLED}(?:(?:と|、|・){CALLED})*)」?(?=[、。]|です|だ|で"
        rf"|と|といい|$)",
        Validity.STANDS,
        after=OF_ANIMAL,
        is_list=True,
    ),
)
RULES: tuple[Rule, ...] = NAMED
