from django.db import migrations

from core.db.operations import FixedOwner, SameOwner

MEMORY = ("memory_id", "memories", "id")


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_search_indexes")]

    operations = [
        # A run crosses the packs of one person, so its owner is the bare person.
        FixedOwner("retrieval_runs", key="run_id", owner="base_user"),
        SameOwner("retrieval_runs", [MEMORY], owner="base_user"),
        SameOwner("feedback", [("run_id", "retrieval_runs", "run_id", "base_user"), MEMORY], owner=None),
    ]
