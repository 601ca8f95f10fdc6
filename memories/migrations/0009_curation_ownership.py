from django.db import migrations

from core.db.operations import FixedOwner, SameOwner

MEMORY = ("memory_id", "memories", "id")
SUBJECT = ("subject_id", "entities", "entity_id")


class Migration(migrations.Migration):
    dependencies = [("memories", "0008_curation"), ("entities", "0005_rulings")]

    operations = [
        FixedOwner("proposals"),
        FixedOwner("inbox_rules"),
        SameOwner("proposals", [("rule_id", "inbox_rules", "id")]),
        SameOwner("proposal_evidence", [("proposal_id", "proposals", "id"), MEMORY], owner=None),
        SameOwner("mention_rulings", [MEMORY, ("entity_id", "entities", "entity_id")]),
        SameOwner(
            "state",
            [SUBJECT, ("relation_id", "entity_relations", "id")],
            replaced=[SUBJECT],
        ),
    ]
