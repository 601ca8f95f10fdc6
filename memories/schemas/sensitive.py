"""Labels of the kinds of secrets and personal data."""

from django.utils.translation import gettext_lazy as _

SECRETS = {
    "private_key": _("private key"),
    "api_key": _("API key"),
    "password": _("password"),
}
PERSONAL = {
    "phone": _("telephone number"),
    "email": _("e-mail address"),
    "credit_card": _("credit card number"),
    "my_number": _("My Number"),
    "iban": _("bank account (IBAN)"),
}


def named(what: str) -> str:
    """Return what a kind of sensitive text is called."""
    return str({**SECRETS, **PERSONAL}.get(what, what))
