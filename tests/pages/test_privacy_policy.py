"""The privacy page chooses what happens to secrets in each pack."""

from django.test import Client

from nlp.readers import PrivacyPolicy
from packs.privacy import policy_of


def test_the_page_and_the_pack_list_show_it(site: Client) -> None:
    assert 'name="secrets"' in site.get("/privacy/").content.decode()
    given = {"secrets": "mask", "personal_data": "keep", "health": "ask", "reveal": "yes"}
    assert site.post("/privacy/policies/work/", given).status_code == 302
    assert policy_of("alice#work") == PrivacyPolicy("mask", "keep", "ask", reveal=True)
    assert 'value="mask" selected' in site.get("/privacy/").content.decode()
    assert site.get("/packs/").status_code == 200
    site.post("/privacy/policies/work/", {"declared": "yes"})
    assert policy_of("alice#work") == PrivacyPolicy()
    assert site.post("/privacy/policies/nowhere/", given).status_code == 404
    assert site.post("/privacy/policies/work/", {"secrets": "hide"}).status_code in (302, 400, 422)
