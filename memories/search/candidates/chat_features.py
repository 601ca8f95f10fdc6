"""Features of messages to and from assistants, which are long and of all lengths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memories.index.in_memory.columns import Mark, one_of, speaker_number
from memories.index.in_memory.documents import NONE, Snapshot

from .matching import Lexical
from .scope import Documents, TimeSpan
from .signals import Column, Signal

# In words: a turn of a person with a name is read as a message to an assistant from LONG_MESSAGE
# on, and in part from LONG_TURN on.
LONG_TURN, LONG_MESSAGE = 60.0, 180.0
# Who writes in a chat with an assistant: roles, which are no names, and assistants with a name.
ROLES = {
    role: speaker_number(role)
    for role in (
        "user",
        "human",
        "ユーザー",
        "assistant",
        "ai",
        "bot",
        "model",
        "アシスタント",
        "助手",
    )
}
USERS = np.array([ROLES[role] for role in ("user", "human", "ユーザー")])
NAMED = ("chatgpt", "gpt", "claude", "gemini", "copilot")
ASSISTANTS = np.array(
    [*(set(ROLES.values()) - set(USERS.tolist())), *(speaker_number(name) for name in NAMED)]
)
IN_CHATS = np.concatenate([ASSISTANTS, USERS])
# How near a message without a vector yet probably is, by its words.
LEAST_ANSWER, ANSWER_BY_WORDS, MOST_ANSWER = 0.3, 0.1, 1.2
LEAST_SPAN = 0.01
# Strength and nearness become numbers of the size of standard deviations, as the other features are.
STRENGTH_UNIT, NEARNESS_UNIT = 0.125, 0.33
CHAT = ("chat", "words_chat", "meaning_chat", "assistant", "assistant_asked", "question_chat")


@dataclass(frozen=True, slots=True)
class QuerySignals:
    """The properties of the query that features need."""

    spans: Sequence[TimeSpan]
    speakers: frozenset[int]
    asks_when: bool
    is_cjk: bool = False
    is_question: bool = False
    asks_assistant: bool = False
    least_cosine: float = 0.0
    answered_cosine: float = 1.0

    def nearness(self, cosines: Column) -> Column:
        """Return cosines on the model's scale: 0 is nothing in common, 1 a question's answer."""
        span = max(self.answered_cosine - self.least_cosine, LEAST_SPAN)
        return (cosines - np.float32(self.least_cosine)) / np.float32(span)


def in_chat_of(snapshot: Snapshot, documents: Documents, around: Mapping[str, Documents]) -> Column:
    """Return how far turns belong to a chat with an assistant: by who speaks, or by their length."""
    speakers = snapshot.facts["speaker"]
    is_chat = one_of(speakers[documents], IN_CHATS)
    for there in around.values():
        is_chat |= (there != NONE) & one_of(speakers[there], ASSISTANTS)
    length = (snapshot.facts["length"][documents] - LONG_TURN) / (LONG_MESSAGE - LONG_TURN)
    long: Column = np.where(is_chat, 1.0, np.clip(length, 0.0, 1.0)).astype(np.float32)
    return long


def columns_of_chat(
    space: int,
    lexical: Lexical,
    asked: QuerySignals,
    words: Signal,
    meaning: Signal,
    snapshot: Snapshot,
    in_chat: Column,
) -> dict[str, Column]:
    """Return the features of messages to and from assistants, which are long and of all lengths.

    They are told apart by how often they hold a term, for their length, and by their nearest piece.
    What was said before and after says little: each message is about something else, or repeats it.
    """
    columns = {name: np.zeros(len(in_chat), dtype=np.float32) for name in CHAT}
    if not in_chat.any():
        return columns
    documents, facts = words.documents, snapshot.facts
    nearness = asked.nearness(meaning.cosines)
    guessed = LEAST_ANSWER + ANSWER_BY_WORDS * np.clip(words.own, 0.0, None)
    nearness = np.where(np.isnan(nearness), np.minimum(guessed, MOST_ANSWER), nearness)
    columns["chat"] = in_chat
    columns["words_chat"] = in_chat * lexical.strengths(space, documents) / STRENGTH_UNIT
    columns["meaning_chat"] = in_chat * nearness / NEARNESS_UNIT
    columns["assistant"] = in_chat * one_of(facts["speaker"][documents], ASSISTANTS)
    columns["assistant_asked"] = columns["assistant"] * asked.asks_assistant
    columns["question_chat"] = in_chat * ((facts["marks"][documents] & Mark.QUESTION) != 0)
    return {name: column.astype(np.float32) for name, column in columns.items()}
