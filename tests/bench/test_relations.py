"""Labelled texts keep relations from getting worse unseen, and what is stored of them in order."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memories.enrichment import queue
from memory_site.bench.datasets.labelled_names import marked
from memory_site.bench.extraction.consistency import (
    Agreement,
    agreement,
    disagreeing,
    remember_texts,
    things,
)
from memory_site.bench.extraction.names import Counts, measured
from memory_site.bench.extraction.relations import (
    Directions,
    Related,
    RelatedText,
    read_related,
    related,
)
from tests.cli.conftest import Wasurena

DATA = Path(__file__).with_name("relations.jsonl")
PACK = "lifelog"


def written(path: Path, *rows: dict[str, Any]) -> list[RelatedText]:
    """Read rows as a file holds them, with what a test does not care about filled in."""
    usual = {"split": "even", "kind": "note", "relations": []}
    path.write_text("\n".join(json.dumps(usual | row) for row in rows), "utf-8")
    return read_related(path)


def found(texts: list[RelatedText], caller: Caller) -> Related:
    return related(texts, caller, PACK, lambda _count: None)


def test_relations_are_found_in_texts_of_our_own(owner: Caller) -> None:
    outcome = found(read_related(DATA), owner)
    # Rules were written on "even" only; the distance to the figures leaves room for chance.
    baselines = {"even": 0.75, "odd": 0.3, "later": 0.65}
    for split, floor in baselines.items():
        total = Counts()
        for group in (f"ja {split}", f"en {split}"):
            total.add(outcome.outcome.overall(group))
        assert total.precision >= 0.9, (split, total, outcome.faults)
        assert total.recall >= floor, (split, total)
    caught = [traps for group in outcome.traps.values() for traps in group.values() if traps.caught]
    assert len(caught) <= 2, "what is denied, asked, planned or supposed claims nothing"


def test_names_are_found_where_no_rule_was_written() -> None:
    outcome = measured(marked(DATA), lambda _count: None)
    for group in outcome.counts:
        # A little below what is aimed at: some forty names decide.
        assert outcome.overall(group).f1 >= 0.78, (group, outcome.overall(group))


def test_a_relation_counts_with_both_ends_its_type_and_its_direction(
    owner: Caller, tmp_path: Path
) -> None:
    text = "[Alice Johnson|Person] reports to [David Smith|Person]."
    right = ["Alice Johnson", "reports_to", "David Smith"]
    for relation, counts in (
        (right, {"reports_to": Counts(1, 0, 0)}),
        (right[::-1], {"reports_to": Counts(0, 1, 1)}),
        (["Alice Johnson", "works_for", "David Smith"],
         {"works_for": Counts(0, 0, 1), "reports_to": Counts(0, 1, 0)}),
    ):  # fmt: skip
        texts = written(tmp_path / "one.jsonl", {"marked": text, "relations": [relation]})
        assert found(texts, owner).outcome.counts["en even"] == counts


def test_a_symmetric_relation_has_no_direction(owner: Caller, tmp_path: Path) -> None:
    text = "[Alice Johnson|Person] is married to [David Smith|Person]."
    ways = (["Alice Johnson", "David Smith"], ["David Smith", "Alice Johnson"])
    for one, other in ways:
        row = {"marked": text, "relations": [[one, "married_to", other]]}
        counts = found(written(tmp_path / "one.jsonl", row), owner).outcome.counts
        assert counts == {"en even": {"married_to": Counts(1, 0, 0)}}


def test_what_is_only_suggested_is_neither_wrong_nor_asked_for(
    owner: Caller, tmp_path: Path
) -> None:
    text = "[Alice Johnson|Person] reports to [David Smith|Person]."
    row = {"marked": text, "also": [["Alice Johnson", "reports_to", "David Smith"]]}
    named = {"marked": text, "relations": [["Alice Johnson", "reports_to", "David Smith"]]}
    texts = written(tmp_path / "two.jsonl", row, named)
    assert found(texts, owner).outcome.overall("en even") == Counts(1, 0, 0)


def test_what_is_stored_is_judged_by_who_is_who(
    owner: Caller, settings: Any, tmp_path: Path
) -> None:
    settings.EXTRACTION = "rules"
    alice = {"Alice Johnson": "a", "Alice": "a"}
    texts = written(
        tmp_path / "three.jsonl",
        {"marked": "[Alice Johnson|Person] is [David Smith|Person]'s wife.", "who": alice,
         "relations": [["Alice Johnson", "married_to", "David Smith"]]},
        {"marked": "[David Smith|Person] is married to [Alice Johnson|Person].", "who": alice},
        # Two names that nothing joins: two entities, though the label knows better.
        {"marked": "[Tanya|Person] called.", "who": {"Tanya": "a"}},
    )  # fmt: skip
    remember_texts(texts, owner, PACK)
    queue.drain()
    kept = things(texts, owner.space(PACK))
    assert (kept.entities, kept.things, kept.mixed) == (3, 2, 0)
    assert kept.uniqueness == pytest.approx(2 / 3)
    stored = agreement(owner.space(PACK))
    assert stored.relations >= 1 and stored.violations == 0, "said both ways, stored once"


def test_disagreeing_relations_are_counted() -> None:
    ways = Directions(frozenset({"friend"}), {"part_of": "contains", "contains": "part_of"})
    fine = [(1, "friend", 2), (1, "part_of", 2), (2, "contains", 1), (2, "likes", 1)]
    assert disagreeing(fine, ways) == Agreement(4, 0, 0, 0)
    assert disagreeing([*fine, (2, "friend", 1)], ways) == Agreement(5, 1, 1, 0)
    assert disagreeing([*fine, (1, "contains", 2)], ways) == Agreement(5, 0, 0, 1)


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for content in (
        '{"a": 1}',
        "[]",
        "",
        '{"marked": "no", "split": "x", "kind": "", "relations": []}',
    ):
        path.write_text(content, "utf-8")
        with pytest.raises(InvalidInput):
            read_related(path)


@pytest.mark.slow
def test_the_command(empty: Wasurena, tmp_path: Path) -> None:
    figures, page = tmp_path / "figures.json", tmp_path / "page.md"
    asked = ["bench", "extraction", "--dataset", "relations", "--data", str(DATA), "--half", "even"]
    shown = empty.ok(*asked, "--json", str(figures), "--write", str(page))
    assert "works_for" in shown and "married_to" in page.read_text("utf-8")
    (data,) = json.loads(figures.read_text("utf-8")).values()
    assert data["relations"]["en even"]["all"]["precision"] > 0.8
    assert 0.7 < data["stored"]["even"]["entity_uniqueness"] <= 1
    assert data["stored"]["even"]["relation_symmetry"] == 0
