"""Japanese rules for who the people around one are: お兄ちゃんは大輝って名前で, うちの上司は師長の山口さん."""

from functools import partial

from nlp.facts.japanese.rules import TITLE, rule
from nlp.facts.japanese.work import JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity

noted = partial(rule, is_elidable=True)
FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?\s])|(?<=て))"
SPOUSE = r"(?:妻|嫁|嫁さん|女房|家内|かみさん|夫|旦那|旦那さん|主人|亭主|相方|連れ合い)"
CHILD = (
    r"(?:父|母|兄|姉|弟|妹|息子|娘|長男|次男|三男|長女|次女|三女|孫|お兄ちゃん"
    r"|お姉ちゃん|にいちゃん|ねえちゃん|せがれ|祖父|祖母)"
)
CALLED = (
    r"(?:って(?:名前|いう|言う|いって)|と(?:いい|言い|いう|言う|申し)"
    r"|いうて|いいまし|いう名前|という名前|ちゅう)"
)
# 女房はヨシ子、わより二つ下で: the name ends its clause.
ENDS = r"(?=、|。|です|だ(?!っ)|で(?=、)|や(?:で|ねん|から|けん))"
BOSS = r"(?:上司|ボス|上長|親方|店長|直属の上司)"
POST = r"(?:[一-龥ァ-ヶー]{1,8}の)?"
NAME_IN_KANA = r"(?:[ァ-ヶー]{1,6}[一-龥]?|[ぁ-ん]{2,4})"
NAME = rf"(?:{SOMEONE}|{NAME_IN_KANA})"
RULES: tuple[Rule, ...] = (
    noted(
        "married_to",
        rf"{FROM}(?:うちの|私の|俺の|わしの)?{SPOUSE}は(?P<o>{SOMEONE}|{NAME_IN_KANA}"
        rf"(?={CALLED})){TITLE}(?:{CALLED}|{ENDS})",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"{FROM}(?:うちの|私の|俺の)?{CHILD}は(?P<o>{SOMEONE}){TITLE}{CALLED}",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"(?:双子|娘|息子|子供|子ども|孫)(?:が|は)(?:[一二三四2-9]人)?(?:おって"
        rf"|おりまして|いて|おり|いまして)(?:な|ね|の)?、?"
        rf"(?P<o>{NAME}(?:(?:と|、){NAME}){{1,3}})(?=、|。|です|や|だ|じゃ)",
        Validity.STANDS,
        is_list=True,
    ),
    # 長男が隆次男が進そして娘が和子です
    noted(
        "family_member",
        rf"(?:長男|次男|三男|長女|次女|三女|娘|息子|末っ子)[がは](?P<o>{SOMEONE}|[一-龥]{{1,2}}"
        rf"(?=そして|次|三|長))(?=、|。|次|三|長|娘|そして|です|と|で)",
        Validity.STANDS,
    ),
    noted(
        "reports_to",
        rf"(?:{FROM}|(?<=私の)|(?<=うちの)){BOSS}は{POST}(?P<o>{SOMEONE}){TITLE}"
        rf"(?=[、。]|です|で(?=、)|や(?:で|ねん)|だ(?!っ)|じゃ)",
    ),
    rule("reports_to", rf"(?P<o>{SOMEONE}){TITLE}が(?:俺|私|僕|うち|わし)の(?:直属の)?{BOSS}"),
    rule(
        "colleague",
        rf"{FROM}(?:職場の)?同僚には?、?(?P<o>{SOMEONE}){TITLE}(?:と|が|も)(?=[^。\n]{{0,24}}(?:い|おり|おる))",
    ),
    rule(
        "colleague", rf"(?P<o>{SOMEONE}){TITLE}の同僚(?=です|だ(?!っ)|で(?=[、。])|や(?:で|ねん))"
    ),
    rule("from", rf"(?P<o>{SOMEWHERE}|[ァ-ヶー]{{2,8}}|[一-龥]{{2,4}})出身の(?P<s>{SOMEONE})"),
    rule(
        "occupation",
        rf"(?P<s>{SOMEONE})は(?:{SOMEWHERE}|[一-龥]{{2,4}})に(?:住む|いる|住んでる|住んでいる)"
        rf"(?P<o>{JOB_WORD})(?=で|です|だ|じゃ|や)",
    ),
    rule(
        "occupation",
        rf"(?:{SPOUSE})は(?P<s>{SOMEONE}){CALLED}(?:まして、?|、)?(?P<o>(?:[一-龥ァ-ヶー]{{1,10}}の)?{JOB_WORD}"
        rf")(?=や|です|だ|じゃ|で)",
    ),
)
