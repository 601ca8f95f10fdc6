"""An external id is unique in each pack and namespace, not among all of a person."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Lets each place have its own row of an external id."""

    dependencies = [("memories", "0011_packed_runs")]

    operations = [
        migrations.RemoveConstraint("memory", "uq_memories_external_id"),
        migrations.AddConstraint(
            "memory",
            models.UniqueConstraint(
                fields=["base_user", "source", "external_id", "user_id", "namespace"],
                condition=Q(external_id__isnull=False),
                name="uq_memories_external_id",
            ),
        ),
    ]
