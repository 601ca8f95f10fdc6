import django.db.models.deletion
from django.db import migrations, models

from core.db.operations import SameOwner

MERGED = ("merged_into_id", "entities", "entity_id")


class Migration(migrations.Migration):
    dependencies = [("entities", "0005_rulings")]

    operations = [
        migrations.AddField(
            model_name="entitytype",
            name="owner",
            field=models.CharField(
                blank=True, editable=False, max_length=100, null=True, verbose_name="person"
            ),
        ),
        migrations.AddField(
            model_name="entitytype",
            name="renames",
            field=models.ForeignKey(
                blank=True, editable=False, null=True,
                on_delete=django.db.models.deletion.CASCADE, related_name="renamings",
                to="entities.entitytype", verbose_name="renames",
            ),
        ),
        # SQLite does not hold columns to a length: tables that refer to types are not copied.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="entitytype",
                    name="type_name",
                    field=models.CharField(
                        max_length=165, primary_key=True, serialize=False, verbose_name="type"
                    ),
                ),
            ]
        ),
        # The owner of a shared type is NULL, which differs from nobody.
        SameOwner(
            "entity_types",
            [
                ("parent_type", "entity_types", "type_name", "owner"),
                ("renames_id", "entity_types", "type_name", "owner"),
            ],
            owner="owner",
        ),
        SameOwner(
            "entities",
            [MERGED, ("entity_type", "entity_types", "type_name", "owner")],
            replaced=[MERGED],
        ),
    ]
