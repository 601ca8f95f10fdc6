"""The orders in which memories are listed; both end in the id, since whole sessions share a time."""

NEWEST_FIRST = ("-created_at", "-id")
# By time, then by place in the batch: as a conversation reads.
IN_ORDER = ("created_at", "id")
