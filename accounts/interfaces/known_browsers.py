"""Make the browser known that has just shown a password, in the site and in the admin."""

from typing import TypeVar

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from accounts.services.known_browsers import KNOWN_SECONDS, cookie_name, new_cookie

Answer = TypeVar("Answer", bound=HttpResponse)


def make_known(request: HttpRequest, response: Answer) -> Answer:
    """Give the browser a cookie that exempts it from waits that are due to others.

    Only after a password: a stolen session must not get new ones, each good for some guesses.
    """
    assert isinstance(request.user, User)
    response.set_cookie(
        cookie_name(request.user.username),
        new_cookie(request.user),
        max_age=KNOWN_SECONDS,
        httponly=True,
        samesite="Lax",
    )
    return response
