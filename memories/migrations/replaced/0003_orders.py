"""Keep whether a text reads like an instruction; texts of older databases are all the owner's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_triggers_and_indexes")]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="is_order",
            field=models.BooleanField(default=False, verbose_name="reads like an instruction"),
        ),
    ]
