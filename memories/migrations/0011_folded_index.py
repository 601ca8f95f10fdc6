from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0010_llm")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("canonical__isnull", False)),
                fields=["canonical"],
                name="idx_memories_folded",
            ),
        ),
    ]
