"""Tables of the graph: relations and their types, analyses, changes, layouts, views."""

import uuid

from django.db import migrations, models

from core.db.fields import CompactEncoder, is_space, unit_interval

# key: (Japanese, English, scope, family, inverse, directed, symmetric, transitivity, single_valued)
M, E, B = "memories", "entities", "both"
TYPES = {
    "mentions": ("言及", "Mentions", B, "mentions", "", False, True, "none", False),
    "relates_to": ("関連", "Relates to", B, "related", "", False, True, "none", False),
    "contains": ("包含", "Contains", B, "contains", "part_of", True, False, "full", False),
    "located_at": ("位置", "Located at", E, "located_in", "", True, False, "limited", True),
    "participates_in": ("参加", "Participates in", E, "participates_in", "", True, False, "none", False),
    "causes": ("原因", "Causes", B, "causes", "caused_by", True, False, "limited", False),
    "co_occurrence": ("共起", "Occurs with", B, "co_occurrence", "", False, True, "none", False),
    "sequence": ("連続", "Followed by", B, "sequence", "", True, False, "full", False),
    "similarity": ("類似", "Similar", B, "similar_to", "", False, True, "none", False),
    "opposition": ("対立", "Opposes", B, "contradicts", "", False, True, "none", False),
    "dependency": ("依存", "Depends on", B, "depends_on", "", True, False, "full", False),
    "ownership": ("所有", "Owns", E, "owns", "", True, False, "none", False),
    # memory to memory
    "temporal_sequence": ("時間的連続", "Before", M, "sequence", "", True, False, "full", False),
    "temporal_parallel": ("時間的並行", "At the same time", M, "parallel", "", False, True, "none", False),
    "temporal_causality": ("時間的因果", "Leads to", M, "causes", "", True, False, "limited", False),
    "semantic_similarity": ("意味的類似", "Similar in meaning", M, "similar_to", "", False, True, "none", False),
    "thematic_connection": ("テーマ関連", "Same theme", M, "same_topic", "", False, True, "none", False),
    "conceptual_hierarchy": ("概念階層", "Broader than", M, "type_of", "", True, False, "full", False),
    "causality": ("因果関係", "Causes", M, "causes", "caused_by", True, False, "limited", False),
    "reference": ("参照", "Refers to", M, "reference", "", True, False, "none", False),
    "elaboration": ("詳細化", "Elaborates", M, "extends", "", True, False, "none", False),
    "contradiction": ("矛盾", "Contradiction", M, "contradicts", "", False, True, "none", False),
    "same_session": ("同一セッション", "Same session", M, "same_session", "", False, True, "none", False),
    "conversation_flow": ("会話流れ", "Conversation flow", M, "continuation", "", True, False, "none", False),
    "supports": ("支持", "Supports", M, "supports", "", True, False, "none", False),
    "conflicts": ("対立する", "Conflicts with", M, "contradicts", "", False, True, "none", False),
    "explains": ("説明", "Explains", M, "explains", "", True, False, "none", False),
    "reply_to": ("返信", "Replies to", M, "reply_to", "", True, False, "none", False),
    "continuation": ("続き", "Continues", M, "continuation", "", True, False, "none", False),
    "caused_by": ("原因となった", "Caused by", B, "causes", "causes", True, False, "limited", False),
    "same_topic": ("同じ話題", "Same topic", M, "same_topic", "", False, True, "none", False),
    "related": ("関連する", "Related", M, "related", "", False, True, "none", False),
    "supersedes": ("置き換える", "Supersedes", M, "supersedes", "", True, False, "full", False),
    "contradicts": ("矛盾する", "Contradicts", M, "contradicts", "", False, True, "none", False),
    "extends": ("拡張する", "Extends", M, "extends", "", True, False, "none", False),
    "depends_on": ("前提とする", "Depends on", M, "depends_on", "", True, False, "full", False),
    # entity to entity
    "family_member": ("家族", "Family", E, "family_member", "", False, True, "none", False),
    "friend": ("友人", "Friend", E, "friend", "", False, True, "none", False),
    "colleague": ("同僚", "Colleague", E, "colleague", "", False, True, "none", False),
    "knows": ("知人", "Knows", E, "knows", "", False, True, "none", False),
    "located_in": ("所在", "Located in", E, "located_in", "", True, False, "full", True),
    "near_to": ("近接", "Near", E, "near_to", "", False, True, "none", False),
    "part_of": ("部分", "Part of", E, "contains", "contains", True, False, "full", False),
    "member_of": ("所属", "Member of", E, "member_of", "", True, False, "none", False),
    "works_for": ("勤務", "Works for", E, "works_for", "", True, False, "none", True),
    "leads": ("指導", "Leads", E, "leads", "", True, False, "none", False),
    "instance_of": ("インスタンス", "Instance of", E, "instance_of", "", True, False, "none", False),
    "type_of": ("タイプ", "Kind of", E, "type_of", "", True, False, "full", False),
    "similar_to": ("似ている", "Similar to", E, "similar_to", "", False, True, "none", False),
    # one thing in two packs
    "same_as": ("同一", "Same as", E, "same_as", "", False, True, "full", False),
}


def add_types(apps, schema_editor):
    RelationType = apps.get_model("graph", "RelationType")
    RelationType.objects.using(schema_editor.connection.alias).bulk_create(
        [
            RelationType(
                type_name=key,
                display_name=ja,
                display_name_en=en,
                scope=scope,
                canonical_type=family,
                inverse_type=inverse,
                is_directed=directed,
                is_symmetric=symmetric,
                transitivity=transitivity,
                single_valued=single,
                line_style="solid" if directed else "dashed",
                arrow_style="arrow" if directed else "",
            )
            for key, (ja, en, scope, family, inverse, directed, symmetric, transitivity, single) in TYPES.items()
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    """Create what refers to no memory, and the types that every database has."""

    initial = True

    dependencies = [("entities", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="RelationType",
            fields=[
                ("type_name", models.CharField(max_length=165, primary_key=True, serialize=False, verbose_name="type")),
                ("owner", models.CharField(blank=True, editable=False, max_length=100, null=True, verbose_name="person")),
                ("display_name", models.CharField(max_length=100, verbose_name="Japanese name")),
                ("display_name_en", models.CharField(max_length=100, verbose_name="English name")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                (
                    "scope",
                    models.CharField(choices=[("memories", "Memories"), ("entities", "Entities"), ("both", "Both")], max_length=16, verbose_name="connects"),
                ),
                ("canonical_type", models.CharField(max_length=64, verbose_name="family")),
                ("inverse_type", models.CharField(blank=True, max_length=165, verbose_name="inverse")),
                ("is_directed", models.BooleanField(default=True, verbose_name="directed")),
                ("is_symmetric", models.BooleanField(default=False, verbose_name="symmetric")),
                (
                    "transitivity",
                    models.CharField(
                        choices=[("none", "None"), ("limited", "Limited"), ("full", "Full")], default="none", max_length=8, verbose_name="transitivity"
                    ),
                ),
                ("single_valued", models.BooleanField(default=False, verbose_name="one value at a time")),
                ("source_types", models.JSONField(blank=True, default=list, verbose_name="source types")),
                ("target_types", models.JSONField(blank=True, default=list, verbose_name="target types")),
                ("default_weight", models.FloatField(default=1.0, verbose_name="default weight")),
                ("confidence_threshold", models.FloatField(default=0.3, verbose_name="confidence floor")),
                ("color", models.CharField(blank=True, max_length=32, verbose_name="colour")),
                ("line_style", models.CharField(default="solid", max_length=16, verbose_name="line")),
                ("arrow_style", models.CharField(blank=True, max_length=16, verbose_name="arrow")),
                ("is_system_type", models.BooleanField(default=True, verbose_name="system type")),
                ("is_user_defined", models.BooleanField(default=False, verbose_name="user-defined")),
                ("extraction_rules", models.JSONField(blank=True, default=list, verbose_name="extraction rules")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("updated_at", models.DateTimeField(auto_now=True, null=True, verbose_name="updated")),
                (
                    "renames",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="renamings",
                        to="graph.relationtype",
                        verbose_name="renames",
                    ),
                ),
            ],
            options={
                "verbose_name": "relation type",
                "verbose_name_plural": "relation types",
                "db_table": "relation_types",
                "ordering": ["type_name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("is_symmetric", False), ("is_directed", False), _connector="OR"), name="symmetric_is_undirected"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntityRelation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("weight", models.FloatField(default=1.0, verbose_name="weight")),
                ("confidence_score", models.FloatField(default=1.0, verbose_name="confidence")),
                ("evidence_count", models.PositiveIntegerField(default=1, verbose_name="evidence")),
                ("reason", models.CharField(blank=True, max_length=2000, verbose_name="reason")),
                ("extraction_method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                ("valid_from", models.DateTimeField(blank=True, null=True, verbose_name="held from")),
                ("valid_to", models.DateTimeField(blank=True, null=True, verbose_name="held until")),
                ("recorded_at", models.DateTimeField(verbose_name="recorded")),
                ("superseded_at", models.DateTimeField(blank=True, null=True, verbose_name="superseded")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
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
                ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("properties", models.JSONField(blank=True, default=dict, verbose_name="properties")),
                (
                    "source",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="relations_out", to="entities.entity", to_field="entity_id", verbose_name="from"),
                ),
                (
                    "target",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="relations_in", to="entities.entity", to_field="entity_id", verbose_name="to"),
                ),
                ("relation_type", models.ForeignKey(db_column="relation_type", on_delete=models.PROTECT, to="graph.relationtype", verbose_name="type")),
            ],
            options={
                "verbose_name": "relation",
                "verbose_name_plural": "relations",
                "db_table": "entity_relations",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["user_id", "relation_type"], name="idx_entity_relations_type"),
                    models.Index(fields=["confidence_score"], name="idx_entity_relations_conf"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("superseded_at", None)), fields=("source", "target", "relation_type"), name="uq_entity_relations_current"
                    ),
                    models.CheckConstraint(condition=models.Q(("source", models.F("target")), _negated=True), name="entity_relations_no_self_loop"),
                    models.CheckConstraint(
                        condition=models.Q(("valid_to", None), ("valid_from", None), ("valid_to__gte", models.F("valid_from")), _connector="OR"),
                        name="entity_relations_valid_order",
                    ),
                    is_space("entity_relations_user_id"),
                    unit_interval("weight", "entity_relations_weight"),
                    unit_interval("confidence_score", "entity_relations_confidence"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GraphAnalysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("packs", models.CharField(max_length=1000, verbose_name="packs")),
                ("requested_at", models.DateTimeField(blank=True, null=True, verbose_name="asked for")),
                ("computed_at", models.DateTimeField(blank=True, null=True, verbose_name="computed")),
                ("seconds", models.FloatField(default=0.0, verbose_name="took (s)")),
                ("node_count", models.PositiveIntegerField(default=0, verbose_name="nodes")),
                ("edge_count", models.PositiveIntegerField(default=0, verbose_name="edges")),
                ("fingerprint", models.TextField(blank=True, verbose_name="state of the graph")),
                ("statistics", models.JSONField(blank=True, default=dict, verbose_name="statistics")),
                ("node_metrics", models.BinaryField(blank=True, default=bytes, verbose_name="measures of nodes")),
            ],
            options={
                "verbose_name": "analysis of a graph",
                "verbose_name_plural": "analyses of graphs",
                "db_table": "graph_analyses",
                "constraints": [
                    models.UniqueConstraint(fields=("base_user", "packs"), name="uq_graph_analyses"),
                ],
            },
        ),
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
                "indexes": [
                    models.Index(fields=["base_user", "id"], name="idx_graph_changes_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GraphLayout",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("focus", models.CharField(blank=True, max_length=300, verbose_name="focus")),
                ("positions", models.JSONField(default=dict, encoder=CompactEncoder, verbose_name="positions")),
                ("pinned", models.JSONField(blank=True, default=list, encoder=CompactEncoder, verbose_name="pinned")),
                ("updated_at", models.DateTimeField(verbose_name="updated")),
            ],
            options={
                "verbose_name": "graph layout",
                "verbose_name_plural": "graph layouts",
                "db_table": "graph_layouts",
                "ordering": ["-updated_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("base_user", "focus"), name="uq_graph_layouts_focus"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("state", models.JSONField(blank=True, default=dict, encoder=CompactEncoder, verbose_name="state")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(verbose_name="updated")),
            ],
            options={
                "verbose_name": "graph view",
                "verbose_name_plural": "graph views",
                "db_table": "graph_views",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("base_user", "name"), name="uq_graph_views_name"),
                ],
            },
        ),
        # Backwards, types stay because rows may use them; they go with their table.
        migrations.RunPython(add_types, migrations.RunPython.noop),
    ]
