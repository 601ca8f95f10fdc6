"""Background tasks of the worker and their schedules. Imports services and everything below."""
