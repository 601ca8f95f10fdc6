"""Data sets of questions, ours and public ones (docs/benchmarks.md). Nothing is downloaded."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import InvalidInput

LOCOMO_CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
APART = frozenset({"adversarial"})
# Of chats with assistants: these questions do not name what they need.
UNNAMED = frozenset({"instruction_following", "preference_following", "summarization"})
USER = "user"
SESSION_KEY = re.compile(r"session_(\d+)")
# Evidence is written in many ways: “D8:6; D9:17”, “D:11:26”, “D30:05”.
TURN = re.compile(r"(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One memory of a data set; ``session`` and ``speaker`` are empty if there are none."""

    id: str
    text: str
    session: str = ""
    speaker: str = ""
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the ids of the memories that answer it; never none."""

    text: str
    gold: frozenset[str]
    category: str = "all"
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """A separate set of memories: one conversation, or a whole collection."""

    id: str
    items: Sequence[Item]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A data set; the categories in ``apart`` are reported, but not in the overall figures."""

    name: str
    scopes: Sequence[Scope]
    apart: frozenset[str] = frozenset()

    @property
    def item_count(self) -> int:
        """The number of memories."""
        return sum(len(scope.items) for scope in self.scopes)

    @property
    def question_count(self) -> int:
        """The number of questions."""
        return sum(len(scope.questions) for scope in self.scopes)

    def limited(self, most: int) -> "Corpus":
        """Return the same memories with at most ``most`` questions a scope, evenly chosen."""
        scopes = [replace(scope, questions=_evenly(scope.questions, most)) for scope in self.scopes]
        return replace(self, scopes=scopes)


def _evenly(questions: Sequence[Question], most: int) -> Sequence[Question]:
    if len(questions) <= most:
        return questions
    return [questions[at * len(questions) // most] for at in range(most)]


def read(dataset: str, path: Path) -> Corpus:
    """Read a data set of one of the formats in ``READERS``.

    Raises:
        InvalidInput: the file does not have this format.
        OSError: it cannot be read.
    """
    try:
        corpus = READERS[dataset](path)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidInput(f"{path} is no {dataset} file: {reason}", field="--data") from error
    if not corpus.question_count:
        raise InvalidInput(f"{path} holds no questions with answers", field="--data")
    return corpus


def locomo(path: Path) -> Corpus:
    """Read LoCoMo: one scope a conversation, one memory a turn, spoken at its session's time."""
    samples = json.loads(path.read_text("utf-8"))
    return Corpus("locomo", [_conversation(sample) for sample in samples], APART)


def _conversation(sample: Mapping[str, Any]) -> Scope:
    items = list(_turns(sample["conversation"]))
    ids = {item.id for item in items}
    questions = [
        Question(asked["question"], gold, LOCOMO_CATEGORIES[asked["category"]])
        for asked in sample["qa"]
        if (gold := _evidence(asked.get("evidence", [])) & ids)
    ]
    return Scope(str(sample["sample_id"]), items, questions)


def _turns(conversation: Mapping[str, Any]) -> Iterator[Item]:
    numbers = sorted(int(m[1]) for key in conversation if (m := SESSION_KEY.fullmatch(key)))
    for number in numbers:
        key = f"session_{number}"
        said_at = datetime.strptime(conversation[f"{key}_date_time"], LOCOMO_TIME)
        for turn in conversation[key]:
            if text := turn["text"].strip():
                yield Item(
                    _turn_id(turn["dia_id"]),
                    text,
                    session=str(number),
                    speaker=turn["speaker"],
                    said_at=said_at.replace(tzinfo=UTC),
                )


def _turn_id(written: str) -> str:
    return next(iter(_evidence([written])))


def _evidence(written: Sequence[str]) -> frozenset[str]:
    found = [TURN.findall(text) for text in written]
    return frozenset(f"D{int(session)}:{int(turn)}" for pairs in found for session, turn in pairs)


def jsquad(path: Path) -> Corpus:
    """Read JSQuAD, or anything shaped like SQuAD: all paragraphs in one scope."""
    items: dict[str, Item] = {}
    questions = []
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            text = paragraph["context"].replace(" [SEP] ", "\n")
            item = items.setdefault(text, Item(f"p{len(items)}", text))
            questions += [
                Question(asked["question"], frozenset({item.id})) for asked in paragraph["qas"]
            ]
    return Corpus("jsquad", [Scope("all", list(items.values()), questions)])


def jemhopqa(path: Path) -> Corpus:
    """Read JEMHopQA: each fact that a question is derived from is a memory; two are its answer."""
    items: dict[str, Item] = {}
    questions = []
    for asked in json.loads(path.read_text("utf-8")):
        gold = set()
        for subject, relation, objects in asked["derivations"]:
            text = f"{subject}の{relation}は{'、'.join(objects)}。"
            gold.add(items.setdefault(text, Item(f"f{len(items)}", text)).id)
        questions.append(Question(asked["question"], frozenset(gold), asked["type"]))
    return Corpus("jemhopqa", [Scope("all", list(items.values()), questions)])


def jsonl(path: Path) -> Corpus:
    """Read our own format: lines with ``text`` are memories, lines with ``query`` questions."""
    items: dict[str, list[Item]] = {}
    questions: dict[str, list[Question]] = {}
    for line in path.read_text("utf-8").splitlines():
        if not line.strip():
            continue
        row = json.loads(line)
        scope = str(row.get("scope", "all"))
        if "query" in row:
            questions.setdefault(scope, []).append(_question(row))
        else:
            items.setdefault(scope, []).append(_item(row))
    _check_answers(items, questions)
    scopes = [Scope(name, rows, questions.get(name, [])) for name, rows in items.items()]
    return Corpus(path.stem, scopes, APART)


def assistant_chats(path: Path) -> Corpus:
    """Read chats with assistants, in the format of ``jsonl``: the messages of both sides."""
    return replace(jsonl(path), name="assistant-chats", apart=APART | UNNAMED)


def assistant_chats_user(path: Path) -> Corpus:
    """Read the same chats as if only the user's messages had been stored."""
    both = assistant_chats(path)
    return replace(both, name="assistant-chats-user", scopes=[_of_user(s) for s in both.scopes])


def _of_user(scope: Scope) -> Scope:
    items = [item for item in scope.items if item.speaker == USER]
    ids = {item.id for item in items}
    questions = [replace(q, gold=q.gold & ids) for q in scope.questions if q.gold & ids]
    return Scope(scope.id, items, questions)


def _item(row: Mapping[str, Any]) -> Item:
    return Item(
        str(row["id"]),
        row["text"],
        session=str(row.get("session", "")),
        speaker=row.get("speaker", ""),
        said_at=_moment(row.get("when")),
    )


def _question(row: Mapping[str, Any]) -> Question:
    gold = frozenset(str(item) for item in row["gold"])
    return Question(row["query"], gold, row.get("category", "all"), _moment(row.get("when")))


def _moment(written: str | None) -> datetime | None:
    if not written:
        return None
    moment = datetime.fromisoformat(written)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _check_answers(
    items: Mapping[str, Sequence[Item]], questions: Mapping[str, Sequence[Question]]
) -> None:
    for scope, asked in questions.items():
        known = {item.id for item in items.get(scope, ())}
        for question in asked:
            if not question.gold or question.gold - known:
                missing = sorted(question.gold - known) or "nothing"
                raise ValueError(f"“{question.text}” is answered by {missing} in “{scope}”")


READERS: Mapping[str, Callable[[Path], Corpus]] = {
    "locomo": locomo,
    "jsquad": jsquad,
    "jemhopqa": jemhopqa,
    "assistant-chats": assistant_chats,
    "assistant-chats-user": assistant_chats_user,
    "jsonl": jsonl,
}
