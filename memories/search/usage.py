"""How often and when memories were found, counted in one statement."""

import json
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import connection

USED = """
    UPDATE memories SET usage_count = usage_count + (%s ->> uid), last_used_at = %s
    WHERE uid IN (SELECT key FROM json_each(%s))
"""


def count_uses(uses: Mapping[UUID, int], *, at: datetime) -> None:
    """Add how often each memory was found, by its public id; ids that are gone are passed over."""
    if not uses:
        return
    times = json.dumps({uid.hex: count for uid, count in uses.items()})
    when = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(USED, [times, when, times])
