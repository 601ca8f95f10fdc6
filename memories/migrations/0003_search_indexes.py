from django.db import migrations

from core.db.operations import CreateFTS5, CreateVec0

# The packaged default model; other models get tables of their own when they are chosen.
DEFAULT = {
    "name": "use-multilingual-v3",
    "version": "0.2",
    "dimension": 512,
    "table_name": "vss_memories",
}


def add_default_model(apps, schema_editor):
    from django.utils import timezone

    now = timezone.now()
    apps.get_model("memories", "EmbeddingModel").objects.using(schema_editor.connection.alias).create(
        **DEFAULT, status="active", created_at=now, activated_at=now
    )


def remove_default_model(apps, schema_editor):
    apps.get_model("memories", "EmbeddingModel").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_ownership")]

    operations = [
        # `space` scopes a search to its spaces inside the index itself.
        CreateFTS5("memories_fts", ["space", "body", "people", "labels"], "porter unicode61 remove_diacritics 2"),
        CreateFTS5("memories_identifiers", ["space", "identifiers"], "trigram"),
        CreateVec0("vss_memories", 512),
        CreateVec0("vss_entities", 512),
        migrations.RunPython(add_default_model, remove_default_model),
    ]
