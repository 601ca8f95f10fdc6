"""Another person opens every page, and sends every form, of alice's."""

from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from .attempts import changed, fingerprint, rolled_back
from .openapi import content_of
from .site import Visit, browser_of, routes
from .test_isolation_rest import BESIDE
from .victim import Victim

# Routes that alice cannot reach with what is generated, and the reason.
OUT_OF_REACH = {
    "cli": "answers the command line only, by a key: tests/cli/test_asking_server.py",
    "inbox/undo/": "names nothing: undoes the newest decision of who asks",
    "status/backups/": "the operator's", "status/backups/start/": "the operator's",
    "tokens/<int:pk>/created/": "shows a new token once",
}  # fmt: skip
Visits = dict[str, list[Visit]]


def test_every_page_and_form_is_met(victim: Victim, visits: Visits) -> None:
    every = {route for route, _ in routes()}
    unmet = sorted(one for one in every - OUT_OF_REACH.keys() if not visits.get(one))
    assert unmet == []


def test_another_person_learns_nothing_and_changes_nothing(victim: Victim, visits: Visits) -> None:
    found, bob = [], browser_of("bob")
    before = fingerprint("alice")
    for ones in visits.values():
        for visit in ones:
            with rolled_back():
                answer = visit.send(bob)
                text = f"{content_of(answer)} {answer.headers} {answer.cookies}"
                is_form = visit.form is not None
                touched = changed(before, fingerprint("alice"), but=BESIDE) if is_form else []
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
            keys = list(model._base_manager.values_list("pk", flat=True)[:2])
            paths = [f"{reverse(f'{name}_changelist')}?q=zq"]
            paths += [reverse(f"{name}_{one}", args=[key]) for key in keys
                      for one in ("change", "delete", "history")]  # fmt: skip
            for path in paths:
                answers = [client.get(path)]
                if path.endswith("/delete/"):
                    answers.append(client.post(path, {"post": "yes"}))
                for answer in answers:
                    leaked = victim.marks.leaked(content_of(answer), path)
                    if answer.status_code >= 500 or leaked:
                        found.append(f"{answer.status_code} {path}: {leaked}")
        assert changed(before, fingerprint("alice"), but=BESIDE) == []
    assert not found, "\n".join(found)
