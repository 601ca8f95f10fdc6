"""The payloads of the journal are stored packed."""

from typing import Any

from django.db import migrations

from core.db.append_only import unprotected
from core.db.packed_json import PackedJSONField

REWRITE = "UPDATE revisions SET before = {function}(before), after = {function}(after)"


def _pack(_apps: Any, schema_editor: Any) -> None:
    _rewrite(schema_editor, "packed_json")


def _unpack(_apps: Any, schema_editor: Any) -> None:
    _rewrite(schema_editor, "unpacked_json")


def _rewrite(schema_editor: Any, function: str) -> None:
    with unprotected("revisions"):
        schema_editor.execute(REWRITE.format(function=function))


class Migration(migrations.Migration):
    """Packs what the journal holds; backwards it becomes JSON again."""

    dependencies = [("core", "0001_models")]

    operations = [
        migrations.AlterField(
            "revision", "before", PackedJSONField("before", blank=True, null=True)
        ),
        migrations.AlterField("revision", "after", PackedJSONField("after", blank=True, null=True)),
        migrations.RunPython(_pack, _unpack),
    ]
