"""Short forms of English given names: a hint only, since each one stands for several names."""

_FORMS = """
alexander alex sandy xander; alexandra alex sandra lexi; andrew andy drew; anthony tony;
benjamin ben benny; catherine kate katie cathy; katherine kate katie kathy; charles charlie chuck;
christina chris tina; christopher chris; daniel dan danny; david dave; deborah deb debbie;
donald don; edward ed eddie ted; elizabeth liz lizzie beth betty eliza; emily em; frederick fred;
gabriel gabe; gregory greg; harold harry; jacob jake; james jim jimmy jamie; jeffrey jeff;
jennifer jen jenny; jessica jess; john jack johnny; jonathan jon; joseph joe joey; joshua josh;
kenneth ken kenny; lawrence larry; leonard leo len; margaret maggie meg peggy; matthew matt;
michael mike mick; michelle shelly; nathaniel nate; nicholas nick; patricia pat trish;
patrick pat; peter pete; philip phil; rebecca becky; richard rick dick; robert rob bob bobby;
ronald ron; samuel sam; samantha sam; stephen steve; steven steve; susan sue; theodore ted theo;
thomas tom tommy; timothy tim; victoria vicky tori; vincent vince; william will bill billy liam;
zachary zach
"""
_SHORT = {line.split()[0]: frozenset(line.split()[1:]) for line in _FORMS.strip().split(";")}


def are_short_forms(first: str, second: str) -> bool:
    """Whether one given name is a short form of the other."""
    return first in _SHORT.get(second, ()) or second in _SHORT.get(first, ())
