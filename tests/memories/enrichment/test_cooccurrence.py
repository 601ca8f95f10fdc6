"""Who and what is named together: counted, stored as no more than that, asked about as more."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.caller import Caller
from core.models import Revision
from entities.models import Entity
from graph.inference.association import likelihood_ratio, npmi
from graph.models import EntityRelation
from memories.enrichment.cooccurrence import update_cooccurrences
from memories.models import Memory
from memories.schemas import SavedOut
from memories.selectors.pages.entity import entity_page
from memories.services.forget import forget

NOW = datetime(2026, 11, 20, 3, tzinfo=UTC)
Save = Callable[..., SavedOut]
TYPES = {"Mori": "Person", "Sato": "Person", "Aozora": "Organization", "Sabae": "Location"}


@pytest.fixture
def named(owner: Caller, save: Save) -> Callable[..., list[SavedOut]]:
    """Save memories that name these, each in a session of its own."""
    numbers = iter(range(1_000))

    def _named(*names: str, times: int = 1, pack: str = "work") -> list[SavedOut]:
        return [
            save(
                owner,
                f"Note {at} on {' and '.join(names)}.",
                pack=pack,
                session_id=f"s{at}",
                entities=[{"name": name, "type": TYPES[name]} for name in names],
            )
            for at in (next(numbers) for _ in range(times))
        ]

    return _named


@pytest.fixture
def often(named: Callable[..., list[SavedOut]], owner: Caller) -> str:
    """A space where two go together, and a third goes with everybody."""
    named("Mori", "Aozora", times=5)
    named("Mori", "Sabae")
    named("Sato", "Sabae", times=4)
    named("Sato", times=20)
    return owner.space("work")


def together() -> set[frozenset[str]]:
    rows = EntityRelation.objects.filter(relation_type="co_occurrence", superseded_at=None)
    return {frozenset((row.source.name, row.target.name)) for row in rows}


@pytest.mark.django_db
def test_what_stands_out_is_stored_with_its_evidence(often: str) -> None:
    assert update_cooccurrences(often, now=NOW) == 1
    assert together() == {frozenset({"Mori", "Aozora"})}
    row = EntityRelation.objects.get(evidence_count=5)
    assert row.evidence.count() == 5 and row.extraction_method == "statistics"
    assert 0.2 <= row.weight <= 1 and row.validation_status == "unvalidated"
    assert update_cooccurrences(often, now=NOW) == 0


@pytest.mark.django_db
def test_it_follows_what_is_forgotten(often: str, owner: Caller) -> None:
    update_cooccurrences(often, now=NOW)
    gone = Memory.objects.filter(raw_text__contains="Aozora").values_list("uid", flat=True)
    forget(owner, list(gone)[:3], confirm=True)
    update_cooccurrences(often, now=NOW)
    assert frozenset({"Mori", "Aozora"}) not in together()
    assert Revision.objects.filter(target_type="entityrelation", action="DELETE").exists()


@pytest.mark.django_db
def test_what_a_person_rejected_stays_rejected(often: str) -> None:
    update_cooccurrences(often, now=NOW)
    EntityRelation.objects.update(validation_status="rejected")
    assert update_cooccurrences(often, now=NOW) == 0


@pytest.mark.django_db
def test_a_list_of_many_says_nothing(owner: Caller, save: Save) -> None:
    everybody = [{"name": f"Person {n}", "type": "Person"} for n in range(25)]
    for at in range(6):
        save(owner, f"Present, {at}", pack="work", session_id=f"s{at}", entities=everybody)
    assert update_cooccurrences(owner.space("work"), now=NOW) == 0


@pytest.mark.django_db
def test_the_page_of_an_entity_names_its_companions(often: str, owner: Caller) -> None:
    update_cooccurrences(often, now=NOW)
    page = entity_page(owner, Entity.objects.get(name="Mori"), now=NOW)
    assert [(row.other.name, row.count) for row in page.companions] == [("Aozora", 5)]
    assert page.relations == []


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 500))
def test_the_measures_are_sound(both: int, more: int, others: int, rest: int) -> None:
    one, other = both + more, both + others
    total = one + other - both + rest
    ratio = likelihood_ratio(both, one, other, total)
    assert ratio >= -1e-9
    assert ratio == pytest.approx(likelihood_ratio(both, other, one, total))
    assert -1 - 1e-9 <= npmi(both, one, other, total) <= 1 + 1e-9


def test_the_measures_of_known_tables() -> None:
    # Independent events, and two that never come apart.
    assert likelihood_ratio(10, 50, 20, 100) == 0
    assert npmi(10, 50, 20, 100) == pytest.approx(0)
    assert npmi(10, 10, 10, 100) == pytest.approx(1)
    # Dunning 1993, table 2: "the swiss" in 31,777 bigrams.
    assert likelihood_ratio(110, 2552, 221, 31777) == pytest.approx(270.72, abs=0.5)
