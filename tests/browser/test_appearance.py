"""Both themes, both languages, both sizes: readable, and nothing sticks out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit

PAGES = (
    "/",
    "/?q=report",
    "/timeline/",
    "/inbox/",
    "/entities/",
    "/packs/",
    "/tokens/",
    "/status/",
    "/dashboards/",
    "/settings/",
    "/save/",
)
# What is read, with the contrast that WCAG 2.2 AA asks of it.
READ = {
    ".words": 4.5,
    ".meta": 4.5,
    ".meta-type": 4.5,
    ".chip": 4.5,
    "mark": 4.5,
    ".rail-item": 4.5,
    ".rail-title": 4.5,
    ".health": 4.5,
    ".results-head": 4.5,
    "a.words-link": 4.5,
}
MEASURE = """
(selector) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const pixel = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (element) => {
    const behind = [];
    for (let at = element; at; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
    }
    const ground = luminance(pixel(behind));
    const ink = luminance(pixel([...behind, getComputedStyle(element).color]));
    return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
  };
  const shown = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  return shown.length ? Math.min(...shown.slice(0, 40).map(ratio)) : null;
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(visit: Callable[..., Visit], theme: str) -> None:
    page = visit(theme=theme).open("/?q=report")
    measured = {selector: page.evaluate(MEASURE, selector) for selector in READ}
    assert None not in measured.values(), measured
    too_low = {name: ratio for name, ratio in measured.items() if ratio < READ[name]}
    assert too_low == {}
    page.goto(page.url.split("?")[0] + "tokens/")
    assert page.evaluate(MEASURE, ".button-primary") >= 4.5
    assert page.evaluate(MEASURE, ".section-title") >= 4.5


def test_dark_is_dark_and_the_switch_stays(chooser: Callable[..., Visit]) -> None:
    page = chooser(theme="light").page
    assert _ground(page) > 200
    page.locator(".rail [data-theme-form] button[value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert _ground(page) < 60
    page.wait_for_load_state("networkidle")
    page.reload()
    assert _ground(page) < 60


def _ground(page: Page) -> int:
    """Return the red of the page's ground, 0…255."""
    return int(
        page.evaluate(
            """() => {
              const canvas = document.createElement("canvas").getContext("2d");
              canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
              canvas.fillRect(0, 0, 1, 1);
              return canvas.getImageData(0, 0, 1, 1).data[0];
            }"""
        )
    )


def test_phone_never_scrolls_sideways(visit: Callable[..., Visit]) -> None:
    opened = visit(size=PHONE, language="ja-JP")
    for path in PAGES:
        page = opened.open(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        expect(page.locator(".rail-item:visible"), path).to_have_count(6)


def test_japanese(chooser: Callable[..., Visit]) -> None:
    page = chooser(language="ja-JP").page
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#q")).to_have_attribute("placeholder", "記憶を検索")
    page.goto(page.url + "timeline/")
    expect(page.locator(".day-head h2").first).to_contain_text("月")
    page.locator(".rail button[value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator(".rail button[value=ja]").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_reduced_motion(visit: Callable[..., Visit]) -> None:
    page = visit(reduced_motion="reduce").open("/packs/")
    duration = page.evaluate(
        "getComputedStyle(document.querySelector('.switch')).transitionDuration"
    )
    assert float(duration.split("s")[0]) < 0.001
