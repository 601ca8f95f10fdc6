"""Find the relatives of the owner of whom a text speaks without a name: "my nan", 妻と."""

import re
from collections.abc import Iterator, Sequence

from nlp.facts.claim_text import ClaimText
from nlp.facts.rules import OWNER, Claim
from nlp.facts.sentences import LONGEST, PERSON, PLACE, REST, SUPPOSED
from nlp.facts.sentences import OWNER as WRITTEN_OWNER_SIGN
from nlp.mentions.words import words
from nlp.predicates import FAMILY, KIN_TIES, MARRIED
from nlp.roles import KIN, SPOUSES
from nlp.text.sentences import JAPANESE_FIRST_PERSON, SENTENCE, alternation

from .roles import CALLED as ROLE_CALLED
from .roles import role_of

CONFIDENCE = 0.8
# Characters before a word for a relative in which somebody is named whose it may be.
FAR = 200
LATIN = alternation(word for word in KIN if word.isascii())
WRITTEN = alternation(word for word in KIN if not word.isascii())
# "My mother tongue", "our sister company", "my dad jokes" speak of nobody.
NOBODY = (
    r"(?!-| in[- ]law| (?:tongue|jokes?|bods?|jeans|[Ss]miths?|flats?|squares?|board|nature"
    r"|earth|ship|compan(?:y|ies)|brand|site"
    r"|figure|cit(?:y|ies)|in Christ|of (?:an?|one|two|three|four|\d))\b)"
)
# Who is named, behind the word or before it, or dead.
NAMED = rf"(?!,? (?:[{PERSON}A-HJ-Z]|called\b|named\b)|'s name\b)"
NAMED_BEFORE = re.compile(rf"(?:\b[A-ZÀ-Þ][\w'-]+|{REST}), $")
BESIDE = r"(?:(?!late |ex |former |dead |deceased )(?:[a-z]+|\d+-year-old|\d+ ?yo) ){0,2}"
POSSESSED = re.compile(
    rf"(?:\b[Mm]y|\b[Oo]ur|{WRITTEN_OWNER_SIGN}{REST}*'s) {BESIDE}(?P<kin>(?i:{LATIN}))\b{NOBODY}{NAMED}"
)
# "I have a brother": nobody who is named, expected or wished for.
HAVING = re.compile(
    rf"(?:\b(?:[Ii]|[Ww]e)(?:'ve got|'ve| have got| have| also have)|{WRITTEN_OWNER_SIGN}{REST}"
    rf"* has) (?:an?|one) {BESIDE}"
    rf"(?P<kin>{LATIN})\b(?!-| (?:to|on the way|who|coming|in mind|figure)\b){NAMED}"
)
OF_USER = re.compile(rf"\b(?:his|her|their) {BESIDE}(?P<kin>{LATIN})\b{NOBODY}{NAMED}")
# What a person calls a parent: "told mum", "Dad's old branding iron".
BEFORE = (
    r"and|for|but|with|from|to|of|on|at|as|so|if|by|than|when|that|until|after|before|where|because"
    r"|asked?|tell|told|tells|call|calls|called|text|texted|rang|ring|phoned?|see|saw|met|meet|get|got|let"
    r"|off|pay|paid|took|take|found|visit|visits|visited|think|thinks|sent|send|gave|give|help|helped"
)
CALLED = re.compile(
    rf"(?:^|[.,;:!?(&–—\n-] ?|\b(?i:{BEFORE}) )"
    rf"(?P<kin>(?i:{ROLE_CALLED}))\b"
    rf"{NOBODY}(?! to (?:an?|one|two|three|four|\d|my)\b| here\b)"
)
# "grandpa puts them in everything": without an article it is one's own.
SAYS = (
    r"(?:sa(?:id|ys)|says|puts?|got|gets|has|had|is|was|rang|calls|called"
    r"|came|comes|went|goes|made|makes|did|does"
    r"|gave|gives|took|takes|told|tells|thinks|reckons|loves|hates|likes"
    r"|wants?|needs?|keeps|kept|bought|brought"
    r"|sent|sends|still|always|never|just|must|can't|won't|works?|lives?"
    r"|moved|started|turned|turns|fell|asked|asks|drives|visits|visited"
    r"|sends?|cooks?|hates)"
)
NOT_WHOSE = "".join(
    rf"(?<!\b{word} )(?<!\b{word.capitalize()} )"
    for word in (
        "the", "a", "an", "my", "your", "his", "her", "their", "our", "its", "this", "that", "every", "each",
        "any", "no", "some", "one", "old", "new", "single", "good", "best", "hot", "cool", "as", "like",
        "who", "whose", "which", "other", "real", "young", "stay-at-home", "working", "and", "or",
    )
) + r"(?<!'s )(?<!s' )"  # fmt: skip
SAID_OF = re.compile(rf"{NOT_WHOSE}(?<![\w'-])(?P<kin>{ROLE_CALLED}) (?={SAYS}\b)")
# "Wife wants a kitchen island", "Brother in Perth is 60": a sentence may begin with a relative.
OPENING = re.compile(
    rf"(?:^|[.!?\n] ?)(?:(?:[Oo]lder|[Yy]ounger|[Bb]ig|[Ll]ittle) )?(?P<kin>(?i:{LATIN}))\b"
    rf"(?='s [a-z]| (?:{SAYS}|in [A-Z]\w+ (?:{SAYS}))\b){NOBODY}"
)
FIRST = alternation(JAPANESE_FIRST_PERSON)
# 義父の勝は names him, 妻の実家は does not.
NAME_BEHIND = (
    rf"(?:{alternation(words('ja_given_names', 'ja_given_words'))}|[ァ-ヶー]{{2,6}}"
    r"|[一-龥ぁ-ん]{1,2}[子美男夫江代郎介也輔太斗香菜恵])(?:さん|くん|君|ちゃん)?[はがもと、]"
)
# 久留米に住む義父, 施設におります母
LIVING = "|".join(
    f"(?<={there})"
    for there in (
        "に住む",
        "に住んでる",
        "にいる",
        "におる",
        "おります",
        "に嫁いだ",
        "で暮らす",
        "で働く",
    )
)
BARE = re.compile(
    rf"(?:^|(?<=[\s、。，,・「！!？?：:（(\n*-])|(?<=[はにをもでがとや])|(?<=あと)|(?<=それから)|(?<=(?:うち|実家|田舎|故郷|世界)の)"
    rf"|(?<=[{PLACE}{REST}]の)|(?<=[小中高大][1-6一二三四]の)|(?<=年生の)|(?<=[0-9][歳才]の)"
    rf"|(?<=[父母]方の)|{LIVING}|(?:{FIRST})の)(?:[上下末]の|双子の)?(?P<kin>{WRITTEN})"
    rf"(?=[はがもにをへや、。，,\s：:（(！!？?]|と(?!は|いう|して)|から|まで|より(?!。?\s*$)|って|の"
    rf"(?![{PERSON}]|日|役割|よう|{NAME_BEHIND})|だけ|なら|ひとり|一人|$)"
)
# 「うちの母さん膝に…」: talk leaves the particle out.
AT_OURS = re.compile(rf"うちの(?P<kin>{WRITTEN})(?:(?<=ん)|(?![一-龥さち]))(?!の|みたい|じゃな)")
# 妹はおらん, ばあばになる: nobody who is there.
NONE_BEHIND = re.compile(
    r"(?:[はがも]|なんて|とか)?(?:もう|まだ|[一ひと]+人も)?(?:い(?:ない|ません|なく|なかった)|お(?:らん|らへん|らず|りません))"
    r"(?![間時と]|あいだ|とき|うち)|に(?:も)?な(?!つ|じ|ぐ)"
)
# 森本くんのご両親が来られた。お父さんは農家: with さん, of whoever was named before.
POLITE = re.compile(
    r"(?<![のうちが家])(?:お?(?:父|母|兄|姉)さん|(?:妹|弟|娘|息子|旦那|奥|嫁)さん|奥様|ご主人|お嬢さん|お[子孫]さん)"
)
SOMEBODY = re.compile(rf"{PERSON}{REST}*")
# Whose mother it is, if somebody else was named before.
OTHERS = re.compile(
    rf"{PERSON}{REST}*(?:さん|くん|君|ちゃん|先生|氏|様)?[はがもの]"
    r"|(?:彼女?|友人|友達|友だち|同僚|先輩|後輩|上司|知人|知り合い|あの人|患者さん?|お客さん|主人公|ママ友)(?:たち)?[はがもの]"
)
# What is about relatives in general.
GENERAL = re.compile(
    r"妻[^。]{0,30}夫|夫[^。]{0,30}妻|\b[Ww]i(?:fe|ves)\b[^.]{0,60}\bhusband"
    r"|\b[Hh]usbands?\b[^.]{0,60}\bwi(?:fe|ves)\b"
    r"|を亡くした|先立たれ|[がを](?:亡くなった|失った)(?:人|方|友)|とは何|一般的|世の中の"
)


def relatives_without_name(reading: ClaimText, claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yield a tie for each relative of the owner of whom a text speaks, and whom no claim names.

    A question speaks of them as well: "what can I give my nan?" (docs/decisions/0033).
    """
    if not _is_of_owner(reading) or reading.brings_material:
        return
    seen = {claim.role for claim in claims if claim.subject is OWNER}
    for sentence in SENTENCE.finditer(reading.signs):
        said = sentence[0]
        if len(said) > LONGEST or SUPPOSED.search(said) or GENERAL.search(said):
            continue
        for claim in _in_sentence(reading, said, sentence.start()):
            if claim.role not in seen:
                seen.add(claim.role)
                yield claim


def is_unnamed_tie(claim: Claim) -> bool:
    """Return whether a claim ties somebody to the owner whom it calls by a role: "my nan"."""
    return claim.subject is OWNER and claim.predicate in KIN_TIES and claim.object.lower() in KIN


def _is_of_owner(reading: ClaimText) -> bool:
    is_of_user = WRITTEN_OWNER_SIGN in reading.signs
    return reading.speaker is OWNER and (is_of_user or not reading.is_assistant)


def _in_sentence(reading: ClaimText, said: str, at: int) -> Iterator[Claim]:
    for match in _matches(reading, said, at):
        start, end = match.span("kin")
        role = role_of(match["kin"], said[:start])
        predicate = MARRIED if role in SPOUSES else FAMILY
        yield Claim(
            "relation", OWNER, predicate, match["kin"], match["kin"], CONFIDENCE,
            at + start, at + end, is_change=False, role=role,
        )  # fmt: skip


def _matches(reading: ClaimText, said: str, at: int) -> Iterator[re.Match[str]]:
    if reading.is_japanese:
        for match in (*BARE.finditer(said), *AT_OURS.finditer(said)):
            if not (_is_others(reading, said, at, match) or NONE_BEHIND.match(said, match.end())):
                yield match
        return
    own = (OF_USER, HAVING) if reading.is_assistant else (CALLED, SAID_OF, OPENING, HAVING)
    for pattern in (POSSESSED, *own):
        for match in pattern.finditer(said):
            if not NAMED_BEFORE.search(said[: match.start()]):
                yield match


def _is_others(reading: ClaimText, said: str, at: int, match: re.Match[str]) -> bool:
    """Whether a Japanese word for a relative means one of somebody who was named before."""
    if OTHERS.search(said[: match.start("kin")]):
        return True
    return names_others_relative(reading.signs[: at + match.start("kin")], match["kin"])


def names_others_relative(before: str, word: str) -> bool:
    """Return whether a polite word for a relative (お父さん) follows the name of somebody."""
    return POLITE.search(word) is not None and SOMEBODY.search(before[-FAR:]) is not None
