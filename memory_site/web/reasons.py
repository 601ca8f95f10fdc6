"""Why two names may be one, in the reader's language: the rules keep their reasons in English."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

SENTENCES = frozenset(
    {
        gettext_noop("the same name"),
        gettext_noop("the same name but for titles, legal form or signs"),
        gettext_noop("the same name by its reading"),
        gettext_noop("the same name but for a middle name"),
        gettext_noop("the same name in other forms of its characters"),
        gettext_noop("the family name alone"),
        gettext_noop("the family name alone, by its reading"),
        gettext_noop("the given name alone"),
        gettext_noop("the full name to a family name known before"),
        gettext_noop("the full name to a family name known before, by its reading"),
        gettext_noop("the same name with initials"),
        gettext_noop("its initials"),
        gettext_noop("the same place but for the kind of place"),
        gettext_noop("a short form of the same name"),
        gettext_noop("a short form of the same given name"),
        gettext_noop("the family name in other forms of its characters"),
        gettext_noop("the same sound but for a long vowel"),
        gettext_noop("the same words in another order"),
        gettext_noop("one name is the beginning of the other"),
        gettext_noop("the given name alone, which several may have"),
        gettext_noop("the same name but for one letter"),
        gettext_noop("mentioned in the same session"),
        gettext_noop("mentioned among other things"),
        gettext_noop("a relative without a name"),
    }
)
BESIDE = "mentioned with "
BETWEEN = "; "


def said_reason(reason: str) -> str:
    """Return the reason of a proposal; what is no sentence of a rule stays as it is."""
    parts = [_part(part) for part in reason.split(BETWEEN)]
    return pgettext("between reasons", "; ").join(parts)


def _part(part: str) -> str:
    if part in SENTENCES:
        return _(part)
    if part.startswith(BESIDE):
        return _("mentioned with %(names)s") % {"names": part.removeprefix(BESIDE)}
    return part
