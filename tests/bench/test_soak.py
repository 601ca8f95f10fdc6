"""`wasurena bench soak`: what counts as growth, and that a short one notes everything."""

import json
import subprocess
from pathlib import Path

import pytest

from memory_site.bench.speed.clients import Timing
from memory_site.bench.speed.soak import MEGABYTE, Look, growth
from memory_site.bench.speed.soak_tables import as_data, shown
from tests.cli.conftest import Wasurena, environment


def looks(*megabytes: float) -> list[Look]:
    """Return a look a minute."""
    sizes = [int(size * MEGABYTE) for size in megabytes]
    return [Look(60.0 * at, size, size, size // 2, 30, 10, 0) for at, size in enumerate(sizes)]


def test_the_warm_up_is_no_growth() -> None:
    assert growth(looks(100, 300, 400, 400, 400, 400, 400))["together"] == pytest.approx(
        0, abs=1e-6
    )


def test_what_grows_later_is_growth_by_the_hour() -> None:
    grown = growth(looks(100, 300, 400, 401, 402, 403))
    assert grown["together"] == pytest.approx(60, abs=0.1)
    assert (grown["minutes"], grown["descriptors"]) == (3, pytest.approx(0, abs=1e-6))
    assert growth(looks(100)) == {}


def test_growth_is_measured_since_the_last_save() -> None:
    seen = looks(100, 300, 400, 410, 420, 420, 420, 420)
    assert growth(seen)["together"] > 100
    assert growth(seen, since=240)["together"] == pytest.approx(0, abs=1e-6)


def test_the_tables_show_the_course_and_the_last_look() -> None:
    seen = looks(*range(100, 160))
    course, grown, requests = shown(seen, [Timing("saves", "saves", {"n": 3})])
    assert len(course.rows) <= 13 and course.rows[-1][:2] == ["59", "159.0 MB"]
    assert grown.rows[0][1] == "+60.0 MB an hour"
    assert requests.rows == [["saves over REST", "n 3"]]
    assert len(as_data(seen, [], {})["looks"]) == 60


@pytest.mark.slow
def test_minutes_with_and_without_saves_are_watched(tmp_path: Path) -> None:
    wasurena = Wasurena(tmp_path / "unused")
    figures = tmp_path / "figures.json"
    done = subprocess.run(
        wasurena.command(
            *("bench", "soak", "--minutes", "2", "--saving-minutes", "1", "--look-every", "10"),
            *("--json", str(figures)),
        ),
        env=environment(wasurena.data_dir),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(figures.read_text("utf-8"))
    assert len(found["looks"]) == 12 and all(look["threads"] for look in found["looks"])
    assert all(kind["errors"] == 0 and kind["n"] for kind in found["figures"].values())
