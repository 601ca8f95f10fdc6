"""The table of the packs that people switched on or off."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Create it."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="PackActivation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("pack", models.CharField(max_length=32, verbose_name="pack")),
                ("is_enabled", models.BooleanField(default=True, verbose_name="enabled")),
                ("changed_at", models.DateTimeField(auto_now=True, verbose_name="changed")),
                ("privacy", models.JSONField(blank=True, default=dict, verbose_name="privacy")),
            ],
            options={
                "verbose_name": "pack activation",
                "verbose_name_plural": "pack activations",
                "db_table": "pack_activations",
                "constraints": [
                    models.UniqueConstraint(fields=("base_user", "pack"), name="uq_pack_activation"),
                ],
            },
        ),
    ]
