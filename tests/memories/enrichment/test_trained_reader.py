"""By default the trained network reads facts beside the rules; each can be done without."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from memories.enrichment import queue
from memories.models import State
from memories.schemas import SavedOut
from memories.schemas.mentions import ExtractInput
from memories.services.saving.preview import extract_preview
from memory_site.settings.sections import Extraction

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]
TEXT = "I live in Osaka.\nrolling with an old Pixel 6a"


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "trained"


def known() -> dict[str, tuple[str, str]]:
    """Return predicate and method of what is known, by value."""
    rows = State.objects.values_list("predicate", "value", "extraction_method")
    return {value: (predicate, method) for predicate, value, method in rows}


def test_it_is_on_unless_somebody_says_otherwise() -> None:
    assert Extraction().method == "trained"


def test_what_it_reads_is_stored_with_its_method(owner: Caller, save: Save) -> None:
    save(owner, TEXT)
    queue.drain()
    assert known() == {
        "Osaka": ("lives_in", "rules"),
        "Pixel 6a": ("uses", "reader"),
    }


def test_a_preview_shows_what_a_save_would_read(owner: Caller, settings: Any) -> None:
    shown = extract_preview(owner, ExtractInput(text=TEXT)).relations
    assert {one.value for one in shown} == {"Osaka", "Pixel 6a"}
    settings.EXTRACTION = "rules"
    shown = extract_preview(owner, ExtractInput(text=TEXT)).relations
    assert {one.value for one in shown} == {"Osaka"}


def test_rules_can_read_alone(owner: Caller, save: Save, settings: Any) -> None:
    settings.EXTRACTION = "rules"
    save(owner, TEXT)
    queue.drain()
    assert known() == {"Osaka": ("lives_in", "rules")}


def test_what_an_assistant_says_of_itself_is_nothing_of_the_owner(
    owner: Caller, save: Save
) -> None:
    save(owner, "I love Johnny Cash, and my laptop is a Surface.", speaker="assistant")
    queue.drain()
    assert not known()
