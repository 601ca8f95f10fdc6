import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.db.operations import FixedOwner, SameOwner

MEMORIES = [("src_memory_id", "memories", "id"), ("dst_memory_id", "memories", "id")]
ENTITIES = [("source_id", "entities", "entity_id"), ("target_id", "entities", "entity_id")]
TYPE = ("relation_type", "relation_types", "type_name", "owner")
# Which rows have a type, per kind of type.
USES = {
    ("entities", "EntityType"): [("entities", "Entity", "entity_type")],
    ("graph", "RelationType"): [
        ("graph", "MemoryLink", "relation_type"),
        ("graph", "EntityRelation", "relation_type"),
    ],
}


def give_to_makers(apps, schema_editor):
    """Give each type that an ordinary person made to that person, unless others use it too."""
    operators = set(
        apps.get_model("auth", "User")
        .objects.filter(is_superuser=True)
        .values_list("username", flat=True)
    )
    for (label, name), uses in USES.items():
        model = apps.get_model(label, name)
        for row in model.objects.filter(is_user_defined=True, owner=None):
            maker = _maker(apps, name.lower(), row.pk)
            if maker and maker not in operators and _users(apps, uses, row.pk) <= {maker}:
                # The trigger that keeps owners fixed is made after this.
                model.objects.filter(pk=row.pk).update(owner=maker)


def _maker(apps, kind, key):
    made = apps.get_model("memories", "Revision").objects.filter(
        target_type=kind, target_id=key, action="CREATE"
    )
    user_id = made.order_by("pk").values_list("user_id", flat=True).last()
    return user_id.partition("#")[0] if user_id else ""


def _users(apps, uses, key):
    return {
        user_id.partition("#")[0]
        for label, name, column in uses
        for user_id in apps.get_model(label, name)
        .objects.filter(**{column: key})
        .values_list("user_id", flat=True)
        .distinct()
    }


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0003_ownership"),
        ("entities", "0006_type_owners"),
        ("memories", "0002_ownership"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="relationtype",
            name="owner",
            field=models.CharField(
                blank=True, editable=False, max_length=100, null=True, verbose_name="person"
            ),
        ),
        migrations.AddField(
            model_name="relationtype",
            name="renames",
            field=models.ForeignKey(
                blank=True, editable=False, null=True,
                on_delete=django.db.models.deletion.CASCADE, related_name="renamings",
                to="graph.relationtype", verbose_name="renames",
            ),
        ),
        # SQLite does not hold columns to a length: tables that refer to types are not copied.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="relationtype",
                    name="type_name",
                    field=models.CharField(
                        max_length=165, primary_key=True, serialize=False, verbose_name="type"
                    ),
                ),
                migrations.AlterField(
                    model_name="relationtype",
                    name="inverse_type",
                    field=models.CharField(blank=True, max_length=165, verbose_name="inverse"),
                ),
            ]
        ),
        migrations.RunPython(give_to_makers, migrations.RunPython.noop),
        FixedOwner("entity_types", key="type_name", owner="owner"),
        FixedOwner("relation_types", key="type_name", owner="owner"),
        # The owner of a shared type is NULL, which differs from nobody.
        SameOwner(
            "relation_types", [("renames_id", "relation_types", "type_name", "owner")], owner="owner"
        ),
        SameOwner("memory_links", [*MEMORIES, TYPE], replaced=MEMORIES),
        SameOwner("entity_relations", [*ENTITIES, TYPE], replaced=ENTITIES),
    ]
