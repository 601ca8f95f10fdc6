from django.db import migrations, models

# What `wasurena model calibrate` measured for the packaged model.
THRESHOLDS = {"same": 0.816, "related": 0.392, "relevant": 0.065}


def set_thresholds(apps, schema_editor):
    rows = apps.get_model("memories", "EmbeddingModel").objects.using(schema_editor.connection.alias)
    rows.filter(name="use-multilingual-v3", thresholds={}).update(thresholds=THRESHOLDS)


class Migration(migrations.Migration):
    dependencies = [("memories", "0006_feedback_learning")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("latitude__isnull", False)),
                fields=["user_id", "latitude", "longitude"],
                name="idx_memories_place",
            ),
        ),
        migrations.RunPython(set_thresholds, migrations.RunPython.noop),
    ]
