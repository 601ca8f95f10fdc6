"""How much two names speak for one person or thing, and by which rule."""

from .forms import NameForm
from .people import person_rule
from .rules import Rule
from .things import thing_rule


def likeness(known: NameForm, wanted: NameForm) -> Rule | None:
    """Return the rule by which two names may mean one thing; None where nothing speaks for it.

    Numbers and versions must agree, and so must Jr. and Sr.: they are what tells things apart.
    """
    if known.numbers != wanted.numbers or known.suffix != wanted.suffix:
        return None
    if known.key == wanted.key:
        return Rule.EXACT
    rule = person_rule if known.is_person and wanted.is_person else thing_rule
    return rule(known, wanted)
