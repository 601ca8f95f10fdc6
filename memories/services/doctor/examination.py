"""Do all checks in the order in which one allows the next."""

from core.caller import Caller
from memories.schemas.doctor.outputs import DoctorOut, FindingOut

from .files import file_findings, reference_findings, surrounding_findings
from .findings import Finding, exit_code
from .rows import index_findings, job_findings, journal_findings, original_findings
from .schema import schema_findings, structure_findings

# Damage that leaves the rows readable.
BESIDE_THE_ROWS = frozenset({"lookups_damaged", "words_damaged"})


def examine() -> list[Finding]:
    """Return all that is wrong with the installation; nothing is changed."""
    found = file_findings()
    if {one.name for one in found} <= BESIDE_THE_ROWS:
        found += _of_rows()
    around = surrounding_findings()
    if any(one.name.startswith("storage_") for one in around):
        # A file that the disk does not give looks damaged.
        found = [one for one in found if one.name != "database_damaged"]
    return found + around


def _of_rows() -> list[Finding]:
    if found := schema_findings():
        return found
    found, journal = [*structure_findings(), *reference_findings()], journal_findings()
    if any(one.name == "values_damaged" for one in journal):
        # The index is compared with rows that may be among those.
        return found + journal
    return [*found, *index_findings(), *job_findings(), *original_findings(), *journal]


def examination(caller: Caller) -> DoctorOut:
    """Return the findings for a client.

    Raises:
        Forbidden: the caller is not the operator.
    """
    caller.require_operator("doctor")
    found = examine()
    return DoctorOut(
        is_well=not found,
        exit_code=exit_code(found),
        findings=[
            FindingOut(
                name=one.name,
                text=one.text,
                count=one.count,
                remedy=one.remedy,
                repairable=one.is_repairable,
            )
            for one in found
        ],
    )
