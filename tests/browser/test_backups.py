"""Backups, as the operator sees them: one more by a button, and as a file."""

import tarfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from .conftest import PHONE, Visit


def test_one_is_made_and_downloaded(visit: Callable[..., Visit], tmp_path: Path) -> None:
    page = visit().open("/status/")
    page.locator("main a", has_text="Backups").click()
    page.get_by_role("button", name="Back up now").click()
    row = page.locator("#backups tbody tr").first
    expect(row).to_contain_text("on demand", timeout=20_000)
    expect(page.locator("#backups .check")).to_contain_text("Backed up")
    with page.expect_download() as download:
        row.get_by_role("link", name="Download").click()
    download.value.save_as(tmp_path / "mine.tar")
    with tarfile.open(tmp_path / "mine.tar") as archive:
        assert archive.getnames() == ["manifest.json", "wasurena.sqlite3"]


def test_it_fits_a_phone(visit: Callable[..., Visit]) -> None:
    page = visit(size=PHONE, theme="dark").open("/status/backups/")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)
