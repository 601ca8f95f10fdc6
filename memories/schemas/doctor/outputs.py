"""The findings of a check of the installation."""

from pydantic import Field

from core.schemas import Output


class FindingOut(Output):
    """One thing that is wrong."""

    name: str = Field(description="Stable: programs may compare it.")
    text: str
    count: int = Field(description="How many rows, files or problems.")
    remedy: str = Field(description="What “wasurena doctor --repair” does, or what you can do.")
    repairable: bool = Field(description="Whether “wasurena doctor --repair” mends it.")


class DoctorOut(Output):
    """All findings of a check."""

    is_well: bool
    exit_code: int = Field(description="As of the command: 0, 1 or 2.")
    findings: list[FindingOut]
