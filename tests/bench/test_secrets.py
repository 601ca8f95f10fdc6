"""Secrets and personal data in labelled texts, and numbers that only look like them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.errors import InvalidInput
from memory_site.bench.extraction.secrets import (
    LabelledSecrets,
    SecretsOutcome,
    measure_secrets,
    read_secrets,
)
from memory_site.bench.reports.secrets import secrets_data, secrets_tables
from tests.depth import depth

pytestmark = pytest.mark.deep

DATA = Path(__file__).with_name("secrets.jsonl")
OWN = Path(__file__).with_name("secrets_tuning.jsonl")
MORE = Path(__file__).with_name("secrets_more.jsonl")
LATER = Path(__file__).with_name("secrets_later.jsonl")
LATEST = Path(__file__).with_name("secrets_latest.jsonl")
LATEST_TUNING = Path(__file__).with_name("secrets_latest_tuning.jsonl")
NEWEST = Path(__file__).with_name("secrets_newest.jsonl")
LATER_TUNING = Path(__file__).with_name("secrets_later_tuning.jsonl")
# Of the texts that were learned from, one in so many is read: all take two minutes.
OF_LEARNED = depth(8, 1)


def learned(path: Path) -> Sequence[LabelledSecrets]:
    """Return a part of the texts of a file that were learned from."""
    return [text for text in read_secrets(path) if text.split == "tuning"][::OF_LEARNED]


def unlearned(path: Path, *splits: str) -> Sequence[LabelledSecrets]:
    return [text for text in read_secrets(path) if text.split in splits]


@pytest.fixture(scope="module")
def outcome() -> SecretsOutcome:
    return measure_secrets(read_secrets(DATA), lambda _count: None)


def test_what_is_sensitive_is_found(outcome: SecretsOutcome) -> None:
    assert outcome.recall("tuning") >= 0.97, outcome.faults
    assert outcome.recall("further") >= 0.95
    assert outcome.recall("test") >= 0.95
    assert outcome.recall("later") >= 0.88


def test_what_only_looks_so_raises_no_alarm(outcome: SecretsOutcome) -> None:
    assert outcome.alarm_rate("tuning") == 0, outcome.faults
    assert outcome.alarm_rate("further") <= 0.01
    assert outcome.alarm_rate("test") <= 0.01
    assert outcome.alarm_rate("later") <= 0.035


def test_what_nobody_names_is_found_in_the_texts_that_were_learned_from() -> None:
    written = measure_secrets(learned(OWN), lambda _count: None)
    assert written.recall("tuning") >= 0.88, written.faults
    assert written.alarm_rate("tuning") <= 0.01, written.faults


def test_what_others_wrote_is_found() -> None:
    outcome = measure_secrets([*learned(MORE), *unlearned(MORE, "further")], lambda _count: None)
    assert outcome.recall("tuning") >= 0.87, outcome.faults
    assert outcome.recall("further") >= 0.95
    assert outcome.alarm_rate("tuning") <= 0.015, outcome.faults
    assert outcome.alarm_rate("further") <= 0.01


def test_what_was_written_before_the_rules_is_found() -> None:
    outcome = measure_secrets(
        [*learned(LATER_TUNING), *unlearned(LATER, "test", "later")], lambda _count: None
    )
    assert outcome.recall("tuning") >= 0.97, outcome.faults
    assert outcome.recall("test") >= 0.97
    assert outcome.recall("later") >= 0.96
    assert outcome.alarm_rate("tuning") <= 0.01, outcome.faults
    assert outcome.alarm_rate("test") <= 0.02
    assert outcome.alarm_rate("later") <= 0.01


def test_what_was_written_last_is_found() -> None:
    """Only what was learned from has a floor: the split ``later`` stays unseen."""
    latest = measure_secrets(learned(LATEST), lambda _count: None)
    assert latest.recall("tuning") >= 0.97, latest.faults
    assert latest.alarm_rate("tuning") <= 0.01, latest.faults
    written = measure_secrets(read_secrets(LATEST_TUNING), lambda _count: None)
    assert written.recall("tuning") >= 0.9, written.faults
    assert written.alarm_rate("tuning") <= 0.03, written.faults


def test_what_was_written_to_be_missed_is_found_in_part() -> None:
    """Passwords within ordinary sentences: the split ``later`` stays unseen."""
    newest = measure_secrets(learned(NEWEST), lambda _count: None)
    assert newest.recall("tuning") >= 0.6, newest.faults
    assert newest.alarm_rate("tuning") <= 0.025, newest.faults


def test_the_report_names_splits_and_kinds(outcome: SecretsOutcome) -> None:
    assert [table.rows[0][0] for table in secrets_tables(outcome)] == ["address"] * 4
    assert set(secrets_data(outcome)["splits"]) == {"further", "later", "test", "tuning"}


def test_a_finding_may_be_longer_than_its_label() -> None:
    key = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEI8fgX\n-----END EC PRIVATE KEY-----"
    spans = (("private_key", "MHcCAQEEI8fgX"), ("bank_account", "7654321"))
    text = LabelledSecrets("ja", "tuning", f"{key}\n銀行 普通 7654321", spans)
    outcome = measure_secrets([text], lambda _count: None)
    assert outcome.recall("tuning") == 1
    assert [(row.found, row.whole) for _kind, row in outcome.kinds("tuning")] == [(1, 1), (1, 1)]


def test_faults_are_shown_of_tuning_texts_only() -> None:
    missed = (("password", "nothing"),)
    for split, shown in (("tuning", 1), ("test", 0), ("later", 0)):
        text = LabelledSecrets("en", split, "Here is nothing to find.", missed)
        assert len(measure_secrets([text], lambda _count: None).faults) == shown


@pytest.mark.parametrize("line", ["{", "[]", '{"text": "a"}', '{"spans": [1], "text": "a"}'])
def test_another_format_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "secrets.jsonl"
    path.write_text(f"{DATA.read_text('utf-8').splitlines()[0]}\n{line}", "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_secrets(path)
