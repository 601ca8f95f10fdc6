"""Keep the passkeys of a second factor."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column, empty at first."""

    dependencies = [("accounts", "0003_second_factors")]

    operations = [
        migrations.AddField(
            model_name="secondfactor",
            name="passkeys",
            field=models.JSONField(blank=True, default=list, verbose_name="passkeys"),
        ),
    ]
