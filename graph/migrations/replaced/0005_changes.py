from django.db import migrations, models

CHANGED = "INSERT INTO graph_changes (base_user, kind, key) VALUES ({person}, '{kind}', {key});"
# Of rows whose memory is gone already, nobody knows the person: everybody's edges are read again.
PERSON = "substr({0}, 1, instr({0}, '#') - 1)"
OF_MEMORY = "coalesce((SELECT substr(user_id, 1, instr(user_id, '#') - 1) FROM memories WHERE id = {0}), '')"


def changed(row, ends, owner):
    """Return the statements that name the nodes at the ends of a row, OLD or NEW."""
    person = owner.format(f"{row}.user_id") if owner == PERSON else owner.format(f"{row}.memory_id")
    return " ".join(
        CHANGED.format(person=person, kind=kind, key=f"{row}.{column}" if column else "''")
        for kind, column in ends
    )


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
    """Note which nodes change; the table of cached paths, which nothing wrote, goes."""

    dependencies = [
        ("graph", "0004_analyses"),
        ("memories", "0006_settled"),
    ]

    operations = [
        migrations.DeleteModel(name="GraphCache"),
        migrations.CreateModel(
            name="GraphChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base_user", models.CharField(blank=True, max_length=100, verbose_name="person")),
                ("kind", models.CharField(blank=True, max_length=8, verbose_name="kind")),
                ("key", models.CharField(blank=True, max_length=32, verbose_name="node")),
            ],
            options={
                "verbose_name": "changed node",
                "verbose_name_plural": "changed nodes",
                "db_table": "graph_changes",
                "indexes": [models.Index(fields=["base_user", "id"], name="idx_graph_changes_person")],
            },
        ),
        *(migrations.RunSQL(create, drop) for create, drop in TRIGGERS),
    ]
