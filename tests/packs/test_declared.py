"""What a pack may declare is read somewhere: nothing is declared in vain."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from packs import spec

ROOT = Path(__file__).parents[2]
APPS = ("packs", "memories", "entities", "graph", "memory_site", "nlp")
# By a method of the declaration itself.
READ_BY_SPEC = {"by_type", "half_life_days"}
DECLARED = [
    (cls, field.name)
    for cls in (spec.PackSpec, spec.EntityTypeSpec, spec.RelationTypeSpec, spec.DecayPolicy,
                spec.PrivacyPolicy, spec.Hint, spec.ScheduleSpec)
    for field in fields(cls)
]  # fmt: skip


@pytest.fixture(scope="module")
def code() -> str:
    files = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    return "\n".join(
        path.read_text("utf-8") for path in files if path.name not in {"spec.py", "types.py"}
    )


@pytest.mark.parametrize(("cls", "name"), DECLARED, ids=lambda one: getattr(one, "__name__", one))
def test_it_is_read(code: str, cls: type, name: str) -> None:
    assert re.search(rf"\w\.{name}\b", code) or name in READ_BY_SPEC
