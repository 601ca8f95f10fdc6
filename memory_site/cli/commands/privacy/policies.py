"""``wasurena privacy policy``: what happens to sensitive text in each pack."""

from argparse import Namespace
from typing import Any

from rich.table import Table

from core.schemas import parsed
from memories.services.maintenance import change_pack
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, console, say_json
from packs import registry
from packs.privacy import privacy_out
from packs.schemas import PackPatch, PrivacyOut

PARTS = ("secrets", "personal_data", "health", "reveal")
REVEAL = {"yes": True, "no": False}


def policy(options: Namespace) -> int:
    """Choose parts of a pack's policy, if any are given; show the policies."""
    require_database()
    caller = caller_named(options.user)
    given = _given(options)
    if given:
        if not options.pack:
            raise UsageError(_("--pack: name the pack whose policy you choose"))
        change_pack(caller, options.pack, parsed(PackPatch, {"privacy": given}))
    packs = [options.pack] if options.pack else registry.pack_ids()
    for pack in packs:
        registry.get(pack, field="pack")
    shown = {pack: privacy_out(caller, pack) for pack in packs}
    if options.json:
        say_json({pack: one.model_dump(mode="json") for pack, one in shown.items()})
    else:
        _draw(shown)
    return 0


def _given(options: Namespace) -> dict[str, Any]:
    if options.declared:
        return dict.fromkeys(PARTS)
    named = {name: getattr(options, name) for name in PARTS}
    given = {name: value for name, value in named.items() if value is not None}
    if "reveal" in given:
        given["reveal"] = REVEAL.get(given["reveal"], given["reveal"])
    return given


def _draw(shown: dict[str, PrivacyOut]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("pack"), _("secrets"), _("personal data"), _("health"), _("originals")):
        table.add_column(title)
    for pack, one in shown.items():
        kept = _("encrypted for a while") if one.reveal else "–"
        table.add_row(pack, one.secrets, one.personal_data, one.health, kept)
    console().print(table)
