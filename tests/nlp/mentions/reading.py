"""How the tests of extraction ask: names with their types, as written."""

from collections.abc import Sequence
from datetime import UTC, datetime

from nlp.mentions.extraction import Extraction, extract
from nlp.readers import Extractor
from nlp.text.tokens import detect

SAID_AT = datetime(2026, 3, 4, 12, tzinfo=UTC)


def read(text: str, extractors: Sequence[Extractor] = ()) -> Extraction:
    found = extract(text, language=detect(text), said_at=SAID_AT, extractors=extractors)
    for one in found.mentions:
        assert text[one.start : one.end] == one.surface
        assert 0 < one.confidence <= 1 and one.method
    for earlier, later in zip(found.mentions, found.mentions[1:], strict=False):
        assert earlier.end <= later.start
    return found


def names(text: str, extractors: Sequence[Extractor] = ()) -> dict[str, str]:
    return {one.surface: one.type for one in read(text, extractors).mentions}
