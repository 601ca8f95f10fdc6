"""The inbox by keys alone, down to zero and back; in both languages, on a phone too."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.live_server import LiveServer
from tests.prepared import ROOT, environment

from .conftest import PHONE, Visit
from .test_appearance import MEASURE

TEXTS = (
    "The budget for Aozora is 30,000 euros.",
    "The budget for Aozora is 45,000 euros.",
    "冷凍倉庫の鍵は田中さんが持っている。",
    "The lock of the cold storage was changed in May.",
)


EMPTY = """
import django
django.setup()
from memories.models import DerivationJob, Proposal
DerivationJob.objects.all().delete()
Proposal.objects.filter(user_id__startswith="bob#").delete()
"""


@pytest.fixture(scope="module")
def waiting(product: LiveServer) -> Iterator[list[str]]:
    """Six proposals of bob's, of every look: compared, with a choice, to be edited, about one."""
    with product.client(product.other_token) as client:
        ids = [_saved(client, text) for text in TEXTS]
        _empty_the_inbox(product)
        link = {"source": ids[1], "target": ids[0], "type": "supersedes"}
        proposals = [
            _proposal("contradiction", {"memories": ids[:2]}, 0.9),
            _proposal("link", link, 0.8, reason="the later amount"),
            _proposal("link", {**link, "source": ids[3], "target": ids[2]}, 0.7),
            _proposal("duplicate", {"memory": ids[3], "canonical": ids[2]}, 0.6),
            _proposal("sensitive", {"memory": ids[2], "spans": [[0, 4, "password"]]}, 0.5),
            _proposal("unclassified", {"memory": ids[3], "pack": "dev"}, 0.4),
        ]
        answered = client.post("/api/inbox/", json={"proposals": proposals})
        assert answered.status_code == 201, answered.text
        yield [row["id"] for row in answered.json()["results"]]


def _empty_the_inbox(product: LiveServer) -> None:
    """Remove what was found in the texts themselves."""
    done = subprocess.run(
        [sys.executable, "-c", EMPTY],
        cwd=ROOT,
        env=environment(product.data_dir),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def _saved(client: httpx.Client, text: str) -> str:
    answered = client.post("/api/memories/?wait=true", json={"text": text, "pack": "work"})
    uid: str = answered.json()["id"]
    return uid


def _proposal(kind: str, payload: dict[str, Any], sure: float, reason: str = "") -> dict[str, Any]:
    return {"kind": kind, "payload": payload, "confidence": sure, "reason": reason}


def _question(page: Page) -> str:
    return page.locator("#question").inner_text()


def _press_and_go_on(page: Page, key: str) -> None:
    card = page.locator(".inbox-card").get_attribute("id")
    page.keyboard.press(key)
    expect(page.locator(f"#{card}")).to_have_count(0)


def test_next_select_edit_and_back_are_in_the_address(
    visit: Callable[..., Visit], waiting: list[str]
) -> None:
    page = visit(user="bob").open("/inbox/")
    expect(page.locator("#inbox-count")).to_contain_text("6")
    expect(page.locator(".compared del, .side del").first).to_have_text("30")
    _press_and_go_on(page, "j")
    expect(page).to_have_url(re.compile(waiting[1]))
    page.keyboard.press("Space")
    expect(page.locator("[data-selected]")).to_have_text("1")
    expect(page).to_have_url(re.compile(f"id={waiting[1]}"))
    _press_and_go_on(page, "j")
    expect(page.locator(f"#select-{waiting[1]}")).to_be_checked()
    page.reload()
    expect(page.locator(f"#select-{waiting[1]}")).to_be_checked()
    _press_and_go_on(page, "k")
    page.keyboard.press("e")
    expect(page.locator("#edit-type")).to_be_focused()
    page.go_back()
    expect(page.locator("#edit-type")).to_have_count(0)


def test_keys_run_to_zero_and_all_the_way_back(
    visit: Callable[..., Visit], waiting: list[str]
) -> None:
    opened = visit(user="bob")
    page = opened.open("/inbox/")
    loads = len(opened.loads)
    first = _question(page)
    for key in ("a", "a", "r", "r", "a", "r"):
        assert page.locator(".toast").count() <= 1
        _press_and_go_on(page, key)
    expect(page.locator(".empty .mark")).to_be_visible()
    expect(page.locator("#inbox-count")).to_be_hidden()
    expect(page.locator(".inbox-progress")).to_contain_text("0 open")
    for left in range(1, 7):
        page.keyboard.press("u")
        expect(page.locator(".inbox-progress")).to_contain_text(f"{left} open")
    assert _question(page) == first
    assert len(opened.loads) == loads, "parts are swapped, the page stays"


def test_a_focused_button_keeps_the_focus(visit: Callable[..., Visit], waiting: list[str]) -> None:
    page = visit(user="bob").open(f"/inbox/?at={waiting[1]}")
    page.locator("#reject").focus()
    _press_and_go_on(page, "Enter")
    expect(page.locator("#reject")).to_be_focused()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile(waiting[1]))


def test_a_rule_is_made_after_a_look_and_taken_back(
    visit: Callable[..., Visit], waiting: list[str]
) -> None:
    page = visit(user="bob").open(f"/inbox/?at={waiting[1]}")
    page.locator(".inbox-always a", has_text="reject proposals like this").click()
    expect(page.locator("#dialog")).to_contain_text("2 that wait now")
    page.locator("#make-rule").click()
    expect(page.locator("#rules .rule")).to_have_count(1)
    expect(page.locator(".inbox-progress")).to_contain_text("4 open")
    page.locator("#rules button", has_text="Undo").click()
    expect(page.locator(".inbox-progress")).to_contain_text("6 open")


def test_all_of_a_kind(visit: Callable[..., Visit], waiting: list[str]) -> None:
    page = visit(user="bob").open("/inbox/?kind=link")
    expect(page.locator(".queue-row")).to_have_count(2)
    page.locator("#reject-all").click()
    expect(page.locator("h1")).to_have_text("Reject 2 proposals?")
    page.locator("#confirm").click()
    expect(page.locator(".empty")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".queue-row")).to_have_count(2)


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_it_is_readable(visit: Callable[..., Visit], waiting: list[str], theme: str) -> None:
    page = visit(theme=theme, user="bob").open("/inbox/")
    read = (
        ".chip", ".chip-on", ".meta", ".inbox-question", ".inbox-reason", ".queue-row a", ".side ins",
        ".side del", ".inbox-consequences", ".inbox-progress", ".inbox-always", ".rail-count",
    )  # fmt: skip
    page.goto(page.url + f"?at={waiting[1]}")
    measured = {selector: page.evaluate(MEASURE, selector) for selector in read}
    assert {name: ratio for name, ratio in measured.items() if not ratio or ratio < 4.5} == {}


def test_a_phone_shows_one_decision_and_its_answers(
    visit: Callable[..., Visit], waiting: list[str]
) -> None:
    page = visit(size=PHONE, language="ja-JP", user="bob").open(f"/inbox/?at={waiting[0]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for answer in page.locator(".inbox-answers > .button").all():
        box = answer.bounding_box()
        assert box and box["height"] >= 40
    expect(page.locator("#reject")).to_be_visible()
    expect(page.locator(".rail-item:visible")).to_have_count(6)


def test_without_a_script(chromium: Any, product: LiveServer, waiting: list[str]) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{product.base_url}/login/")
    page.fill("#id_username", "bob")
    page.fill("#id_password", "correct horse")
    page.press("#id_password", "Enter")
    page.goto(f"{product.base_url}/inbox/?at={waiting[4]}")
    page.click("#accept")
    expect(page.locator(".toast")).to_contain_text("Accepted")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile(waiting[4]))
    expect(page.locator(".inbox-progress")).to_contain_text("6 open")
    context.close()
