"""Export a part, encrypted, and import it, as a person does in a browser."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from .conftest import Visit

WORDS = "correct horse"


def test_an_encrypted_part_and_back(visit: Callable[..., Visit], tmp_path: Path) -> None:
    page = visit().open("/archive/")
    page.locator("summary", has_text="Only a part, or encrypted").click()
    page.locator("fieldset").get_by_label("Work", exact=True).check()
    page.fill("#passphrase", WORDS)
    page.fill("#again", WORDS)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Export", exact=True).click(timeout=60_000)
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    assert file.suffix == ".wasurena" and "冷凍倉庫".encode() not in file.read_bytes()

    page.set_input_files("#file", file)
    page.fill("#file-passphrase", WORDS)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("status")).to_contain_text("An import would do this")
    expect(page.get_by_role("status")).to_contain_text("memories")
    expect(page.locator("#archive-progress")).to_have_count(1)
