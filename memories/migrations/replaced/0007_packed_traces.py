"""Traces of searches are packed: those that were stored as JSON are emptied."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Replaces the column; a search that has no trace is explained by making it again."""

    dependencies = [("memories", "0006_settled")]

    operations = [
        migrations.RemoveField(model_name="retrievalrun", name="trace"),
        migrations.AddField(
            model_name="retrievalrun",
            name="trace",
            field=models.BinaryField(blank=True, null=True, verbose_name="trace"),
        ),
    ]
