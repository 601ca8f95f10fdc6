"""Split masked text into sentences and clauses, and skip those that assert nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nlp.text.lexicon import POLITE_ENDINGS, QUESTION_MARK
from nlp.text.sentences import SENTENCE

CLAUSE_END = re.compile(
    r"(?:けれど|けど|ので|から|たが|だが|すが|るが|いが|[てし])、"
    r"|けど(?=\S)|; | (?:but|although|though|whereas) |, and (?=(?:I|he|she|they|we) )"
)
QUESTION = re.compile(
    rf"{QUESTION_MARK}|(?:{POLITE_ENDINGS}|だろう)か[。\s]*$|かな[。\s]*$"
    r"|^\s*(?:do|does|did|is|are|was|should|where|who|what|why|how) (?:i|you|we|he|she|they|it)\b",
    re.IGNORECASE,
)
# Words of supposition, wish, fiction or denial: no part of the sentence holds.
SUPPOSED = re.compile(
    r"\b(?:not|is?n['’]t) (?:true|the case|correct) that\b|\brumou?rs? (?:that|of)\b|\b(?:deny|denies|denied)\b"
    r"|という(?:の|こと|話|噂)は[^。]*(?:嘘|うそ|間違い|誤り|誤解|デマ|違う|ない)|わけ(?:では|じゃ)(?:ない|ありません)|"
    r"\b[Ii]f\b|\b(?:[Ss]uppose|[Ii]magine|[Ww]ish|[Uu]nless|[Pp]retend)\b"
    r"|\b[Ii]n (?:the|a|an|my|this|that) (?:novel|book|movie|film|dream|story|game|show|play|series)\b"
    r"|\bdream(?:ed|t)?\b|(?<!か)もし(?!かし)|仮に|たとえば|夢を|夢の|小説|漫画|ドラマで|映画で|ゲームで|かどうか"
)
# Words of doubt or plan: their clause does not hold for sure.
UNSURE = re.compile(
    r"\b(?:might|may|could|would|should|maybe|perhaps|probably|whether|almost|nearly|will|think|thinks|guess)\b"
    r"|\b(?:want|wants|wanted|hope|hopes|hoping|plan|plans|planning|going|thinking|considering|"
    r"like|love|trying|intend|intends|expect|expects|supposed) (?:to|of|about)\b|'(?:ll|d) "
    r"|\b(?:moving|joining|leaving)\b"
    r"|かも|たい(?!て)|つもり|予定|でしょう|だろう|はず|いいな|いいのに|ようと|と思|ふり|(?:た|だっ?た)ら、"
)
HEARSAY = re.compile(
    r"そう(?:だ|です)[。、\s]|らしい|とのこと|だって[。、\s]|\b(?:apparently|reportedly|allegedly)\b|"
    r"\bI (?:heard|hear)\b|\b(?:told|tells|said|says|claims|claimed)\b",
    re.IGNORECASE,
)


# A longer sentence claims nothing, and patterns take quadratic time.
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a masked text, from offset ``at``."""

    text: str
    at: int

    @property
    def asserts_nothing(self) -> bool:
        """Whether the sentence is a question or a supposition."""
        return bool(QUESTION.search(self.text) or SUPPOSED.search(self.text))

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

    def is_unsure(self, start: int, end: int) -> bool:
        """Whether the clause around a span of the sentence does not hold for sure."""
        first, last = self.clause(start, end)
        return bool(UNSURE.search(self.text[first:last]))


def claim_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a masked text that are short enough to claim something."""
    for found in SENTENCE.finditer(text):
        if found[0].strip() and len(found[0]) <= LONGEST:
            yield Sentence(found[0], found.start())


@dataclass(frozen=True, slots=True)
class Subject:
    """The span of a sentence's subject, or the speaker.

    ``is_explicit`` is False for an implicit speaker, as Japanese omits the first person.
    """

    start: int = 0
    end: int = 0
    is_speaker: bool = False
    is_explicit: bool = True
    is_plain: bool = False


SPEAKER = Subject(is_speaker=True)
