"""The page of facts: the buttons of a row stay on one line, however long its sentence."""

from collections.abc import Callable

import pytest

from .conftest import DESKTOP, PHONE, Visit

# The tops of the buttons in each row, and whether one sticks out.
LINES = """() => [...document.querySelectorAll(".relation")].map((row) => {
  const buttons = [...row.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
  return [new Set(buttons.map((one) => Math.round(one.top))).size,
    Math.max(0, ...buttons.map((one) => one.right)) <= window.innerWidth];
})"""
# Each sentence as long as one may be.
LENGTHEN = """(times) => document.querySelectorAll(".relation").forEach((row, at) => {
  const words = row.querySelector("span");
  words.textContent = (words.textContent + " ").repeat(1 + (at + times) % 4);
})"""


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)], ids=["phone", "desk"]
)
def test_buttons_of_a_row_stay_together(
    visit: Callable[..., Visit], told: dict[str, str], size: dict[str, int]
) -> None:
    opened = visit(size=size, user="bob")
    for times in range(4):
        page = opened.open("/states/")
        page.evaluate(LENGTHEN, times)
        rows = page.evaluate(LINES)
        assert rows and all(row == [1, True] for row in rows), times
