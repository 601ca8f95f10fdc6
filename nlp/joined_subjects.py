"""Tell whose fact the trained network found: the speaker's, somebody's by name, or a relative's."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nlp.facts.family.roles import role_at, role_of
from nlp.facts.rules import OWNER
from nlp.facts.sentences import OWNER as WRITTEN_OWNER_SIGN
from nlp.facts.sentences import PERSON as PERSON_SIGN
from nlp.readers import PERSON, PET, Found
from nlp.roles import ROLES
from nlp.text.sentences import JAPANESE_FIRST_PERSON, SENTENCE, alternation
from nlp.trained.findings import Finding
from nlp.trained.names import is_named_at

OWN = re.compile(rf"\b(?:I|I['’]\w+|My|my|Mine|mine)\b|{alternation(JAPANESE_FIRST_PERSON)}")
HEARER = re.compile(
    r"\b(?:you|your|yours|user|user['’]s|they|their|he|his|she|her)\b|ユーザー|利用者|本人|あなた|さん",
    re.IGNORECASE,
)
# In a note on the owner it is theirs: "mentioned that their sister".
OWNERS_BEFORE = re.compile(r"\b(?:their|his|her) (?:\w+ )?$")
RELATIVE = re.compile(
    rf"(?<![\w-])(?i:{alternation(word for word in ROLES if word.isascii())})(?![\w-])"
    rf"|{alternation(word for word in ROLES if not word.isascii())}"
)
# It is told of somebody of theirs: "my brother's wife", 弟の嫁.
SOMEBODY_OF_THEIRS = re.compile(
    rf"['’]s? (?:\w+ )?(?:{RELATIVE.pattern}|(?:boss|manager|teacher|carer|friend|mate|flatmate|roommate|ex)\b)"
    rf"|の(?:{RELATIVE.pattern}|上司|先生|友達|友人|同僚|彼女)"
)


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A text with its masked form and its names; ``speaker`` is None for the owner."""

    text: str
    signs: str
    mentions: Sequence[Found]
    speaker: str | None
    is_japanese: bool
    is_assistant: bool


def subject_of(finding: Finding, source: ReadSource) -> tuple[str | None, str] | None:
    """Return the name of a finding's subject and its role; None for somebody unknown."""
    if finding.subject is None:
        return None if _is_assistants_own(finding, source) else (source.speaker, "")
    start, _end = finding.subject
    for one in source.mentions:
        if one.type in {PERSON, PET} and is_named_at(one.start, one.end, start, source.text):
            is_owner = source.signs[one.start] == WRITTEN_OWNER_SIGN
            return (OWNER if is_owner else one.surface), ""
    word = next(
        (one for one in RELATIVE.finditer(source.text) if one.start() <= start < one.end()), None
    )
    if word is None or SOMEBODY_OF_THEIRS.match(source.text, word.end()):
        return None
    may_be_ours = source.speaker is OWNER and not source.is_assistant
    role = role_at(source.text, source.signs, *word.span(), may_be_ours=may_be_ours)
    role = role or _role_of_owners(word, source)
    return (word[0], role) if role else None


def _role_of_owners(word: re.Match[str], source: ReadSource) -> str:
    """Return the role of "their sister" in a note on the owner that names nobody else before."""
    before = source.signs[: word.start()]
    is_owners = OWNERS_BEFORE.search(before) and WRITTEN_OWNER_SIGN in before
    if not source.is_assistant or not is_owners or PERSON_SIGN in before:
        return ""
    return role_of(word[0], before)


def _is_assistants_own(finding: Finding, source: ReadSource) -> bool:
    """Whether an assistant says it of itself: "I love that", but not "I see that you love it"."""
    if not source.is_assistant:
        return False
    sentence = _sentence_around(source.text, finding.start)
    return OWN.search(sentence) is not None and HEARER.search(sentence) is None


def _sentence_around(text: str, at: int) -> str:
    found = (one for one in SENTENCE.finditer(text) if one.start() <= at < one.end())
    return next((one[0] for one in found), text)
