"""Who an entity is often named with, on its page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from core.caller import Caller
from entities.models import Entity
from memories.enrichment.cooccurrence import update_cooccurrences
from memories.schemas import SavedOut

pytestmark = pytest.mark.django_db


def test_they_are_named_with_a_count(
    site: Client, owner: Caller, save: Callable[..., SavedOut]
) -> None:
    both = [{"name": "Mori", "type": "Person"}, {"name": "Aozora", "type": "Organization"}]
    for at in range(4):
        save(owner, f"Note {at}", pack="work", session_id=f"s{at}", entities=both)
    for at in range(9):
        alone = [{"name": "Sato", "type": "Person"}]
        save(owner, f"Other {at}", pack="work", session_id=f"o{at}", entities=alone)
    mori = Entity.objects.get(name="Mori")
    address = f"/entities/{mori.entity_id}/"
    assert "Often named with" not in site.get(address).content.decode()
    update_cooccurrences(owner.space("work"), now=timezone.now())
    shown = site.get(address).content.decode()
    assert "Often named with" in shown and "in 4 memories" in shown
    assert "No relations yet." in shown
