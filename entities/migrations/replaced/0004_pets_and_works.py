from django.db import migrations

# key, Japanese, English, description, icon, color
TYPES = [
    ("Pet", "ペット", "Pet", "名前のある飼われている動物", "paw", "#7a6a53"),
    ("CreativeWork", "作品", "Creative work", "本・映画・番組・ゲーム・曲", "book", "#b08d00"),
]


def add_types(apps, schema_editor):
    EntityType = apps.get_model("entities", "EntityType")
    EntityType.objects.using(schema_editor.connection.alias).bulk_create(
        [
            EntityType(
                type_name=key, display_name=ja, display_name_en=en, description=about, icon=icon,
                color=color,
            )
            for key, ja, en, about, icon, color in TYPES
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("entities", "0003_types")]

    # Backwards, types stay because rows may use them; they go with their table.
    operations = [migrations.RunPython(add_types, migrations.RunPython.noop)]
