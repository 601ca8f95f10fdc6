"""``wasurena graph quality``: rules of the graph that are broken, and its weak spots."""

from argparse import Namespace

from rich.table import Table

from graph.quality.rules import Severity
from graph.quality.schemas import GraphQualityOut, QualityFinding
from memories.selectors.network.quality import graph_quality
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import console, note, say_json

FINDINGS = {
    "self_loop": _("connected with itself"),
    "weight_range": _("weight or confidence outside of 0 to 1"),
    "low_confidence": _("confidence below 0.1"),
    "orphaned_entity": _("person or thing that nothing names"),
    "empty_tag": _("tag without memories"),
    "empty_context": _("context without memories"),
    "redundant": _("connected more than once in the same way"),
}
SEVERITIES = {
    Severity.ERROR: _("error"),
    Severity.WARNING: _("warning"),
    Severity.INFO: _("hint"),
}


def quality(options: Namespace) -> int:
    """Show every rule with how many rows break it; 1 if a rule of the database is broken."""
    require_database()
    found = graph_quality(caller_named(options.user))
    if options.json:
        say_json(found.model_dump(mode="json"))
    else:
        _draw(found)
    is_broken = any(one.count and one.severity is Severity.ERROR for one in found.findings)
    return 1 if is_broken else 0


def _draw(found: GraphQualityOut) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(_("count"), justify="right", no_wrap=True)
    for title in (_("severity"), _("what"), _("for example")):
        table.add_column(title, no_wrap=title == _("severity"))
    for one in found.findings:
        table.add_row(f"{one.count:,}", SEVERITIES[one.severity], FINDINGS[one.rule], _first(one))
    console().print(table)
    text = _("links: {links}, relations: {relations}, people and things: {entities}")
    counts = {name: getattr(found, name) for name in ("links", "relations", "entities")}
    note(text.format(**{name: f"{count:,}" for name, count in counts.items()}))


def _first(finding: QualityFinding) -> str:
    return finding.examples[0].title.replace("[", r"\[") if finding.examples else ""
