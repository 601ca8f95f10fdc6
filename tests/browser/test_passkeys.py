"""Passkeys in a real browser, with the authenticator that its tools simulate."""

import hashlib
import hmac
import re
import struct
import subprocess
import sys
import time
from base64 import b32decode
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.live_server import LiveServer
from tests.prepared import ROOT, environment

from .conftest import Visit

MAKE_PERSON = """
import django
django.setup()
from accounts.services.users import user_create
user_create(name="carol", password="correct horse")
"""
RECOVERY_CODE = r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def code_of(secret: str) -> str:
    """Return the code of now (RFC 6238)."""
    step = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(b32decode(secret), step, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def give_password(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/login/")
    page.fill("#id_username", "carol")
    page.fill("#id_password", "correct horse")
    with page.expect_navigation():
        page.press("#id_password", "Enter")


def lose_log_in(page: Page) -> None:
    """Clear the cookies once the page is whole: its style sheets need the log-in too."""
    page.wait_for_load_state()
    page.context.clear_cookies()


def test_a_passkey_takes_the_place_of_a_code(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    subprocess.run(
        [sys.executable, "-c", MAKE_PERSON],
        cwd=ROOT,
        env=environment(product.data_dir),
        check=True,
    )
    opened = visit()
    # Browsers know passkeys by name only; a log-in counts for one host.
    base = product.base_url.replace("127.0.0.1", "localhost")
    opened.leads_to = (base,)
    page = opened.page
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    give_password(page, base)
    page.goto(f"{base}/settings/access/code/")
    secret = re.search(r"[A-Z2-7]{32}", page.inner_text("main"))
    assert secret
    page.get_by_label("Enter the code").fill(code_of(secret[0]))
    page.get_by_label("Enter your password").fill("correct horse")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("main")).to_contain_text("10 recovery codes are left")
    adding, removing = re.findall(RECOVERY_CODE, page.inner_text("main"))[:2]

    page.goto(f"{base}/settings/access/code/")
    page.get_by_label("Name").fill("laptop")
    page.locator("#passkey-code").fill(adding)
    page.get_by_role("button", name="Add a passkey").click()
    row = page.locator("tr", has_text="laptop")
    expect(row).to_contain_text("localhost")
    expect(row).to_contain_text("never")

    lose_log_in(page)
    give_password(page, base)
    expect(page).to_have_url(f"{base}/login/code/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{base}/")

    page.goto(f"{base}/settings/access/code/")
    expect(row).to_contain_text("just now")
    remove = page.get_by_role("button", name="Remove laptop")
    remove.click()
    assert page.locator("#code").evaluate("field => field.matches(':focus')"), "it needs a code"
    page.locator("#code").fill("wrong")
    remove.click()
    expect(page.locator(".toast")).to_contain_text("This code is wrong")
    page.locator("#code").fill(removing)
    remove.click()
    expect(row).to_have_count(0)
    lose_log_in(page)
    give_password(page, base)
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
