"""Reserve row numbers, so that rows which refer to each other can be stored with known keys."""

from django.db import connection
from django.db.models import Model


def reserve_numbers(model: type[Model], count: int) -> int:
    """Reserve ``count`` keys of a table in the current transaction; return the first of them.

    The table's keys have to be numbers that SQLite never gives out twice (AUTOINCREMENT).
    """
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        last = int(row[0]) if row else 0
        if row and count:
            cursor.execute(
                "UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + count, table]
            )
        elif count:
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, count]
            )
    return last + 1
