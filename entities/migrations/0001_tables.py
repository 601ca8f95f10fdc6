"""Tables of people and things, and the types that every database has."""

import uuid

from django.db import migrations, models

from core.db.fields import is_space, unit_interval

# key, Japanese, English, description, icon, color
TYPES = [
    ("Person", "人物", "Person", "個人・人物・キャラクター", "user", "#0072b2"),
    ("Location", "場所", "Place", "地理的位置・建物・空間", "pin", "#009e73"),
    ("Event", "出来事", "Event", "イベント・行動・変化", "calendar", "#d55e00"),
    ("Concept", "概念", "Concept", "抽象的概念・アイデア", "idea", "#8a6fb0"),
    ("Object", "物体", "Object", "有形・無形のオブジェクト", "box", "#7a6a53"),
    ("Organization", "組織", "Organization", "会社・団体・グループ", "building", "#56b4e9"),
    ("TimeUnit", "時間", "Time", "時刻・期間・スケジュール", "clock", "#999999"),
    ("Task", "タスク", "Task", "作業・TODO", "check", "#e69f00"),
    ("Document", "文書", "Document", "ファイル・記録・参考資料", "file", "#b08d00"),
    ("Technology", "技術", "Technology", "ツール・システム・技術要素", "chip", "#cc79a7"),
    ("Project", "プロジェクト", "Project", "目的と期間のある取り組み", "folder", "#4477cc"),
    ("Pet", "ペット", "Pet", "名前のある飼われている動物", "paw", "#7a6a53"),
    ("CreativeWork", "作品", "Creative work", "本・映画・番組・ゲーム・曲", "book", "#b08d00"),
]


def add_types(apps, schema_editor):
    EntityType = apps.get_model("entities", "EntityType")
    EntityType.objects.using(schema_editor.connection.alias).bulk_create(
        [
            EntityType(type_name=key, display_name=ja, display_name_en=en, description=about, icon=icon, color=color)
            for key, ja, en, about, icon, color in TYPES
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    """Create what refers to no memory, and the types."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="EntityType",
            fields=[
                ("type_name", models.CharField(max_length=165, primary_key=True, serialize=False, verbose_name="type")),
                ("owner", models.CharField(blank=True, editable=False, max_length=100, null=True, verbose_name="person")),
                ("display_name", models.CharField(max_length=100, verbose_name="Japanese name")),
                ("display_name_en", models.CharField(max_length=100, verbose_name="English name")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("icon", models.CharField(blank=True, max_length=32, verbose_name="icon")),
                ("color", models.CharField(blank=True, max_length=32, verbose_name="colour")),
                ("level", models.PositiveSmallIntegerField(default=0, verbose_name="level")),
                ("required_attributes", models.JSONField(blank=True, default=list, verbose_name="required attributes")),
                ("optional_attributes", models.JSONField(blank=True, default=list, verbose_name="optional attributes")),
                ("validation_rules", models.JSONField(blank=True, default=dict, verbose_name="validation rules")),
                ("is_system_type", models.BooleanField(default=True, verbose_name="system type")),
                ("is_user_defined", models.BooleanField(default=False, verbose_name="user-defined")),
                ("usage_count", models.PositiveIntegerField(default=0, verbose_name="uses")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("updated_at", models.DateTimeField(auto_now=True, null=True, verbose_name="updated")),
                (
                    "parent_type",
                    models.ForeignKey(
                        blank=True,
                        db_column="parent_type",
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="children",
                        to="entities.entitytype",
                        verbose_name="parent",
                    ),
                ),
                (
                    "renames",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="renamings",
                        to="entities.entitytype",
                        verbose_name="renames",
                    ),
                ),
            ],
            options={
                "verbose_name": "entity type",
                "verbose_name_plural": "entity types",
                "db_table": "entity_types",
                "ordering": ["type_name"],
            },
        ),
        migrations.CreateModel(
            name="Entity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entity_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="entity id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("entity_subtype", models.CharField(blank=True, max_length=64, verbose_name="subtype")),
                ("name", models.CharField(max_length=255, verbose_name="name")),
                ("name_key", models.CharField(editable=False, max_length=255, verbose_name="look-up key")),
                ("reading", models.CharField(blank=True, max_length=255, verbose_name="reading")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("confidence_score", models.FloatField(default=0.5, verbose_name="confidence")),
                ("extraction_count", models.PositiveIntegerField(default=0, verbose_name="mentions")),
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
                ("attributes", models.JSONField(blank=True, default=dict, verbose_name="attributes")),
                ("coordinates", models.JSONField(blank=True, null=True, verbose_name="coordinates")),
                ("temporal_info", models.JSONField(blank=True, null=True, verbose_name="dates")),
                ("importance_score", models.FloatField(default=0.5, verbose_name="importance")),
                ("usage_count", models.PositiveIntegerField(default=0, verbose_name="uses")),
                ("last_mentioned_at", models.DateTimeField(blank=True, null=True, verbose_name="last mentioned")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
                ("merged_from", models.JSONField(blank=True, default=list, verbose_name="merged from")),
                ("extra_data", models.JSONField(blank=True, default=dict, verbose_name="extra data")),
                ("entity_type", models.ForeignKey(db_column="entity_type", on_delete=models.PROTECT, to="entities.entitytype", verbose_name="type")),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="merged",
                        to="entities.entity",
                        to_field="entity_id",
                        verbose_name="merged into",
                    ),
                ),
            ],
            options={
                "verbose_name": "entity",
                "verbose_name_plural": "entities",
                "db_table": "entities",
                "ordering": ["-importance_score", "name"],
                "indexes": [
                    models.Index(fields=["user_id", "name_key"], name="idx_entities_name_key"),
                    models.Index(fields=["user_id", "entity_type"], name="idx_entities_type"),
                    models.Index(fields=["name"], name="idx_entities_name"),
                    models.Index(fields=["user_id", "-importance_score"], name="idx_entities_importance"),
                    models.Index(fields=["user_id", "-last_mentioned_at"], name="idx_entities_last_mentioned"),
                ],
                "constraints": [
                    is_space("entities_user_id"),
                    unit_interval("confidence_score", "entities_confidence"),
                    unit_interval("importance_score", "entities_importance"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntityAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("alias", models.CharField(max_length=255, verbose_name="alias")),
                ("alias_key", models.CharField(editable=False, max_length=255, verbose_name="look-up key")),
                ("reading", models.CharField(blank=True, max_length=255, verbose_name="reading")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                (
                    "entity",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="aliases", to="entities.entity", to_field="entity_id", verbose_name="entity"),
                ),
            ],
            options={
                "verbose_name": "alias",
                "verbose_name_plural": "aliases",
                "db_table": "entity_aliases",
                "indexes": [
                    models.Index(fields=["user_id", "alias_key"], name="idx_entity_aliases_key"),
                ],
                "constraints": [
                    is_space("entity_aliases_user_id"),
                    models.UniqueConstraint(fields=("entity", "alias_key"), name="uq_entity_alias"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntityVectorMetadata",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="vector",
                        serialize=False,
                        to="entities.entity",
                        to_field="entity_id",
                        verbose_name="entity",
                    ),
                ),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("entity_type", models.CharField(max_length=64, verbose_name="type")),
                ("source_type", models.CharField(blank=True, max_length=32, verbose_name="source")),
                ("generation_method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                ("aggregated_from", models.JSONField(blank=True, default=list, verbose_name="made from")),
                ("embedding_model", models.CharField(blank=True, max_length=128, verbose_name="embedding model")),
                ("content_hash", models.CharField(blank=True, max_length=64, verbose_name="text hash")),
                ("confidence_score", models.FloatField(blank=True, null=True, verbose_name="confidence")),
                ("update_frequency", models.PositiveIntegerField(default=0, verbose_name="updates")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
            ],
            options={
                "verbose_name": "entity vector",
                "verbose_name_plural": "entity vectors",
                "db_table": "entity_vector_metadata",
                "constraints": [
                    is_space("entity_vector_metadata_user_id"),
                ],
            },
        ),
        # Backwards, types stay because rows may use them; they go with their table.
        migrations.RunPython(add_types, migrations.RunPython.noop),
    ]
