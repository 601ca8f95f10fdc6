"""By default the trained network reads facts beside the rules; each can be done without."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from memories.enrichment import queue
from memories.enrichment.llm.endpoint import Endpoint
from memories.enrichment.llm.prompt import redact
from memories.models import Proposal, ProposalKind, State
from memories.schemas import SavedOut
from memories.schemas.mentions import ExtractInput
from memories.services.saving.preview import extract_preview
from memory_site.settings.sections import Extraction
from nlp.trained.network import Network

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]
TEXT = "I live in Osaka.\nrolling with an old Pixel 6a"
# No rule knows this for a code.
SECRET = "the shed opens with bramble twelve"


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


def asked_spans() -> list[list[object]]:
    """Return the places of the secrets that the inbox asks about."""
    asked = Proposal.objects.filter(kind=ProposalKind.SENSITIVE)
    return [span for one in asked for span in one.payload["spans"]]


def test_a_secret_that_no_rule_knows_is_asked_about(owner: Caller, save: Save) -> None:
    save(owner, SECRET)
    queue.drain()
    assert asked_spans() == [[20, 34, "password"]]


@pytest.mark.parametrize(
    ("text", "method"),
    [(SECRET, "reader"), (f"{SECRET}. Wi-Fi password: Kiri-7742-blue.", "rules")],
)
def test_the_question_says_who_found_it(owner: Caller, save: Save, text: str, method: str) -> None:
    save(owner, text)
    queue.drain()
    assert Proposal.objects.get(kind=ProposalKind.SENSITIVE).method == method


def test_rules_alone_ask_nothing_of_it(owner: Caller, save: Save, settings: Any) -> None:
    settings.EXTRACTION = "rules"
    save(owner, SECRET)
    queue.drain()
    assert asked_spans() == []


def test_a_text_is_read_once_for_names_facts_and_secrets(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    of_part = Network._of_part

    def noted(self: Network, text: str, *rest: Any) -> Any:
        read.append(text)
        return of_part(self, text, *rest)

    monkeypatch.setattr(Network, "_of_part", noted)
    texts = ["The side gate opens with bramble twelve.", "I live in Osaka, next to the brewery."]
    for text in texts:
        save(owner, text)
    queue.drain()
    assert sorted(read) == sorted(texts)


def test_what_only_the_network_knows_is_blanked_for_another_network(settings: Any) -> None:
    far = Endpoint("https://api.example.com/v1", "m")
    assert "bramble" not in redact(SECRET, far)
    settings.EXTRACTION = "rules"
    assert redact(SECRET, far) == SECRET
