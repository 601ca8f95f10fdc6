"""Find the searches whose words quote the text of erased memories."""

from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from core.models import Revision
from memories.models import Memory
from nlp.text.sentences import SENTENCE
from nlp.text.tokens import fold

from .searches import Found, Runs, SearchLog

TEXTS = ("raw_text", "assistant_text", "title")
# Letters of other scripts than Latin say twice as much.
LONG_SENTENCE, LONG_TEXT = 20, 8
AROUND = " .。､、,!！?？…'\"“”‘’「」『』()（）"
RUNS_AT_ONCE = 2_000


def runs_that_quote(log: SearchLog, memories: Sequence[Memory]) -> list[UUID]:
    """Return the searches whose query is the text of a memory, holds it, or a long part of it.

    Earlier texts count too, as far as the journal has them.
    """
    texts = _texts_of(memories)
    wholes = frozenset(one for text in texts if (one := _plain(text)))
    parts = frozenset(part for text in texts for part in _long_parts(text))
    question = ("quote", wholes, parts)
    return list(log.matching(question, lambda runs: _quoting(runs, wholes, parts)))


def _quoting(runs: Runs, wholes: Collection[str], parts: Collection[str]) -> Found:
    rows = runs.exclude(query="").values_list("pk", "query")
    for pk, query in rows.iterator(chunk_size=RUNS_AT_ONCE):
        if _quotes(_plain(query), wholes, parts):
            yield pk, query


def _quotes(query: str, wholes: Collection[str], parts: Collection[str]) -> bool:
    if query in wholes:
        return True
    length = _length(query)
    if length >= LONG_TEXT and any(part in query for part in parts):
        return True
    return length >= LONG_SENTENCE and any(query in whole for whole in wholes)


def _texts_of(memories: Sequence[Memory]) -> set[str]:
    entries = Revision.objects.filter(
        target_type="memory", target_id__in=[str(memory.uid) for memory in memories]
    )
    told = {getattr(memory, name) for memory in memories for name in TEXTS}
    for pair in entries.values_list("before", "after"):
        told |= {payload.get(name) or "" for payload in pair if payload for name in TEXTS}
    return told


def _long_parts(text: str) -> Iterator[str]:
    """Yield a text and its sentences, if they are too long to be in a query by chance."""
    if _length(whole := _plain(text)) >= LONG_TEXT:
        yield whole
    for sentence in SENTENCE.finditer(text):
        if _length(part := _plain(sentence[0])) >= LONG_SENTENCE:
            yield part


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(AROUND)


def _length(text: str) -> int:
    return len(text) + (0 if text.isascii() else sum(not letter.isascii() for letter in text))
