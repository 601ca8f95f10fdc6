"""Order the inbox by expected worth; proposals of older databases begin with their confidence."""

from django.db import migrations, models


def begin_with_confidence(apps, schema_editor):
    proposals = apps.get_model("memories", "Proposal").objects
    proposals.using(schema_editor.connection.alias).update(worth=models.F("confidence"))


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_orders")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="worth",
            field=models.FloatField(default=0.0, verbose_name="expected worth"),
        ),
        migrations.RunPython(begin_with_confidence, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            name="proposal",
            options={
                "ordering": ["-worth", "created_at", "id"],
                "verbose_name": "proposal",
                "verbose_name_plural": "proposals",
            },
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                fields=["status", "-worth", "created_at"], name="idx_proposals_worth"
            ),
        ),
    ]
