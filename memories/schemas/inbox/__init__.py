"""The inbox: suggestions, proposals, decisions and standing rules."""
