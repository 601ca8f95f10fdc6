"""Japanese rules for pets that people introduce in talk: 秋田犬飼ってるんだ、ゴンっていう."""

from nlp.facts.japanese.daily.pets import BEAST, CALLED
from nlp.facts.japanese.rules import rule
from nlp.facts.rules import Rule, Validity

BREED = rf"(?:[一-龥ァ-ヶー]{{0,4}}{BEAST})"
ENDS = r"(?=$|[。、！!〜\s]|です|や(?:で|ねん)|だ(?!っ)|って|いう|ちゃん|くん|じゃ|なん)"
KEPT = r"(?:を|ば)?(?:飼っとる|飼ってる|飼っている|飼っています|飼ってて|飼うとる|おって|いて|おる|いる|います)"
RULES: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"(?:^[\s・*-]*|(?<=[、。はも\s]))(?P<o>{CALLED}(?:(?:と|、){CALLED})*)"
        rf"(?:という|っていう|って|ていう)(?:名前の)?(?P<kind>{BREED})(?:を(?:[2-9二三四五][匹頭羽])?飼"
        rf"|が(?:[2-9二三四五][匹頭羽])?い(?:ます|る))",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?P<kind>{BREED}){KEPT}[^。\n]{{0,5}}[、。]\s*(?:名前は)?(?P<o>{CALLED})"
        rf"(?:っていう|って名前|いうねん|いいます|と(?:いい|言い)ます)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"うちの(?P<kind>{BREED})[^。、\n]{{0,14}}[、。]\s*名前は(?P<o>{CALLED}){ENDS}",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"うちの(?P<kind>{BREED})(?:[2-9二三四五][匹頭羽])?(?:は|[：:])[ 　]?(?P<o>{CALLED}"
        rf"(?:(?:と|、|・){CALLED}){{0,4}}){ENDS}",
        Validity.STANDS,
        is_list=True,
    ),
)
