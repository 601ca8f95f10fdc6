from django.db import migrations, models

UNTIL = {"blank": True, "null": True, "verbose_name": "not before"}


def renamed(model_name, old_name):
    """Return the operations that make one column of the time until when a job is leased."""
    return [
        migrations.RenameField(model_name, old_name, "leased_until"),
        migrations.AlterField(model_name, "leased_until", models.DateTimeField(**UNTIL)),
    ]


class Migration(migrations.Migration):
    """Rename the columns of leases. An old claim lies in the past: its job is free.

    Batches are taken in the order of their keys, so that no index of claims is of use.
    """

    dependencies = [("memories", "0011_folded_index")]

    operations = [
        migrations.RemoveIndex("derivationjob", "idx_derivation_jobs_claimed"),
        *renamed("embeddingjob", "claimed_at"),
        *renamed("derivationjob", "claimed_at"),
        *renamed("llmjob", "held_until"),
        migrations.AlterField(
            "embeddingjob", "enqueued_at", models.DateTimeField(verbose_name="asked for")
        ),
    ]
