"""Features of candidates: columns of numbers that a plan weights."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.columns import Mark, one_of
from memories.index.in_memory.documents import NONE, Snapshot

from .chat_features import QuerySignals, columns_of_chat, in_chat_of
from .matching import Lexical, Semantic
from .scope import Documents, in_spans
from .signals import Column, Signal, steps_around

# The length feature saturates at so many words.
LONG = 25
# The coverage that a text may reach by chance.
PARTLY = 0.8
# The share of adjacent terms that a text may hold by chance.
BY_CHANCE = 0.1
# In words: notes up to SHORT are short, from LONG_NOTE on long.
SHORT, LONG_NOTE = 20.0, 60.0
STEPS = ("before", "after", "before2", "after2")


@dataclass(frozen=True, slots=True)
class Features:
    """Columns by name, one row per candidate document of one space.

    ``seed_rows`` holds the row of each candidate's second-hop seed, or its own row.
    """

    documents: Documents
    columns: Mapping[str, Column]
    products: Column
    cosines: Column
    seed_rows: Documents


def compute_features(
    space: int,
    documents: Documents,
    snapshot: Snapshot,
    lexical: Lexical,
    semantic: Semantic | None,
    asked: QuerySignals,
    visible: NDArray[np.bool_] | None = None,
) -> Features:
    """Return the features of candidates: own, of neighbors, of the speaker and of time.

    If ``visible`` is given, only visible neighbors count.
    """
    around = steps_around(snapshot, documents)
    if visible is not None:
        around = {step: np.where(visible[there], there, NONE) for step, there in around.items()}
    words = Signal.of_words(lexical, space, documents, around)
    meaning = Signal.of_meaning(semantic, space, documents, around, words)
    session = snapshot.facts["session"]
    is_turn = (snapshot.facts["speaker"][documents] != 0).astype(np.float32)
    in_chat = is_turn * in_chat_of(snapshot, documents, around)
    columns = columns_of_chat(space, lexical, asked, words, meaning, snapshot, in_chat)
    for name, signal in (("words", words), ("meaning", meaning)):
        columns[name] = (1.0 - in_chat) * signal.own
        beside = {f"{name}_{step}": signal.beside[step] for step in STEPS}
        beside[f"{name}_session"] = signal.of_session(session)
        beside[f"{name}_reply"] = signal.beside["before"] * _follows_question(snapshot, around)
        # Neighbors count for turns of a conversation, not for notes.
        columns |= {step: (is_turn - in_chat) * column for step, column in beside.items()}
    # A query of one or two terms wants texts that hold all of them. What a question is left with
    # without names and function words ("When did Ann go?") stands in many turns.
    held = (lexical.coverage[space][documents] - PARTLY) / (1.0 - PARTLY)
    wants_all = 1.0 - is_turn if asked.is_question else np.ones_like(is_turn)
    columns["whole"] = (wants_all * np.clip(held, 0.0, 1.0)).astype(np.float32)
    phrases = np.maximum(lexical.phrases(space, documents) - BY_CHANCE, 0.0) / (1.0 - BY_CHANCE)
    columns |= _of_notes(snapshot, documents, 1.0 - is_turn, words.own, meaning.own, phrases)
    # A text in the other language cannot hold the terms, so its meaning counts more.
    is_foreign = ((snapshot.facts["marks"][documents] & Mark.CJK) != 0) != asked.is_cjk
    columns["foreign"] = is_foreign.astype(np.float32)
    columns["meaning_foreign"] = is_foreign * np.maximum(meaning.own, 0.0)
    columns |= _of_text(snapshot, documents, asked, is_turn, in_chat)
    own_rows = np.arange(len(documents))
    return Features(documents, columns, meaning.products, meaning.cosines, own_rows)


def _of_notes(
    snapshot: Snapshot,
    documents: Documents,
    is_note: Column,
    words: Column,
    meaning: Column,
    phrases: Column,
) -> dict[str, Column]:
    """Return the features of notes, which have no neighbors.

    One vector represents a short note well; for a long one it is a mean, so terms count more.
    Adjacent terms count only for short notes: in long ones they may stand far apart.
    """
    long = (snapshot.facts["length"][documents] - SHORT) / (LONG_NOTE - SHORT)
    is_long = is_note * np.clip(long, 0.0, 1.0)
    return {
        "words_note": is_note * words,
        "words_long": is_long.astype(np.float32) * words,
        "meaning_note": is_note * meaning,
        "phrases_note": (is_note - is_long).astype(np.float32) * phrases,
        "meaning_long": is_long.astype(np.float32) * meaning,
    }


def _follows_question(snapshot: Snapshot, around: Mapping[str, Documents]) -> Column:
    before = around["before"]
    marks = snapshot.facts["marks"][before] & Mark.QUESTION
    follows: Column = ((before != NONE) & (marks != 0)).astype(np.float32)
    return follows


def _of_text(
    snapshot: Snapshot,
    documents: Documents,
    asked: QuerySignals,
    is_turn: Column,
    in_chat: Column,
) -> dict[str, Column]:
    facts = snapshot.facts
    marks = facts["marks"][documents]
    speaker = facts["speaker"][documents]
    speaks = one_of(speaker, asked.speakers) if asked.speakers else np.False_
    columns = {
        "speaker": np.broadcast_to(speaks, len(documents)),
        "told": ((marks & Mark.FIRST_PERSON) != 0) & speaks,
        "length": is_turn * np.minimum(np.log1p(facts["length"][documents]) / np.log1p(LONG), 1.0),
        "question": (is_turn - in_chat) * ((marks & Mark.QUESTION) != 0),
        "dated": is_turn * (((marks & Mark.DATED) != 0) & asked.asks_when),
        "time": in_spans(snapshot, documents, asked.spans),
    }
    return {name: column.astype(np.float32) for name, column in columns.items()}
