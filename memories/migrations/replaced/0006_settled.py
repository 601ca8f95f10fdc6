"""Keep which change made a proposal needless."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0005_bulk_decisions'),
    ]

    operations = [
        migrations.AddField(
            model_name='proposal',
            name='settled_by',
            field=models.UUIDField(blank=True, default=None, null=True, verbose_name='settled by change'),
        ),
        migrations.AddIndex(
            model_name='proposal',
            index=models.Index(fields=['settled_by'], name='idx_proposals_settled'),
        ),
    ]
