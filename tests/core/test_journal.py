"""The journal knows models by their registration only."""

import ast
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import ForeignKey

import core.journal
from core import journal
from core.caller import Caller
from core.journal import registry
from core.models import Action, Revision
from entities.models import Entity
from memories.models import Tag
from tests.memories.conftest import NOW

PACKAGE = Path(core.journal.__file__).parent
OTHERS = ("memories", "entities", "graph", "packs")


def test_it_imports_no_other_app() -> None:
    found = {
        node.module or ""
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level == 0
    }
    assert not {name for name in found if name.split(".")[0] in OTHERS}


def test_what_refers_to_others_comes_after_them() -> None:
    order = [known.model for known in registry.replayed().values()]
    for at, model in enumerate(order):
        named = {
            column.related_model
            for column in model._meta.concrete_fields
            if isinstance(column, ForeignKey)
        }
        assert not named & set(order[at + 1 :])


def test_declared_names_exist() -> None:
    for model in apps.get_models():
        known = registry.find(model._meta.model_name or "")
        if known is None or known.model is not model:
            continue
        columns = {*known.volatile, *known.derived, *known.texts, *known.follows}
        assert columns <= known.columns.keys()
        assert all(hasattr(model, name) for name in known.used_by)
        assert known.public_id == "pk" or hasattr(model, known.public_id)


@pytest.mark.django_db
def test_a_block_writes_what_was_noted_and_projects_it(
    owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    projection = lambda _change, rows: seen.extend(row.target_type for row in rows)  # noqa: E731
    monkeypatch.setattr("core.journal.changes._projections", [projection])
    with journal.change(owner, "by hand", now=NOW) as change:
        tag = Tag.objects.create(user_id="alice#work", name="x", name_key="x", created_at=NOW)
        change.created([tag])
    entry = Revision.objects.get()
    assert (entry.action, entry.reason, entry.change_id) == ("CREATE", "by hand", change.change_id)
    assert seen == ["tag"]


@pytest.mark.django_db
def test_a_block_that_fails_leaves_nothing(owner: Caller) -> None:
    with pytest.raises(ZeroDivisionError), journal.change(owner) as change:
        tag = Tag.objects.create(user_id="alice#work", name="x", name_key="x", created_at=NOW)
        change.note(Action.CREATE, tag, after=journal.snapshot(tag))
        raise ZeroDivisionError
    assert not Revision.objects.exists() and not Tag.objects.exists()


def test_lists_and_counts_keep_what_came_since() -> None:
    known = registry.by_model(Entity)
    assert known.without("merged_from", ["a", "b", "c"], ["a"], ["a", "b"]) == ["a", "c"]
    assert known.without("extraction_count", 7, 2, 5) == 4
    assert known.without("name", "later", "before", "after") == "later"
    assert (
        known.without("created_at", "2026-01-01T00:00:00Z", "b", "2026-01-01T01:00:00+01:00") == "b"
    )
