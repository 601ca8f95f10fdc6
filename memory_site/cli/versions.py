"""Which version of what is running."""

from importlib.metadata import PackageNotFoundError, version


def installed_version(distribution: str = "wasurena") -> str:
    """Return the version of an installed distribution; ``unknown`` where it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"
