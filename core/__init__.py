"""The foundation of every app: callers, errors, database, journal, jobs. Imports nlp only."""
