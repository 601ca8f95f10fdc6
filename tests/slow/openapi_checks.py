"""A check for schemathesis, which loads this module by SCHEMATHESIS_HOOKS."""

import re
from typing import Any

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

# What JSON Schema cannot say: whether a name, a cursor or an id is known to this database …
KNOWN_HERE = re.compile(
    r"unknown_\w+|cursor|not_a_hit|not_a_task|not_a_memory|not_ended|fixed_pack|not_found|no_place"
)
# … when it is, and which times a database and a time zone can hold …
TIMES = re.compile(r"in_the_(past|future)|too_early|out_of_range|order")
# … and how fields depend on each other: (field, code), as docs/rest.md describes them.
TOGETHER = re.compile(
    r"((query|value|message)|\S+\.\d+) blank"
    # A pack has a category or has it not.
    r"|category not_taken|days without_due|kind not_tasks|enabled missing|filters empty"
    r"|recipient (recipient|both)|passphrase missing"
    r"|proposals\.\d+\.payload\S* \S+|proposals\.\d+\.evidence missing"
    r"|edited\S* \S+|condition\S* \S+|attributes\S* \S+"
    r"|order order| symmetric|\S*relations\S* (unknown_entity|self_relation)"
    r"|\S*(target|merge|into|name)\S* self_\w+"
    r"| ids_or_filter|ids empty"
    # The content of a file.
    r"|file \w+|nodes\.\d+\.\S+ \w+|(links|edges)\.\d+\.\S+ \w+"
)
# Found where schemathesis itself sends what the document excludes: bodies of 0 beside a varied
# query, and texts of the greatest length without regard to their pattern. Pydantic writes the
# pattern into the document and enforces it from one definition, so the two cannot differ.
NOT_SENT_AS_DOCUMENTED = re.compile(r"not_an_object|string_pattern_mismatch")


@schemathesis.check
def valid_data_is_accepted(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """Refuse a 400 for what the schema allows, unless the answer says why no schema can."""
    problems: list[dict[str, Any]] = []
    if response.status_code == 400 and response.content:
        problems = response.json().get("errors", [])
    if problems and all(_is_beyond_schemas(one) for one in problems):
        return
    positive_data_acceptance(ctx, response, case)


def _is_beyond_schemas(problem: dict[str, Any]) -> bool:
    said = f"{problem['field']} {problem['code']}"
    return bool(
        KNOWN_HERE.fullmatch(problem["code"])
        or TIMES.fullmatch(problem["code"])
        or NOT_SENT_AS_DOCUMENTED.fullmatch(problem["code"])
        or TOGETHER.fullmatch(said)
    )


# Annotations that do not fit the document are left out of a save, and noted (ADR 0029).
SAVES = frozenset({"/api/memories/", "/api/memories/batch/"})


@schemathesis.check
def wrong_data_is_refused(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """Refuse that data against the schema is accepted, but by a save."""
    if case.method.upper() == "POST" and case.path in SAVES:
        return
    negative_data_rejection(ctx, response, case)
