"""Switch packs on and off."""

from core.caller import Caller
from memories.records.visibility import require_whole_space
from memories.selectors.system import pack_get
from packs.selection import pack_switch
from packs.spec import PackSpec


def switch_pack(caller: Caller, pack_id: str, *, is_enabled: bool) -> PackSpec:
    """Switch a pack on or off for the caller; its memories stay.

    Raises:
        Forbidden: the token is bound to a namespace.
        NotFound: the pack is not installed or out of reach.
    """
    require_whole_space(caller)
    spec = pack_get(caller, pack_id)
    pack_switch(caller, spec.id, is_enabled=is_enabled)
    return spec
