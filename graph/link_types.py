"""Types of links between memories that the code knows by name; all types are rows (graph.types)."""

CONTRADICTS = "contradicts"
REPLY_TO = "reply_to"
SUPERSEDES = "supersedes"
SUPPORTS = "supports"
