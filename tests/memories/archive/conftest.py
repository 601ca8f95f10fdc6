"""A person with rows in every table, and archives of them."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from accounts.services.users import user_create
from core.caller import Caller
from entities.models import EntityType
from graph.models import RelationType
from memories.services.archive.exporting.writing import export_archive
from memories.services.archive.importing.storing import (
    ImportedArchive,
    ImportOptions,
    import_archive,
)
from memories.services.archive.tables import TABLES


def exported(caller: Caller, **options: Any) -> bytes:
    """Return an archive of a person."""
    file = io.BytesIO()
    export_archive(caller, file, **options)
    return file.getvalue()


def imported(caller: Caller, raw: bytes, **options: Any) -> ImportedArchive:
    """Import an archive."""
    return import_archive(caller, io.BytesIO(raw), ImportOptions(**options))


def members(raw: bytes) -> dict[str, bytes]:
    """Return the data members of an archive."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if "data/" in name}


def lines(raw: bytes, member: str) -> list[dict[str, Any]]:
    """Return the lines of a member."""
    return [json.loads(line) for line in members(raw)[f"data/{member}.jsonl"].splitlines()]


def stored() -> dict[str, list[Any]]:
    """Return every row of the exported tables."""
    rows: dict[str, list[Any]] = {}
    for table in TABLES:
        rows[table.member] = list(table.model._base_manager.order_by("pk").values())
    for model in apps.get_models(include_auto_created=True):
        if model._meta.auto_created and model._meta.app_label in ("graph", "memories"):
            rows[model._meta.label] = list(model._base_manager.order_by("pk").values())
    return rows


@pytest.fixture
def start_anew() -> Callable[..., None]:
    """Empty the database, and make people again."""

    def _start_anew(*names: str) -> None:
        kept = {model: list(model.objects.shared()) for model in (EntityType, RelationType)}
        call_command("flush", interactive=False, verbosity=0)
        for model, types in kept.items():
            model.objects.all().delete()
            model.objects.bulk_create(types)
        for name in names:
            user_create(name=name)

    return _start_anew
