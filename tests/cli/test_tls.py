"""``wasurena up`` with a certificate: TLS for everybody, and for the tools on this machine."""

import ssl
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.certificates import certificate

from .conftest import Wasurena, environment, free_port, wait_until


def test_everything_goes_by_tls(wasurena: Wasurena, tmp_path: Path) -> None:
    file, port = certificate(tmp_path, "memory.example"), free_port()
    wasurena.extra = {
        "WASURENA_CERTIFICATE": str(file),
        "WASURENA_ALLOWED_HOSTS": "memory.example",
        "WASURENA_PORT": str(port),
    }
    trusted = ssl.create_default_context(cafile=str(file))
    trusted.check_hostname = False
    server = subprocess.Popen(
        wasurena.command("up"),
        env={**environment(wasurena.data_dir), **wasurena.extra},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        url = f"https://127.0.0.1:{port}"
        with httpx.Client(verify=trusted, headers={"Host": "memory.example"}) as client:
            wait_until(lambda: _answers(client, f"{url}/health"))
            page = client.get(f"{url}/login/")
            assert "max-age" in page.headers["strict-transport-security"]
            assert "secure" in page.headers["set-cookie"].lower()
            refused = client.post(f"{url}/mcp", json={}).headers["www-authenticate"]
            assert 'resource_metadata="https://memory.example/' in refused, "OAuth is on beyond"
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/health")
        assert f"{url}" in wasurena.ok("status")
        asked = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}\n'
        assert "search_memories" in wasurena("mcp", text=asked).stdout
    finally:
        server.terminate()
        told, _errors = server.communicate(timeout=20)
    # Under the name of the certificate: browsers and assistants would refuse it under another.
    assert f"https://memory.example:{port}/mcp" in told and "127.0.0.1" not in told


def _answers(client: httpx.Client, url: str) -> bool:
    try:
        return client.get(url).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize(
    "broken",
    ["no key", *(pytest.param(one, marks=pytest.mark.slow) for one in ("missing", "nonsense"))],
)
def test_a_certificate_that_cannot_be_used_is_named(
    empty: Wasurena, tmp_path: Path, broken: str
) -> None:
    file = certificate(tmp_path)
    if broken == "missing":
        file.unlink()
    else:
        whole = file.read_text("ascii")
        file.write_text(whole[: whole.index("-----BEGIN PRIVATE")] if broken == "no key" else "x")
    empty.extra = {"WASURENA_CERTIFICATE": str(file)}
    done = empty("up", "--port", str(free_port()))
    assert done.returncode == 1 and str(file) in done.stderr and "Traceback" not in done.stderr
    assert not (empty.data_dir / "wasurena.sqlite3").exists()
