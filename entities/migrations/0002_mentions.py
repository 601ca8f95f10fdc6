"""Tables of mentions: where memories name people and things."""

from django.db import migrations, models

from core.db.fields import is_space, unit_interval


class Migration(migrations.Migration):
    """Create what refers to memories as well."""

    dependencies = [("entities", "0001_tables"), ("memories", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="Mention",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                (
                    "link_type",
                    models.CharField(
                        choices=[
                            ("mentions", "Mentions"),
                            ("describes", "Describes"),
                            ("defines", "Defines"),
                            ("involves", "Involves"),
                            ("located_at", "Located at"),
                            ("performed_by", "Performed by"),
                            ("affects", "Affects"),
                            ("creates", "Creates"),
                            ("uses", "Uses"),
                            ("owns", "Owns"),
                        ],
                        default="mentions",
                        max_length=16,
                        verbose_name="link type",
                    ),
                ),
                ("surface", models.CharField(blank=True, max_length=255, verbose_name="as written")),
                ("relevance_score", models.FloatField(default=0.5, verbose_name="relevance")),
                ("position_in_text", models.PositiveIntegerField(blank=True, null=True, verbose_name="position")),
                ("context_window", models.TextField(blank=True, verbose_name="surroundings")),
                ("extraction_method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                ("extraction_confidence", models.FloatField(blank=True, null=True, verbose_name="confidence")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
                (
                    "entity",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="mentions", to="entities.entity", to_field="entity_id", verbose_name="entity"),
                ),
                ("memory", models.ForeignKey(on_delete=models.CASCADE, related_name="mentions", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "mention",
                "verbose_name_plural": "mentions",
                "db_table": "entity_memory_links",
                "indexes": [
                    models.Index(fields=["user_id", "link_type"], name="idx_entity_memory_links_type"),
                ],
                "constraints": [
                    is_space("entity_memory_links_user_id"),
                    unit_interval("relevance_score", "entity_memory_links_relevance"),
                    unit_interval("extraction_confidence", "entity_memory_links_confidence"),
                    models.UniqueConstraint(fields=("memory", "entity", "link_type", "position_in_text"), name="uq_entity_memory_links"),
                ],
            },
        ),
        migrations.CreateModel(
            name="MentionRuling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("position_in_text", models.PositiveIntegerField(verbose_name="position")),
                ("surface", models.CharField(max_length=255, verbose_name="as written")),
                ("verdict", models.CharField(choices=[("is", "Is this"), ("is_not", "Names nothing")], max_length=8, verbose_name="verdict")),
                ("ruled_by", models.CharField(max_length=128, verbose_name="ruled by")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                (
                    "entity",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="mention_rulings",
                        to="entities.entity",
                        to_field="entity_id",
                        verbose_name="entity",
                    ),
                ),
                ("memory", models.ForeignKey(on_delete=models.CASCADE, related_name="mention_rulings", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "ruling on a mention",
                "verbose_name_plural": "rulings on mentions",
                "db_table": "mention_rulings",
                "constraints": [
                    is_space("mention_rulings_user_id"),
                    models.UniqueConstraint(fields=("memory", "position_in_text", "surface"), name="uq_mention_rulings"),
                ],
            },
        ),
    ]
