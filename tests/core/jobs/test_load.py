"""Requests that somebody waits for, as background work of any process sees them."""

import os
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from core.jobs import background


@pytest.fixture(autouse=True)
def marks(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where requests are marked; none has been yet."""
    settings.LOAD_FILE = str(tmp_path / "cache" / "load")
    monkeypatch.setattr(background, "_marked_at", float("-inf"))
    return Path(settings.LOAD_FILE)


def test_a_request_is_seen_while_it_goes_on(marks: Path) -> None:
    assert not background.is_busy(within=60)
    with background.track_request():
        marks.unlink()
        assert background.is_busy(within=0)
        assert not background.is_crowded()
        with background.track_request():
            assert background.is_crowded()
    assert not background.is_busy(within=60)


def test_other_processes_see_it_for_a_while(marks: Path) -> None:
    with background.track_request():
        pass
    assert background.is_busy(within=60)
    os.utime(marks, (time.time() - 61,) * 2)
    assert not background.is_busy(within=60)


def test_a_request_of_next_year_does_not_hold_up_the_worker(marks: Path) -> None:
    with background.track_request():
        pass
    os.utime(marks, (time.time() + 365 * 86_400,) * 2)
    assert not background.is_busy(within=60)


def test_a_directory_that_cannot_be_written_is_no_failure(settings: Settings) -> None:
    settings.LOAD_FILE = os.devnull + "/load"
    with background.track_request():
        assert background.is_busy(within=0)
