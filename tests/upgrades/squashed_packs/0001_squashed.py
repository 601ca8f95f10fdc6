from importlib import import_module

from django.db import migrations

REPLACED = ("0001_initial", "0002_privacy")


class Migration(migrations.Migration):
    initial = True
    operations = [
        operation
        for name in REPLACED
        for operation in import_module(f"packs.migrations.{name}").Migration.operations
    ]
