"""Asked in a process of its own of a database that was brought over; answers in JSON.

``python -m tests.upgrades.ask_upgraded CHANGE_ID EMPTY_DATABASE``, with the environment of the
data directory.
"""

import json
import sys
from typing import Any
from uuid import UUID

import django

django.setup()

from django.contrib.admin.models import LogEntry  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.contenttypes.models import ContentType  # noqa: E402
from django.db import connection, connections  # noqa: E402

from core.caller import Caller  # noqa: E402
from core.journal.replay import (  # noqa: E402
    differences,
    read_journal,
    replay,
    verify,
)
from core.models import Revision  # noqa: E402
from memories.models import Memory  # noqa: E402
from memories.schemas import SearchInput  # noqa: E402
from memories.services.history import undo  # noqa: E402
from memories.services.search import recall  # noqa: E402

QUERIES = ("冷凍倉庫の温度", "Aozora budget")


def asked(change_id: UUID, empty: str) -> dict[str, Any]:
    """Replay the journal into an empty database, search, undo a change, see what refers."""
    options = {**connection.settings_dict["OPTIONS"], "encryption_key": ""}
    connections.databases["empty"] = {
        **connection.settings_dict, "NAME": empty, "OPTIONS": options,
    }  # fmt: skip
    done = replay(into="empty")
    left = differences(read_journal(), using="empty")
    entry = Revision.objects.get(change_id=change_id, target_type="memory")
    memory = Memory.objects.get(uid=entry.target_id)
    owner = Caller(base_user=memory.user_id.partition("#")[0])
    found = [recall(owner, SearchInput(query=query), record=False) for query in QUERIES]
    undo(owner, change_id)
    memory.refresh_from_db()
    return {
        "found": [one.results[0].memory.text for one in found],
        "replayed": done.rows,
        "differences": [str(one) for one in left],
        "undone_text": memory.raw_text,
        "sound": verify().is_sound,
        "journal": _what_refers_to_the_journal(),
    }


def _what_refers_to_the_journal() -> dict[str, bool]:
    label = Revision._meta.app_label
    reader = User.objects.exclude(is_superuser=True).get()
    entry = LogEntry.objects.get()
    group = reader.groups.get().permissions.get()
    return {
        "one content type": ContentType.objects.filter(model="revision").count() == 1,
        "permission": reader.has_perm(f"{label}.view_revision"),
        "group": group.content_type.app_label == label,
        "log": entry.content_type is not None and entry.content_type.model_class() is Revision,
    }


if __name__ == "__main__":
    json.dump(asked(UUID(sys.argv[1]), sys.argv[2]), sys.stdout)
