"""Inputs and outputs of tasks, of what settles things, and of the history of one."""
