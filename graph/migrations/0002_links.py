"""Links between memories, and triggers that note which nodes of the graph change."""

from django.db import migrations, models

from core.db.fields import is_space, unit_interval

CHANGED = "INSERT INTO graph_changes (base_user, kind, key) VALUES ({person}, '{kind}', {key});"
# Of rows whose memory is gone already, nobody knows the person: everybody's edges are read again.
PERSON = "substr({0}, 1, instr({0}, '#') - 1)"
OF_MEMORY = "coalesce((SELECT substr(user_id, 1, instr(user_id, '#') - 1) FROM memories WHERE id = {0}), '')"


def changed(row, ends, owner):
    """Return the statements that name the nodes at the ends of a row, OLD or NEW."""
    person = owner.format(f"{row}.user_id") if owner == PERSON else owner.format(f"{row}.memory_id")
    return " ".join(CHANGED.format(person=person, kind=kind, key=f"{row}.{column}" if column else "''") for kind, column in ends)


def trigger(name, event, table, body, condition=""):
    """Return a pair of statements that create and drop a trigger."""
    when = f"WHEN {condition} " if condition else ""
    return (
        f"CREATE TRIGGER graph_{name} AFTER {event} ON {table} {when}BEGIN {body} END",
        f"DROP TRIGGER IF EXISTS graph_{name}",
    )


def of_edges(table, ends, columns, owner=PERSON):
    """Return the triggers of a table of edges: each names both ends."""
    old, new = changed("OLD", ends, owner), changed("NEW", ends, owner)
    return [
        trigger(f"{table}_insert", "INSERT", table, new),
        trigger(f"{table}_delete", "DELETE", table, old),
        trigger(f"{table}_update", f"UPDATE OF {columns}", table, f"{old} {new}"),
    ]


def differs(*columns):
    return " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in columns)


VISIBLE = ("user_id", "namespace", "invalidated_at", "archived_at", "searchable", "consolidated_flag")
EVERYTHING = [("", "")]
OF_CONTEXT = [("memory", "id"), ("context", "")]
TRIGGERS = [
    *of_edges(
        "memory_links",
        [("memory", "src_memory_id"), ("memory", "dst_memory_id")],
        "src_memory_id, dst_memory_id, relation_type, weight, confidence_score, validation_status",
    ),
    *of_edges(
        "entity_relations",
        [("entity", "source_id"), ("entity", "target_id")],
        "source_id, target_id, relation_type, weight, confidence_score, validation_status,"
        " valid_from, valid_to, recorded_at, superseded_at",
    ),
    *of_edges(
        "entity_memory_links",
        [("entity", "entity_id"), ("memory", "memory_id")],
        "entity_id, memory_id, link_type, extraction_confidence",
    ),
    *of_edges("memory_tags", [("memory", "memory_id"), ("tag", "")], "memory_id, tag_id", OF_MEMORY),
    *of_edges(
        "thread_memberships",
        [("memory", "memory_id"), ("thread", "thread_id")],
        "memory_id, thread_id, confidence",
    ),
    trigger("memories_insert", "INSERT", "memories", changed("NEW", OF_CONTEXT, PERSON),
            "NEW.context_id IS NOT NULL"),
    trigger("memories_delete", "DELETE", "memories", changed("OLD", EVERYTHING, PERSON)),
    trigger("memories_context", "UPDATE OF context_id", "memories",
            changed("NEW", OF_CONTEXT, PERSON), differs("context_id")),
    trigger("memories_update", f"UPDATE OF {', '.join(VISIBLE)}", "memories",
            changed("NEW", EVERYTHING, PERSON), differs(*VISIBLE)),
    trigger("entities_update", "UPDATE OF user_id, merged_into_id, validation_status", "entities",
            changed("NEW", EVERYTHING, PERSON),
            f"{differs('user_id', 'merged_into_id')} OR (OLD.validation_status = 'rejected')"
            " <> (NEW.validation_status = 'rejected')"),
    trigger("entities_delete", "DELETE", "entities", changed("OLD", EVERYTHING, PERSON)),
    trigger("tags_update", "UPDATE OF name_key", "tags", changed("NEW", EVERYTHING, PERSON)),
    trigger("contexts_update", "UPDATE OF name_key", "contexts", changed("NEW", EVERYTHING, PERSON)),
]  # fmt: skip


class Migration(migrations.Migration):
    """Create what refers to memories, and the triggers on tables of all apps."""

    dependencies = [("entities", "0002_mentions"), ("graph", "0001_tables"), ("memories", "0001_tables")]

    operations = [
        # Memories refer to relations, which is why this one waits.
        migrations.AddField(
            model_name="entityrelation",
            name="evidence",
            field=models.ManyToManyField(
                blank=True, db_table="entity_relation_evidence", related_name="evidenced_relations", to="memories.memory", verbose_name="evidence memories"
            ),
        ),
        migrations.CreateModel(
            name="MemoryLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("namespace", models.CharField(blank=True, max_length=255, verbose_name="namespace")),
                ("relation_subtype", models.CharField(blank=True, max_length=64, verbose_name="subtype")),
                ("direction", models.CharField(default="forward", max_length=16, verbose_name="direction")),
                ("weight", models.FloatField(default=1.0, verbose_name="weight")),
                ("evidence_count", models.PositiveIntegerField(default=1, verbose_name="evidence")),
                ("confidence_score", models.FloatField(default=1.0, verbose_name="confidence")),
                ("extraction_method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                ("extraction_confidence", models.FloatField(blank=True, null=True, verbose_name="extraction confidence")),
                ("keywords_common", models.JSONField(blank=True, default=list, verbose_name="common words")),
                ("context_window", models.PositiveIntegerField(blank=True, null=True, verbose_name="window")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("last_evidence_at", models.DateTimeField(blank=True, null=True, verbose_name="last evidence")),
                (
                    "validation_status",
                    models.CharField(
                        choices=[("unvalidated", "Unvalidated"), ("proposed", "Proposed"), ("accepted", "Accepted"), ("rejected", "Rejected")],
                        default="unvalidated",
                        max_length=16,
                        verbose_name="validation",
                    ),
                ),
                ("validation_by", models.CharField(blank=True, max_length=128, verbose_name="validated by")),
                ("notes", models.CharField(blank=True, max_length=2000, verbose_name="reason")),
                ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("properties", models.JSONField(blank=True, default=dict, verbose_name="properties")),
                ("dst_memory", models.ForeignKey(on_delete=models.CASCADE, related_name="links_in", to="memories.memory", verbose_name="to")),
                ("src_memory", models.ForeignKey(on_delete=models.CASCADE, related_name="links_out", to="memories.memory", verbose_name="from")),
                ("relation_type", models.ForeignKey(db_column="relation_type", on_delete=models.PROTECT, to="graph.relationtype", verbose_name="type")),
            ],
            options={
                "verbose_name": "link",
                "verbose_name_plural": "links",
                "db_table": "memory_links",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["user_id"], name="idx_memory_links_user_id"),
                    models.Index(fields=["weight"], name="idx_memory_links_weight"),
                    models.Index(fields=["confidence_score"], name="idx_memory_links_confidence"),
                    models.Index(fields=["last_used_at"], name="idx_memory_links_last_used"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("src_memory", "dst_memory", "relation_type"), name="uq_memory_links_pair"),
                    models.CheckConstraint(condition=models.Q(("src_memory", models.F("dst_memory")), _negated=True), name="memory_links_no_self_loop"),
                    is_space("memory_links_user_id"),
                    unit_interval("weight", "memory_links_weight"),
                    unit_interval("confidence_score", "memory_links_confidence"),
                ],
            },
        ),
        # As lists, which Django runs as they are: it parses a text, which takes longer than all else.
        migrations.RunSQL([create for create, _drop in TRIGGERS], [drop for _create, drop in TRIGGERS]),
    ]
