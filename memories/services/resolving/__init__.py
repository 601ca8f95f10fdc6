"""One door to what settles or corrects things: tasks, proposals, changes, memories, links."""
