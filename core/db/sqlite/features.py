"""What this SQLite can do, where Django would ask the standard library's."""

from django.db.backends.sqlite3 import features as stock


class DatabaseFeatures(stock.DatabaseFeatures):
    """Django's SQLite features; the driver brings its own, recent SQLite."""

    can_alter_table_drop_column = True
    can_return_columns_from_insert = True
    can_return_rows_from_bulk_insert = True
    # The driver is compiled with MAX_VARIABLE_NUMBER=250000; SQLite's own
    # default keeps bulk statements large without needing the full number.
    max_query_params = 32_766
