"""Mask mentions, split text into sentences and clauses, and skip those that assert nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.readers import Found
from nlp.text.sentences import POLITE_ENDINGS, QUESTION_MARK, SENTENCE

from .authorship import foreign_spans

# OWNER marks the words for the owner in what an assistant writes about them.
PERSON, ORGANIZATION, PLACE, THING, OWNER, REST, QUOTED = (
    "\ue100",
    "\ue101",
    "\ue102",
    "\ue103",
    "\ue104",
    "\ue1ff",
    "\ue1fe",
)
CLASSES = {
    "Person": PERSON,
    "Organization": ORGANIZATION,
    "Location": PLACE,
    "Place": PLACE,
    "Restaurant": PLACE,
    # A pet has an age and tastes as people have.
    "Pet": PERSON,
}
# Types of mentions that are no names: patterns read their words.
PLAIN = frozenset(
    {"Date", "Time", "DateTime", "Temporal", "Quantity", "Number", "Money", "Url", "URL", "Email"}
    | {"Identifier", "Task", "Event", "Phone", "Food"}
)
# "The user", unless it is part of another word or of a program: "user interface".
THE_USER = re.compile(
    rf"\b(?:[Tt]he )?[Uu]ser(?=['’]s (?!guide|manual|account|interface|agent)|,|: [A-Z]| \({PERSON}|:"
    rf" {PERSON}{REST}*(?:[.,;(]| and\b|$)|: (?=\d\d,)|\s"
    r"(?:doesn't|doesn’t|didn't|hasn't|isn't|can't|cannot|won't|would|is|was|has|had|does"
    r"|can|left|moved|quit|grew|went|took|became|began|bought|got|came"
    r"|runs|drove|taught|met|spoke|said|told|wrote"
    r"|sent|gave|felt|found|made|lost|sold|spent|chose|kept|built|broke|won|swore|gets|may|might|should|always"
    r"|never|usually|often|mostly|mainly|really|just|recently|normally|generally|typically|regularly|sometimes"
    r"|no longer|now|also|currently|previously|recently|originally|still|used to|and (?:his|her|their)"
    r"|(?!needs\b)[a-z]+(?:s|ed))\b)"
    r"|(?:(?<=friend of )|(?<=colleague of )|(?<=coworker of )|(?<=co-worker of )"
    r"|(?<=neighbour of )|(?<=neighbor of ))the user(?=[.;,)]|$)"
    r"|(?:ユーザー?|利用者|相談者)(?:さん|様)?(?=[はがもの、にをと]|(?:情報|プロフィール)?[：:])"
    rf"|(?<![{PERSON}-{REST}んく君氏生])(?P<self>ご?本人)(?=[はがもの、])"
)
# A note about the owner begins with its subject.
SELF_FIRST = re.compile(r"\s*ご?本人")
# Written variants of one sign, character for character.
VARIANTS = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "‐": "-", "‑": "-", "\u00a0": " ", "\u202f": " "}
    | {chr(code): chr(code - 0xFEE0) for code in [*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF5B)]}
)
# A quotation longer than a name is the statement of another person.
# An apostrophe opens one if it follows no word and begins no clipped one: "'em", "'90s".
QUOTATIONS = re.compile(
    r"「[^「」]*」|『[^『』]*』|“[^“”]*”|\"[^\"\n]*\""
    r"|(?<![\w.,;!?)])'(?!\s|\d|(?i:em|til|till|cause|cos|cuz|bout|twas|tis|ere|round)\b)"
    r"(?:[^'\n]|(?<=\w)'(?=\w)){9,300}'(?!\w)"
)
LONGEST_NAME = 8
# Behind a quotation that ends its sentence: … for "a real volcano." Which one?
NEXT_SENTENCE = re.compile(r"\s+[A-Z]|\s*$")
CLAUSE_END = re.compile(
    r"(?:けれど|けど|ので|から|たが|だが|すが|るが|いが|[てし])、"
    r"|(?:けど|なのに)(?=\S)|; | [–—-]+ |, (?=(?:I|he|she|we|they|it)(?: (?!think|guess|believe|suppose|hear"
    r"|hope|reckon)|'))| (?:but|although|though|whereas|because|which) |,? (?=if\b)"
    r"|,? (?:and|so) (?=(?:[Ii]|he|she|they|we|it|there|my|his|her|our|[Ii]m|[Ii]'\w+"
    r"|now I|then I|am|are|is|was|were|will|need|want|wants|needs"
    r"|would|could|should|might|can)\b)"
)
# The part of a question that asks, behind a part that states: "I live in Cardiff, is it far?"
ASKS = re.compile(
    r"(?:[,;] | [–—-]+ )(?:and |but |so |or )*(?=(?:how|what|why|where|which|who|when|is|are|do|does"
    r"|did|can|could|should|would|will|any|have you|has"
    r"|(?:[a-z]+ )?(?:tips|ideas|advice|suggestions|recommendations|recs|thoughts|options|alternatives))\b)"
    r"| so (?=(?:what|how|which|where|who|is|are|can|could|should|do|does)\b)"
    r"|(?P<said>(?:んだけど|んですけど|んですが|ますが|ですが|だけど|ますけど|ですけど"
    r"|なので|ますので|ですので|のに|やけど|ねんけど|っちゃけど|じゃけど|じゃけえ?"
    r"|やけん|やから)、"
    r"|(?:んだけど|んですけど|んですが|やけど|ねんけど|っちゃけど|じゃけど"
    r"|るけど|ますけど|(?:[てで]る|ます|です|がある)(?:から|ので)|[0-9歳]だけど)"
    r"(?=[^、。？?\s]))",
    re.IGNORECASE,
)
# Dictation has no commas: 農家をしとるけん腰が痛くて何か体操はないですか.
ASKS_UNPUNCTUATED = re.compile(
    r"(?:(?:[てで](?:い?る|ます|おる|おります)|[てど]る|とる|よる|です|とです|ます|だ|や|なん|おる)"
    r"(?:が|けど|けれど|けん|ども|ばってん|ので|もんで|もんだから|じゃけん|さかい|から)|ばってん|けん)"
    r"(?=[^、。？?\s]{4})"
)
QUESTION = re.compile(
    rf"{QUESTION_MARK}|(?:{POLITE_ENDINGS}|だろう)か[。\s]*$|かな[。\s]*$|っけ[。\s]*$"
    r"|^\s*(?:do|does|did|is|are|was|should|where|who|why|how|what(?! (?:i|we) (?:[a-z']+ ){1,5}(?:is|are)\b))"
    r" (?:i|you|we|he|she|they|it)\b"
    r"|^\s*(?:does|did|is|are|was|were) (?:my|our|his|her|their) ",
    re.IGNORECASE,
)
# Words of supposition, wish, fiction or denial: no part of the sentence holds.
SUPPOSED = re.compile(
    r"\b(?:not|is?n['’]t) (?:true|the case|correct) that\b|\brumou?rs? (?:that|of)\b|\b(?:deny|denies|denied)\b"
    r"|という(?:の|こと|話|噂)は[^。]*(?:嘘|うそ|間違い|誤り|誤解|デマ|違う|ない)|わけ"
    r"(?:では|じゃ)(?:ない|ありません)|"
    r"\b[Aa]ssum(?:e|ing)\b|\b[Nn]ot that\b|\b[Tt]hought experiment\b"
    r"|\b(?:Halloween|fancy dress|cosplay|[Rr]ole[- ]?play)\b|\b[Ll]et's say\b|\b[Ii]n theory\b|"
    r"^\W*(?:(?:but|and|so|then|or|even|only|as|what) )?[Ii]f\b|\b(?:wonder\w*|know|ask\w*|see|sure|check"
    r"|tell me) if\b|\b(?:[Ss]uppose|[Ii]magine|[Ww]ish|[Uu]nless|[Pp]retend)\b"
    r"|^\W*[Ss]ay (?:I|we|you|my)\b|(?<!I )(?<!we )\b(?:keeps|kept) (?:telling|saying|insisting|claiming)\b"
    r"|\balong the lines of\b|\bwhen (?:she|he|they) said,? I\b"
    r"|\b[Ii]n (?:the|a|an|my|this|that) (?:save|playthrough|campaign)\b"
    r"|\b[Ii]n (?:the|a|an|my|this|that) (?:novel|book|movie|film|dream|story|game|show|play|series)\b"
    r"(?! (?:club|group|society|circle))"
    r"|\b(?:[Ll]et['’]?s|[Ll]et us) (?:assume|say|suppose|imagine|pretend)\b|\b[Tt]hought experiment\b"
    r"|\b[Dd]ream(?:ed|t)?\b|(?<!か)もし(?!かし)|仮に|たとえば|夢を|夢の|小説|漫画|ドラマで"
    r"|映画で|ゲームで|(?:ゲーム|アニメ|物語|お話|夢|シムズ)の中|物語では|ごっこ"
    r"|(?:話|物語|歌|詩)を(?:書い|作っ|考え)て(?![いるきたお])"
    r"|という(?:噂|うわさ|デマ|誤報)が|事実無根|かどうか"
)
# Words of doubt or plan: their clause does not hold for sure.
UNSURE = re.compile(
    r"\b(?:might|(?<!\d )may(?! \d)|(?<!never )could|would(?! (?:always )?(?:rather|sooner|much|prefer)\b)"
    r"|(?<![Yy]ou )should|[Yy]ou should(?! (?:also )?(?:know|note|remember)\b)|maybe|perhaps"
    r"|probably|whether"
    r"|(?:almost|nearly) (?!(?:\w+ ){1,2}(?:years?|months?|decades?))|will|think|thinks|guess)\b"
    r"|\b(?:want|wants|wanted|hope|hopes|hoping|plan|plans|planning|going|thinking|considering|"
    r"like|love|trying|intend|intends|expect|expects|supposed) (?:to"
    r"|of|about)\b|'(?:ll|d) (?!(?:always )?rather|"
    r"sooner|(?:much |always )?prefer\b|take the )"
    r"|\b(?:moving|joining|leaving)\b|^if\b"
    r"|(?:じゃ|では)ない(?:の|ん)?か(?!ら)|かも|(?<!呼ばれ)たい(?!て)|つもり|予定|でしょう"
    r"|だろう|はず(?!ー|っと)|ようか(?=[と迷悩考、]|な)|いいな|いいのに|ようと|と思|ふり(?!がな|仮名)"
    r"|(?<!検査し)(?<!調べ)(?<!測っ)(?:た|だっ?た)ら、"
)
CONDITION = re.compile(r"\b[Ii]f\b|\bunless\b")
HEARSAY = re.compile(
    r"そう(?:だ|です)(?:[。、\s]|$)|らしい|とのこと|だって[。、\s]|\b(?:apparently|reportedly|allegedly)\b|"
    r"\bI (?:heard|hear)\b|(?<!doctor )(?<!allergist )(?<!GP )(?<!specialist )(?<!dermatologist )(?<!tests )"
    r"\b(?:told|tells|said(?! (?:goodbye|farewell))|says|claims|claimed)\b",
    re.IGNORECASE,
)
# Confirmation to the hearer, who is the one it is about: 「京都に引っ越したんですね」.
TO_HEARER = re.compile(r"(?:ん|の)(?:です|だ)ね(?=[、。！!？?…〜ー\s]|\Z)")
OWN_PERSON = re.compile(r"私|わたし|僕|ぼく|俺|おれ|自分")
# A longer sentence claims nothing, and patterns take quadratic time.
LONGEST = 600


def mask(text: str, mentions: Sequence[Found], *, is_chat: bool = False) -> str:
    """Return ``text`` with masked mentions; quotations and words of others are blanked.

    ``is_chat``: the owner speaks, whose 本人 is whoever was named before.
    """
    signs = list(text)
    for found in sorted(mentions, key=lambda found: found.start - found.end):
        end = found.end - _genitive(found)
        inside = signs[found.start : end]
        if found.type in PLAIN or not inside or any("\ue100" <= sign <= REST for sign in inside):
            continue
        signs[found.start : end] = [
            CLASSES.get(found.type, THING),
            *[REST] * (len(inside) - 1),
        ]
    people = [(found.start, found.end) for found in mentions if found.type == "Person"]
    for start, end in foreign_spans(text, lambda *label: _is_within(label, people)):
        signs[start:end] = [sign if sign == "\n" else QUOTED for sign in signs[start:end]]
    is_of_another = is_chat and not SELF_FIRST.match(text)
    own = THE_USER.sub(
        lambda words: words[0] if is_of_another and words["self"] else _owner(words),
        "".join(signs).translate(VARIANTS),
    )
    return QUOTATIONS.sub(_blotted, own)


def _genitive(found: Found) -> int:
    """Return how many signs of "Kyle's" are no part of the name of a person."""
    return 2 if found.type == "Person" and found.surface.endswith(("'s", "’s")) else 0


def _owner(words: re.Match[str]) -> str:
    return OWNER + REST * (len(words[0]) - 1)


def _is_within(label: tuple[int, int], people: Sequence[tuple[int, int]]) -> bool:
    return any(start <= label[0] and label[1] <= end for start, end in people)


def _blotted(quotation: re.Match[str]) -> str:
    inner = quotation[0][1:-1]
    is_name = inner[:1] in {PERSON, ORGANIZATION, PLACE, THING} and not inner[1:].strip(REST)
    if is_name or (len(inner) <= LONGEST_NAME and REST not in inner):
        return quotation[0]
    is_end = inner[-1:] in tuple(".!?") and NEXT_SENTENCE.match(quotation.string, quotation.end())
    return quotation[0][0] + QUOTED * len(inner) + ("." if is_end else quotation[0][-1])


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a masked text, from offset ``at``."""

    text: str
    at: int

    @property
    def asserts_nothing(self) -> bool:
        """Whether the sentence is a question, a supposition or a confirmation to the hearer."""
        is_to_hearer = TO_HEARER.search(self.text) and not OWN_PERSON.search(self.text)
        return bool(is_to_hearer or QUESTION.search(self.text) or SUPPOSED.search(self.text))

    @property
    def only_asks(self) -> bool:
        """Whether the sentence is a question, and supposes nothing."""
        return bool(QUESTION.search(self.text)) and not SUPPOSED.search(self.text)

    @property
    def is_hearsay(self) -> bool:
        """Whether the sentence reports the words of another person."""
        return bool(HEARSAY.search(self.text))

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and end of the clause around a span of the sentence."""
        bounds = [0, *(found.end() for found in CLAUSE_END.finditer(self.text)), len(self.text)]
        first = max(bound for bound in bounds if bound <= start)
        last = min((bound for bound in bounds if bound >= end), default=len(self.text))
        return first, last

    @property
    def has_condition(self) -> bool:
        """Whether a part of the sentence is conditional."""
        return bool(CONDITION.search(self.text))

    def is_unsure(self, start: int, end: int) -> bool:
        """Whether the clause around a span of the sentence does not hold for sure."""
        first, last = self.clause(start, end)
        return bool(UNSURE.search(self.text[first:last]))


def claim_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a masked text that are short enough to claim something."""
    for found in SENTENCE.finditer(text):
        if found[0].strip() and len(found[0]) <= LONGEST:
            yield Sentence(_stated(found[0]), found.start())


def _stated(words: str) -> str:
    """Return a sentence without the question at its end, if a statement stands before it."""
    if QUESTION.search(words):
        asking = list(ASKS.finditer(words))
        if asking:
            # 札幌住みなんだけど: the Japanese conjunction belongs to the end of the statement.
            return words[: asking[0].end() if asking[0]["said"] else asking[0].start()]
        if "、" not in words and (stated := list(ASKS_UNPUNCTUATED.finditer(words))):
            return words[: stated[-1].end()]
    return words


@dataclass(frozen=True, slots=True)
class Subject:
    """The span of a sentence's subject, or the speaker.

    ``is_explicit`` is False for an implicit speaker, as Japanese omits the first person.
    ``is_owner``: the text names the owner ("the user"), whoever speaks.
    """

    start: int = 0
    end: int = 0
    is_speaker: bool = False
    is_explicit: bool = True
    is_plain: bool = False
    is_owner: bool = False


SPEAKER = Subject(is_speaker=True)
WRITTEN_OWNER = Subject(is_speaker=True, is_owner=True)
