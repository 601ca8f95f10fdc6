"""The commands: each handler takes the parsed options and returns an exit code."""
