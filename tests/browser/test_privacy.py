"""Privacy in a real browser: forget after a look, see what a pack masks, and the original of it."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.live_server import LiveServer

from .conftest import Visit

SECRET = "The password of the garden gate is hunter2!x9Q, do not lose it."


def test_forget_by_a_filter_after_a_preview(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    texts = [f"Quince jam, jar {number}." for number in range(3)]
    with product.client() as client:
        sent = {"memories": [{"text": text, "pack": "lifelog"} for text in texts]}
        assert client.post("/api/memories/batch/?wait=true", json=sent).status_code == 201
        kept = client.post("/api/memories/?wait=true", json={"text": "Plum jam.", "pack": "work"})
    opened = visit()
    page = opened.open("/privacy/")
    page.get_by_role("button", name="Show what that is").click()
    expect(page.get_by_role("alert")).to_contain_text("Name at least one condition")
    # The browser reports every 422.
    assert "422" in opened.complaints.pop() and not opened.complaints
    page.get_by_label("Holds this text").fill("Quince jam")
    page.get_by_role("group", name="In these packs").get_by_label("Life").check()
    page.get_by_role("button", name="Show what that is").click()
    preview = page.locator("#preview")
    expect(preview).to_contain_text("3 memories would be forgotten")
    for text in texts:
        expect(preview).to_contain_text(text)
    preview.get_by_role("button", name="Forget 3 memories for good").click()
    expect(page.locator(".toast")).to_contain_text("3 memories are forgotten")
    with product.client() as client:
        left = client.get("/api/memories/", params={"limit": 100}).json()["results"]
        assert not [one for one in left if "Quince" in one["text"]]
        assert client.get(f"/api/memories/{kept.json()['id']}/").status_code == 200
    # What is shown must be what is forgotten: the address of the form asks again.
    assert opened.open("/privacy/forget/").url.endswith("/privacy/")


def test_what_a_pack_masks_is_revealed_to_its_owner(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    opened = visit()
    page = opened.open("/packs/")
    expect(page.locator("[aria-labelledby=pack-dev]")).to_contain_text("mask and ask")
    expect(page.locator("[aria-labelledby=pack-work]")).not_to_contain_text("mask")
    with product.client() as client:
        saved = client.post("/api/memories/?wait=true", json={"text": SECRET, "pack": "dev"})
        assert "hunter2" not in saved.text and saved.status_code == 201
    page = opened.open(f"/memories/{saved.json()['id']}/")
    expect(page.locator(".memory-words")).to_have_text(
        "The password of the garden gate is [password], do not lose it."
    )
    page.get_by_role("button", name="Show the original").click()
    expect(page.locator("main")).to_contain_text(SECRET)
    page.get_by_role("link", name="Back to the memory").click()
    expect(page.locator("main")).not_to_contain_text("hunter2")
    noted = opened.open("/history/access/?kind=read").locator("tbody tr").first
    expect(noted).to_contain_text("read the original")
