"""Japanese rules for people as notes and messages name them: 妻トシの通院, ゆかり（高校の友達）."""

from collections.abc import Iterator
from functools import partial

from nlp.facts.japanese.food_and_pets import FOOD
from nlp.facts.japanese.relations import TIES as TIES_TOLD
from nlp.facts.japanese.rules import TITLE, rule
from nlp.facts.japanese.spoken.everyday_people import GIVEN
from nlp.facts.rules import SOMEONE, Rule, Validity

standing = partial(rule, validity=Validity.STANDS, is_elidable=True)
EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?：:（(\s])|(?<=[はにでもが])|(?<=[\ue100\ue1ffん]と))"
# Beside what long sentences call them: 主人は修と申します, 下の子、湊.
MORE = {
    "married_to": r"主人|嫁さん|つま|おっと",
    "family_member": r"初孫|曾孫|ひ孫|[上下真末]ん?中?の(?:子|娘|息子)|おいっ子|めいっ子",
    "friend": r"パパ友|[ぁ-ん一-龥]{1,4}仲間",
    "colleague": r"職場の先輩|会社の先輩|相棒",
    "reports_to": r"直の上司",
}
WORDS = {predicate: rf"(?:{more}|{TIES_TOLD[predicate]})" for predicate, more in MORE.items()}
WHICH = (
    r"(?:新しい|今の|うちの|職場の|会社の|地元の|[^\s、。はがをの（(]{1,6}(?:時代|から)の"
    r"|(?:小|中|高)学?校?の|高校の|大学の)?"
)
# Rank behind a name: 村上師長, 黒木CTO.
RANK = rf"(?:{TITLE}|[一-龥]{{1,4}}[長員]|C[ETFO]O|PM)"
NAME = rf"(?P<o>{SOMEONE}){RANK}"
OWN_NAME = rf"(?P<o>{SOMEONE}|{GIVEN}){RANK}"
# A name goes on as a field or as part of a sentence.
ON = r"(?=[\s（(、。：:…・!！→]|[はがをにとのもへで]|から|まで|って|$)"
CALLED = (
    r"(?:と申|と言い|といい|という|っていう|っていい|っていって|っていうて|といって|ちゅう|や(?=[。、ねで])|です"
    r"|だ(?=[。、]))"
)
WHO = rf"(?P<s>{SOMEONE}){TITLE}"
AT_HEAD = r"(?:^[\s・*-]*|(?<=[、。\s（(：:]))"


def _ties() -> Iterator[Rule]:
    for predicate, words in WORDS.items():
        # 妻トシの, 妻 由紀 誕生日, 上司：村上師長; without a sign only a family is named so.
        yield standing(predicate, rf"{EDGE}{WHICH}{words}[ 　・：:＝=→は]{{1,2}}{NAME}{ON}")
        yield standing(predicate, rf"{EDGE}{WHICH}{words}の{NAME}{ON}")
        yield standing(
            predicate,
            rf"{EDGE}{words}(?:は|が|、|の名前は|の名前が|、名前は|：|:)「?{NAME}」?{CALLED}",
        )
        # ゆかり（高校からの友達）, 大輔（長男）
        yield standing(
            predicate,
            rf"{AT_HEAD}{OWN_NAME}[ 　]?[（(][^（）()\n]{{0,8}}?{words}[^（）()\n]{{0,6}}[)）]",
        )
    for predicate in ("married_to", "family_member"):
        yield standing(predicate, rf"{EDGE}{WORDS[predicate]}{OWN_NAME}{ON}")


BOSSES: tuple[Rule, ...] = (
    standing(
        "reports_to",
        rf"{EDGE}(?:[一-龥ァ-ヶー]{{1,6}}の)?{NAME}が(?:直属の|私の|今の|ユーザーの)?(?:上司|上長|ボス)(?=で|だ|。|、|にあた|$)",
    ),
)
THEIR_OWN: tuple[Rule, ...] = (
    rule(
        "age",
        rf"{WHO}(?:って(?:いうて|いう)|という|、|は)?[ 　]?(?P<o>[1-9]\d?)(?:歳|さい|才)"
        r"(?!で|の(?:時|とき|頃|ころ))",
    ),
    rule("age", rf"{AT_HEAD}(?P<s>{GIVEN})[ 　](?P<o>[1-9]\d?)(?:歳|さい|才)(?!で)"),
    rule(
        "birthday",
        rf"{WHO}(?:の|[ 　])?(?:誕生日|誕|たんじょうび|バースデー)[ 　：:は]{{0,2}}"
        r"(?P<o>\d{1,2}/\d{1,2}|\d{1,2}月\d{1,2}日|[一二三四五六七八九十]{1,2}月[一二三四五六七八九十]{1,3}日)",
    ),
    rule(
        "birthday", rf"{WHO}[ 　](?P<o>\d{{1,2}}/\d{{1,2}}|\d{{1,2}}月\d{{1,2}}日)(?:生まれ|うまれ)"
    ),
    rule(
        "allergic_to",
        rf"{WHO}(?:は|、|[ 　]|の)?(?P<o>{FOOD})アレルギー(?!の?(?:検査|疑い|テスト|対応))",
    ),
    rule(
        "allergic_to",
        rf"{WHO}[^。\n（(]{{0,16}}[（(](?P<o>{FOOD})アレルギー[)）]",
    ),
)
TIES: tuple[Rule, ...] = (*_ties(), *BOSSES)
