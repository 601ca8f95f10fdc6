"""Plans, counts and hits of logged searches are stored packed."""

from typing import Any

from django.db import migrations

from core.db.packed_json import PackedJSONField

COLUMNS = ("plan", "candidates", "selected")


def _pack(_apps: Any, schema_editor: Any) -> None:
    _rewrite(schema_editor, "packed_json")


def _unpack(_apps: Any, schema_editor: Any) -> None:
    _rewrite(schema_editor, "unpacked_json")


def _rewrite(schema_editor: Any, function: str) -> None:
    values = ", ".join(f"{column} = {function}({column})" for column in COLUMNS)
    schema_editor.execute(f"UPDATE retrieval_runs SET {values}")


class Migration(migrations.Migration):
    """Packs the log of searches; backwards it becomes JSON again."""

    dependencies = [("memories", "0010_imported_differences")]

    operations = [
        migrations.AlterField("retrievalrun", "plan", PackedJSONField("plan", default=dict)),
        migrations.AlterField(
            "retrievalrun", "candidates", PackedJSONField("candidates", default=dict)
        ),
        migrations.AlterField(
            "retrievalrun", "selected", PackedJSONField("selected", default=list)
        ),
        migrations.RunPython(_pack, _unpack),
    ]
