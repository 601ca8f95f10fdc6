"""Another person opens every page, and sends every form, of alice's."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from .attempts import changed, fingerprint, rolled_back
from .openapi import content_of
from .site import Site, Visit, routes
from .test_isolation_rest import BESIDE
from .victim import Victim

# Routes that alice cannot reach with what is generated, and the reason.
OUT_OF_REACH = {
    "status/backups/": "the operator's", "status/backups/start/": "the operator's",
    "tokens/<int:pk>/created/": "shows a new token once",
}  # fmt: skip
Visits = dict[str, list[Visit]]


def browser_of(name: str) -> Client:
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.force_login(User.objects.get(username=name))
    return client


@pytest.fixture(scope="module")
def visits(lasting_victim: Victim) -> Visits:
    """Return what alice's browser can do, by route."""
    with rolled_back():
        site = Site(browser_of("alice"))
        site.explore()
    return site.visits


def test_every_page_and_form_is_met(visits: Visits) -> None:
    every = {route for route, _ in routes()}
    unmet = sorted(one for one in every - OUT_OF_REACH.keys() if not visits.get(one))
    assert unmet == []


def test_another_person_learns_nothing_and_changes_nothing(victim: Victim, visits: Visits) -> None:
    found, bob = [], browser_of("bob")
    before = fingerprint("alice")
    for ones in visits.values():
        for visit in (one for one in ones if one.route not in ("logout/", "login/")):
            for headers in ({}, {"HX-Request": "true"}) if visit.form is None else ({},):
                with rolled_back():
                    answer = visit.send(bob, **headers)
                    text = content_of(answer) + str(answer.headers)
                    text += "" if visit.form is None else content_of(bob.get("/"))
                    touched = changed(before, fingerprint("alice"), but=BESIDE)
                leaked = victim.marks.leaked(text, visit.sent)
                if answer.status_code >= 500 or leaked or touched:
                    found.append(f"{answer.status_code} {visit.sent[:300]}: {leaked} {touched}")
    assert not found, "\n".join(found)


def test_staff_see_nothing_of_others_in_the_admin(victim: Victim) -> None:
    bob = User.objects.get(username="bob")
    found = []
    with rolled_back():
        bob.is_staff = True
        bob.save()
        bob.user_permissions.set(Permission.objects.all())
        client = browser_of("bob")
        before = fingerprint("alice")
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            keys = list(model._base_manager.values_list("pk", flat=True)[:5])
            paths = [reverse(f"{name}_changelist"), reverse(f"{name}_changelist") + "?q=zq"]
            paths += [reverse(f"{name}_{one}", args=[key]) for key in keys
                      for one in ("change", "delete", "history")]  # fmt: skip
            for path in paths:
                for answer in (client.get(path), client.post(path, {"post": "yes"})):
                    leaked = victim.marks.leaked(content_of(answer), path)
                    if answer.status_code >= 500 or leaked:
                        found.append(f"{answer.status_code} {path}: {leaked}")
        assert changed(before, fingerprint("alice"), but=BESIDE) == []
    assert not found, "\n".join(found)
