"""Sentences and clauses of a text, and which of them say nothing that holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# The full stop of "Dr." ends no sentence.
SHORT = r"(?:(?<=\bMr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bDr)|(?<=\bProf))\.(?= )"
SENTENCE = re.compile(
    rf"[^。！？!?\n.]*(?:(?:\.(?!\s|$)|{SHORT})[^。！？!?\n.]*)*(?:[。！？!?\n]|\.(?=\s|$)|$)"
)
CLAUSE_END = re.compile(
    r"(?:けれど|けど|ので|から|たが|だが|すが|るが|いが|[てし])、"
    r"|けど(?=\S)|; | (?:but|although|though|whereas) |, and (?=(?:I|he|she|they|we) )"
)
QUESTION = re.compile(
    r"[?？]\s*$|(?:です|ます|ました|だろう|でしょう)か[。\s]*$|かな[。\s]*$"
    r"|^\s*(?:do|does|did|is|are|was|should|where|who|what|why|how) (?:i|you|we|he|she|they|it)\b",
    re.IGNORECASE,
)
# What follows is thought up, wished, told or denied: no part of the sentence holds.
SUPPOSED = re.compile(
    r"\b(?:not|is?n['’]t) (?:true|the case|correct) that\b|\brumou?rs? (?:that|of)\b|\b(?:deny|denies|denied)\b"
    r"|という(?:の|こと|話|噂)は[^。]*(?:嘘|うそ|間違い|誤り|誤解|デマ|違う|ない)|わけ(?:では|じゃ)(?:ない|ありません)|"
    r"\b[Ii]f\b|\b(?:[Ss]uppose|[Ii]magine|[Ww]ish|[Uu]nless|[Pp]retend)\b"
    r"|\b[Ii]n (?:the|a|an|my|this|that) (?:novel|book|movie|film|dream|story|game|show|play|series)\b"
    r"|\bdream(?:ed|t)?\b|(?<!か)もし(?!かし)|仮に|たとえば|夢を|夢の|小説|漫画|ドラマで|映画で|ゲームで|かどうか"
)
# This clause does not hold yet, or not for sure.
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


# Nobody claims anything in more characters, and patterns take the square of them.
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a masked text; ``at`` is where it begins."""

    text: str
    at: int

    @property
    def says_nothing(self) -> bool:
        """Whether it asks or supposes."""
        return bool(QUESTION.search(self.text) or SUPPOSED.search(self.text))

    @property
    def is_hearsay(self) -> bool:
        """Whether somebody else is said to have said it."""
        return bool(HEARSAY.search(self.text))

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """Return where the clause around these characters of the sentence begins and ends."""
        bounds = [0, *(found.end() for found in CLAUSE_END.finditer(self.text)), len(self.text)]
        first = max(bound for bound in bounds if bound <= start)
        last = min((bound for bound in bounds if bound >= end), default=len(self.text))
        return first, last

    def is_unsure(self, start: int, end: int) -> bool:
        """Whether the clause around these characters does not hold for sure."""
        first, last = self.clause(start, end)
        return bool(UNSURE.search(self.text[first:last]))


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text with their signs; what runs on and on is none."""
    for found in SENTENCE.finditer(text):
        if found[0].strip() and len(found[0]) <= LONGEST:
            yield Sentence(found[0], found.start())
