from importlib import import_module

from django.db import migrations


class Migration(migrations.Migration):
    initial = True
    operations = import_module("packs.migrations.0001_tables").Migration.operations
