"""What a person chooses for a pack is in the journal, and can be undone."""

from dataclasses import replace

import pytest

from core.caller import Caller, Role, Scope
from core.errors import Forbidden
from core.models import Revision
from memories.services.history import undo
from packs.privacy import choose_policy, privacy_out
from packs.schemas import PrivacyPatch
from packs.selection import enabled_packs, pack_switch

pytestmark = pytest.mark.django_db


def entries() -> list[Revision]:
    return list(Revision.objects.filter(target_type="packactivation").order_by("pk"))


def test_a_policy_is_noted_and_undone(owner: Caller) -> None:
    before = privacy_out(owner, "work")
    choose_policy(owner, "work", PrivacyPatch(secrets="refuse"))
    choose_policy(owner, "work", PrivacyPatch(secrets="refuse"))
    (entry,) = entries()
    assert entry.actor == "owner" and entry.user_id == "alice#work"
    choose_policy(owner, "work", PrivacyPatch(secrets="mask"))
    undo(owner, entries()[-1].change_id)
    assert privacy_out(owner, "work").secrets == "refuse"
    undo(owner, entry.change_id)
    assert privacy_out(owner, "work") == before


def test_a_switch_is_noted_and_undone(owner: Caller) -> None:
    pack_switch(owner, "lifelog", is_enabled=False)
    pack_switch(owner, "lifelog", is_enabled=False)
    (entry,) = entries()
    assert "lifelog" not in enabled_packs(owner)
    undo(owner, entry.change_id)
    assert "lifelog" in enabled_packs(owner)


def test_only_the_owner_undoes_it(owner: Caller) -> None:
    pack_switch(owner, "lifelog", is_enabled=False)
    (entry,) = entries()
    assistant = replace(owner, role=Role.ASSISTANT, scopes=frozenset({Scope.READ, Scope.WRITE}))
    with pytest.raises(Forbidden):
        undo(assistant, entry.change_id)
