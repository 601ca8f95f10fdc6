"""Facts that people tell about themselves: how many are read, and how many rightly."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memory_site.bench.datasets.labelled_facts import Fact, FactText, read_facts
from memory_site.bench.extraction.facts import FactOutcome, count_facts, matches, measure_facts
from memory_site.bench.reports.facts import facts_data, facts_tables
from tests.depth import depth

DATA = Path(__file__).with_name("facts.jsonl")
EVERYDAY = Path(__file__).with_name("facts_everyday.jsonl")
ORDINARY = Path(__file__).with_name("facts_ordinary.jsonl")
DAILY = Path(__file__).with_name("facts_daily.jsonl")
PLAIN = Path(__file__).with_name("facts_plain.jsonl")
ROW = {
    "language": "en", "split": "test", "kind": "note", "speaker": "user",
    "text": "I live in Osaka and I'm allergic to cats.",
    "facts": [
        {"subject": "owner", "predicate": "lives_in", "value": "Osaka"},
        {"subject": "owner", "predicate": "speaks", "value": "Japanese"},
    ],
}  # fmt: skip
# What the rules reached on every eighth text that none was written on, less a few points.
PRECISION, RECALL = 0.82, 0.42
# What is stored of every eighth everyday text that the rules were written on, less a few points.
EVERYDAY_PRECISION = 0.9
EVERYDAY_RECALL = {"en": 0.55, "ja": 0.5}
# What is stored of every tenth unseen text with the trained reader, less a few points.
TRAINED_PRECISION, TRAINED_RECALL = 0.82, 0.58


def test_the_file_has_both_languages_kinds_and_splits() -> None:
    texts = read_facts(DATA)
    groups = Counter(text.group for text in texts)
    assert len(groups) == 18 and sum(groups.values()) >= 1_900
    for unseen in ("test", "later"):
        assert sum(text.split == unseen for text in texts) == 240
    assert sum(not text.facts for text in texts) >= 350, "texts without any fact"


def test_stored_facts_are_compared_with_the_labels(
    owner: Caller, settings: Any, tmp_path: Path
) -> None:
    settings.EXTRACTION = "rules"
    path = tmp_path / "facts.jsonl"
    path.write_text(json.dumps(ROW), "utf-8")
    outcome = measure_facts(read_facts(path), lambda _count: None)
    counts = outcome.overall("test")
    assert (counts.right, counts.wrong, counts.missed) == (1, 1, 1)
    groups, predicates = facts_tables(outcome)
    assert [row[0] for row in groups.rows] == ["test en note", "test"]
    assert [row[0] for row in predicates.rows] == ["allergic_to", "lives_in", "speaks"]
    assert facts_data(outcome)["groups"]["test en note"]["precision"] == 0.5


@pytest.mark.parametrize(
    ("label", "found", "is_same"),
    [
        (Fact("owner", "likes", "tea"), Fact("owner", "prefers", "green tea"), True),
        (Fact("owner", "friend", "Dr. Emma"), Fact("Emma", "friend", "owner"), True),
        (Fact("owner", "lives_in", "Kobe"), Fact("owner", "lives_in", "Kobe", ended=True), False),
        (Fact("Emma", "lives_in", "Kobe"), Fact("owner", "lives_in", "Kobe"), False),
        (Fact("owner", "age", "34"), Fact("owner", "age", "３４"), True),
        (Fact("owner", "family_member", "妻"), Fact("owner", "married_to", "wife"), True),
        (Fact("owner", "family_member", "nan"), Fact("owner", "family_member", "mother"), False),
    ],
)
def test_what_counts_as_the_same(label: Fact, found: Fact, is_same: bool) -> None:
    assert matches(label, found) is is_same


@pytest.mark.deep
@pytest.mark.django_db
def test_facts_are_read_from_texts_that_no_rule_was_written_on(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    unseen = [text for text in read_facts(DATA) if text.split != "tuning"][:: depth(20, 8)]
    outcome = measure_facts(unseen, lambda _count: None)
    counts = outcome.overall("test")
    counts.add(outcome.overall("later"))
    assert counts.precision >= PRECISION, counts
    assert counts.recall >= RECALL, counts


@pytest.mark.parametrize(
    ("name", "splits", "kinds"),
    [
        ("everyday", {"tuning": 840, "later": 360}, 3),
        ("ordinary", {"tuning": 360, "later": 240}, 3),
        ("ordinary_more", {"tuning": 1_800, "later": 200}, 3),
        ("ordinary_newest", {"tuning": 860, "later": 100}, 3),
        ("daily", {"tuning": 2_160, "later": 600}, 3),
        ("daily_more", {"tuning": 1_720, "later": 200}, 1),
        ("plain", {"tuning": 840, "later": 440}, 3),
        ("close", {"tuning": 1_520, "later": 380}, 3),
        ("close_more", {"tuning": 900, "later": 100}, 3),
        ("lookalikes", {"tuning": 900, "later": 100}, 3),
        ("lookalikes_more", {"tuning": 860, "later": 100}, 3),
        ("lives", {"tuning": 1_440, "later": 400}, 3),
        ("lives_more", {"tuning": 1_700, "later": 300}, 3),
        ("lives_newest", {"tuning": 800, "later": 100}, 3),
        ("notes", {"tuning": 900, "later": 200}, 2),
        ("notes_more", {"tuning": 700, "later": 200}, 2),
        ("dense", {"tuning": 1_600, "later": 200}, 2),
        ("chatter", {"tuning": 500, "later": 100}, 1),
        ("passing", {"tuning": 900, "later": 300}, 3),
        ("passing_newest", {"tuning": 1_800, "later": 200}, 3),
        ("assistant", {"tuning": 800, "later": 100}, 2),
    ],
)
def test_a_file_has_all_kinds_and_two_splits(name: str, splits: dict[str, int], kinds: int) -> None:
    texts = read_facts(DATA.with_name(f"facts_{name}.jsonl"))
    # Of both languages and both splits.
    assert len({text.group for text in texts}) == kinds * 4
    assert Counter(text.split for text in texts) == splits


@pytest.mark.deep
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_facts_are_read_from_everyday_texts(settings: Any, language: str) -> None:
    settings.EXTRACTION = "rules"
    own = [text for path in (EVERYDAY, ORDINARY, PLAIN) for text in read_facts(path)]
    seen = [text for text in own if text.group[:2] == ("tuning", language)][:: depth(20, 8)]
    counts = measure_facts(seen, lambda _count: None).overall("tuning")
    assert counts.precision >= EVERYDAY_PRECISION, counts
    assert counts.recall >= EVERYDAY_RECALL[language], counts


@pytest.mark.deep
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_trained_reader_reads_more_of_unseen_texts(settings: Any, language: str) -> None:
    settings.EXTRACTION = "trained"
    own = [text for path in (EVERYDAY, ORDINARY, PLAIN) for text in read_facts(path)]
    unseen = [text for text in own if text.group[:2] == ("later", language)][:: depth(10, 2)]
    counts = measure_facts(unseen, lambda _count: None).overall("later")
    assert counts.precision >= TRAINED_PRECISION, counts
    assert counts.recall >= TRAINED_RECALL, counts


def test_a_tie_that_follows_from_a_label_is_not_counted() -> None:
    facts = (Fact("mum", "age", "81"),)
    text = FactText("en", "test", "note", "user", "My mum is 81.", facts)
    outcome = FactOutcome()
    count_facts(
        text, [Fact("mother", "age", "81"), Fact("owner", "family_member", "mother")], outcome
    )
    counts = outcome.overall("test")
    assert (counts.right, counts.wrong, counts.missed) == (1, 0, 0)


@pytest.mark.parametrize("line", ["{", "[]", '{"facts": 3}', '{"facts": [], "words": ""}'])
def test_another_format_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n{line}", "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_facts(path)
