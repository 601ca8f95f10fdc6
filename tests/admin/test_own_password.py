"""One's own password in the admin: the old one is asked for, and guesses of it wait."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.services.known_browsers import cookie_name

OLD, NEW = "correct horse", "another horse"
PAGE = "/admin/password_change/"


@pytest.fixture
def root(operator: User) -> User:
    operator.set_password(OLD)
    operator.save()
    return operator


@pytest.fixture
def own(root: User) -> Client:
    client = Client()
    client.force_login(root)
    return client


def change(client: Client, old: str) -> HttpResponse:
    fields = {"old_password": old, "new_password1": NEW, "new_password2": NEW}
    return client.post(PAGE, fields)


def test_it_is_changed_with_the_old_one(own: Client, root: User) -> None:
    page = own.get(PAGE)
    assert page.status_code == 200 and "old_password" in page.text and "Wasurena" in page.text
    wrong = change(own, "wrong")
    assert wrong.status_code == 200 and wrong.context["form"].errors["old_password"]
    assert change(own, OLD)["Location"] == reverse("admin:password_change_done")
    root.refresh_from_db()
    assert root.check_password(NEW)
    assert own.get("/admin/").status_code == 200, "this browser stays logged in"
    assert cookie_name("root") in own.cookies, "and known"


def test_guesses_of_the_old_one_wait(own: Client, root: User) -> None:
    answers = [change(own, f"guess {n}") for n in range(8)]
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 3
    refused = change(own, OLD)
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    root.refresh_from_db()
    assert root.check_password(OLD)


@pytest.mark.parametrize("form", ["{}", "0{}", " {}"])
def test_the_page_for_other_people_leads_there(own: Client, root: User, form: str) -> None:
    address = f"/admin/auth/user/{form.format(root.pk)}/password/"
    fields = {"usable_password": "true", "password1": NEW, "password2": NEW}
    for answer in (own.get(address), own.post(address, fields)):
        assert answer.status_code == 302 and answer["Location"] == PAGE
    root.refresh_from_db()
    assert root.check_password(OLD)


def test_other_people_are_given_new_ones(own: Client, alice: User) -> None:
    fields = {"usable_password": "true", "password1": NEW, "password2": NEW}
    address = reverse("admin:auth_user_password_change", args=[alice.pk])
    assert own.post(address, fields).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_who_is_not_for_the_administration_is_kept_out(alice: User) -> None:
    client = Client()
    assert client.get(PAGE)["Location"].startswith("/admin/login/")
    client.force_login(alice)
    assert client.get(PAGE)["Location"].startswith("/admin/login/")
