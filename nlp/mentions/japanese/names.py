"""Everything that a Japanese sentence names."""

from collections.abc import Iterator

from nlp.types import Found

from .compounds import compounds, documents
from .employers import employers
from .patterns import surroundings, without_dictionary
from .people import named_after_places, people
from .tokenizer import words_of


def names_in(text: str) -> Iterator[Found]:
    """Yield names in one Japanese sentence; overlapping ones are settled later.

    Without Sudachi only patterns work: people before さん, companies, stations, projects.
    """
    tokens = words_of(text)
    yield from surroundings(text)
    yield from employers(text)
    yield from people(text, tokens)
    if tokens:
        yield from named_after_places(text, tokens)
        yield from compounds(text, tokens)
        yield from documents(text, tokens)
    else:
        yield from without_dictionary(text)
