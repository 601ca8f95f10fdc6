"""Which backups are kept, and when the next one is due."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from core.db.backups.folder import (
    DAILY,
    Backup,
    Keeping,
    expired,
    file_name,
    is_due,
    listed,
    newest,
)
from core.db.backups.manifest import Manifest

from .conftest import Place

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
KEEPING = Keeping(days=30, daily=7, weekly=4)


def made(days_ago: float, reason: str = DAILY) -> Backup:
    at = NOW - timedelta(days=days_ago)
    manifest = Manifest(at, reason, "0.2.0", "none", False, 1)
    return Backup(Path(file_name(at, reason)), 1, manifest)


def ages(backups: list[Backup]) -> list[int]:
    return sorted((NOW - one.created_at).days for one in backups)


def test_of_two_months_of_days_a_week_and_four_weeks_stay() -> None:
    backups = [made(day) for day in range(60)]
    gone = expired(backups, KEEPING, NOW)
    # Sundays end weeks.
    assert ages([one for one in backups if one not in gone]) == [0, 1, 2, 3, 4, 5, 6, 9, 16]
    assert NOW.weekday() == 1


def test_others_stay_for_all_of_the_days_and_no_longer() -> None:
    backups = [made(0), *(made(day, "manual") for day in range(1, 40)), made(29.5, "upgrade")]
    gone = expired(backups, KEEPING, NOW)
    assert ages(gone) == list(range(31, 40))


def test_the_last_ones_stay_however_old() -> None:
    """The machine was off for a year: what is there is all that there is."""
    last_days = [made(day) for day in range(400, 407)]
    assert expired(last_days, KEEPING, NOW) == []
    old, older = made(400, "manual"), made(500, "manual")
    assert expired([old, older], KEEPING, NOW) == []


def history() -> list[Backup]:
    """Return what a month leaves, the newest first: daily ones, and others in between."""
    dailies = [made(day) for day in (0, 1, 2, 3, 4, 5, 6, 9, 16)]
    others = [made(day + 0.5, "manual") for day in range(1, 16)]
    return sorted([*dailies, *others], key=lambda one: one.created_at, reverse=True)


def run_daily(kept: list[Backup], days: range) -> list[Backup]:
    """Make the daily backup on these days from now on, and delete after each what has expired."""
    for day in days:
        now = NOW + timedelta(days=day)
        kept = [made(-day), *kept]
        gone = expired(kept, KEEPING, now)
        kept = [one for one in kept if one not in gone]
    return kept


def test_a_clock_that_jumps_ahead_deletes_no_more_than_a_day_does() -> None:
    before = history()
    after = run_daily(before, range(365, 366))
    # It takes the slot of the oldest day, as on every day; another one ends its week.
    lost = [one for one in before if one not in after]
    assert len(lost) <= 2 and all(one.manifest and one.manifest.reason == DAILY for one in lost)


def test_a_clock_that_stays_ahead_leaves_the_last_days() -> None:
    before = history()
    after = run_daily(before, range(365, 369))
    assert len(after) == KEEPING.daily
    assert [one for one in before if one in after] == [made(0), made(1), made(2)]


def test_after_a_pause_the_old_ones_go_as_new_ones_come() -> None:
    after = run_daily(history(), range(120, 127))
    assert min(one.created_at for one in after) > NOW


def test_those_dated_ahead_take_no_place() -> None:
    """The clock was a year ahead for two weeks, and is right again."""
    before = history()
    ahead = [made(-365 - day) for day in range(13, -1, -1)]
    after = [
        one for one in (*ahead, *before) if one not in expired([*ahead, *before], KEEPING, NOW)
    ]
    assert after == [*ahead, *before]


def test_a_damaged_one_is_no_last_one() -> None:
    good, bad = made(90), Backup(Path(file_name(NOW, DAILY)), 1, None, "damaged")
    assert expired([bad, good], KEEPING, NOW) == []
    assert is_due([bad], NOW) and is_due([bad, good], NOW)


def test_when_it_is_due() -> None:
    assert is_due([], NOW) and is_due([made(1.0)], NOW)
    assert not is_due([made(0.5)], NOW)
    # A clock that was ahead must not stop the backups of a year.
    assert is_due([made(-200)], NOW) and is_due([made(-200), made(1.0)], NOW)
    assert not is_due([made(-200), made(0.5)], NOW)


def test_one_dated_ahead_is_the_newest_only_without_another() -> None:
    ahead, old = made(-200), made(90)
    assert newest([ahead, old], NOW) is old and newest([ahead], NOW) is ahead
    # Two clocks never agree to the second.
    assert newest([just := made(-0.0001), old], NOW) is just


def test_a_name_and_a_manifest_of_two_times_are_damaged(place: Place) -> None:
    """One flipped bit makes 3026 of 2026, or 2006."""
    path = place.back_up(reason=DAILY).path
    held = path.read_bytes()
    for year in (b"3026", b"2006"):
        path.write_bytes(held.replace(b'"2026-11', b'"' + year + b"-11"))
        (shown,) = listed(path.parent)
        assert shown.manifest is None and "damaged" in shown.problem
        assert shown.created_at.year == 2026


@settings(max_examples=60)
@given(st.sets(st.integers(0, 2_400), max_size=40), st.integers(1, 40), st.integers(1, 9))
def test_thinning_twice_removes_nothing_more(hours: set[int], kept: int, daily: int) -> None:
    keeping = Keeping(kept, daily, 4)
    backups = sorted(
        (made(one / 24) for one in hours), key=lambda one: one.created_at, reverse=True
    )
    gone = expired(backups, keeping, NOW)
    left = [one for one in backups if one not in gone]
    assert expired(left, keeping, NOW) == [] and (not backups or left)


def test_a_day_after_the_other_keeps_the_same_as_all_at_once() -> None:
    first = datetime(2026, 9, 25, 3, tzinfo=UTC)
    kept: list[Backup] = []
    for day in range(60):
        now = first + timedelta(days=day)
        assert is_due(kept, now)
        manifest = Manifest(now, DAILY, "0.2.0", "none", False, 1)
        kept.insert(0, Backup(Path(file_name(now, DAILY)), 1, manifest))
        gone = expired(kept, KEEPING, now)
        kept = [one for one in kept if one not in gone]
    assert [(now - one.created_at).days for one in kept] == [0, 1, 2, 3, 4, 5, 6, 8, 15]
