"""Tell which memories state something of two entities: both in it, close together, and no question."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from entities.models import Mention
from memories.models import Memory
from nlp.discourse import ASKS
from nlp.text.sentences import split_sentences

from .mention_graph import MentionGraph, Pair

# Names further apart in a text, in characters, seldom have to do with each other.
MOST_APART = 200
BATCH = 2_000
Places = dict[tuple[int, UUID], list[int]]


def stated_together(graph: MentionGraph, pairs: Collection[Pair]) -> dict[Pair, list[int]]:
    """Return for each pair the memories that state something of both, the latest first."""
    wanted = {pair: graph.together(pair) for pair in pairs}
    memories = sorted({pk for found in wanted.values() for pk in found})
    nodes = {row.entity_id: node for node, rows in graph.entities.items() for row in rows}
    found: dict[Pair, list[int]] = defaultdict(list)
    for start in range(0, len(memories), BATCH):
        batch = set(memories[start : start + BATCH])
        places, asked = _read(nodes, batch)
        for pair, together in wanted.items():
            found[pair] += [
                pk for pk in together & batch if _are_close(pk, pair, places, asked.get(pk, ()))
            ]
    return {pair: sorted(found[pair], reverse=True) for pair in pairs}


def _read(
    nodes: Mapping[UUID, UUID], memories: Collection[int]
) -> tuple[Places, Mapping[int, list[tuple[int, int]]]]:
    """Return where the nodes stand in these memories, and which spans of them are questions."""
    texts = dict(Memory.objects.filter(pk__in=memories).values_list("pk", "raw_text"))
    places: Places = defaultdict(list)
    rows = Mention.objects.filter(memory__in=memories).values_list(
        "memory", "entity", "position_in_text", "surface"
    )
    for memory, entity, position, surface in rows:
        if entity in nodes:
            at = position if position is not None else texts[memory].find(surface or "\0")
            places[memory, nodes[entity]].append(at)
    return places, {pk: _questions(text) for pk, text in texts.items()}


def _questions(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for sentence in split_sentences(text):
        if ASKS.search(sentence):
            spans.append((start, start + len(sentence)))
        start += len(sentence)
    return spans


def _are_close(
    memory: int, pair: Pair, places: Places, questions: Iterable[tuple[int, int]]
) -> bool:
    one, other = pair
    spans = list(questions)
    return any(
        _is_unknown(a, b) or (abs(a - b) <= MOST_APART and not _is_asked((a, b), spans))
        for a in places.get((memory, one), ())
        for b in places.get((memory, other), ())
    )


def _is_unknown(one: int, other: int) -> bool:
    # A caller may name what the text does not.
    return min(one, other) < 0


def _is_asked(places: tuple[int, int], questions: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for at in places for start, end in questions)
