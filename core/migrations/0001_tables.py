"""The table of the journal."""

import uuid

from django.db import migrations, models

from core.db.fields import is_space
from core.db.operations import AppendOnly
from core.db.packed_json import PackedJSONField


class Migration(migrations.Migration):
    """Create the journal, and the triggers that keep it append-only."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Revision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("CREATE", "Created"),
                            ("UPDATE", "Changed"),
                            ("DELETE", "Deleted"),
                            ("MERGE", "Merged"),
                            ("SPLIT", "Split"),
                            ("VALIDATE", "Validated"),
                            ("INVALIDATE", "Invalidated"),
                            ("RESTORE", "Restored"),
                            ("ERASE", "Erased"),
                            ("ACCESS", "Recalled"),
                        ],
                        max_length=12,
                        verbose_name="action",
                    ),
                ),
                ("target_type", models.CharField(max_length=32, verbose_name="kind")),
                ("target_id", models.CharField(max_length=64, verbose_name="target")),
                ("change_id", models.UUIDField(default=uuid.uuid4, verbose_name="change")),
                ("before", PackedJSONField(blank=True, null=True, verbose_name="before")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("evidence", models.JSONField(blank=True, default=list, verbose_name="evidence")),
                ("actor", models.CharField(max_length=128, verbose_name="by")),
                ("session_id", models.CharField(blank=True, max_length=26, verbose_name="session")),
                ("created_at", models.DateTimeField(verbose_name="when")),
                ("erased_at", models.DateTimeField(blank=True, null=True, verbose_name="payload erased")),
                ("after", PackedJSONField(blank=True, null=True, verbose_name="after")),
            ],
            options={
                "verbose_name": "revision",
                "verbose_name_plural": "journal",
                "db_table": "revisions",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["target_type", "target_id", "-id"], name="idx_events_entity_time"),
                    models.Index(condition=models.Q(("session_id", ""), _negated=True), fields=["session_id"], name="idx_events_session"),
                    models.Index(fields=["action", "-id"], name="idx_events_type"),
                    models.Index(fields=["user_id", "-id"], name="idx_events_user"),
                    models.Index(fields=["change_id"], name="idx_events_change"),
                ],
                "constraints": [
                    is_space("revisions_user_id"),
                ],
            },
        ),
        AppendOnly(
            "revisions",
            payload=["before", "after"],
            notes=["reason"],
            fixed=[
                "id",
                "user_id",
                "action",
                "target_type",
                "target_id",
                "change_id",
                "evidence",
                "actor",
                "session_id",
                "created_at",
            ],
        ),
    ]
