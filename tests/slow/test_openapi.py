"""The REST API answers as its OpenAPI document says, whatever schemathesis sends."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live_server import LiveServer
from tests.prepared import ROOT, environment

pytestmark = pytest.mark.slow

# The same requests each time: the seed is fixed, and every operation gets so many random ones.
SEED, EXAMPLES = "1", "4"
# The first two are replaced by ``valid_data_is_accepted``, which knows what no schema can say, and
# ``wrong_data_is_refused``, which knows that saves leave annotations out. The last sends wrong
# tokens by the dozen, which rightly ends in 429 (tests/accounts).
LEFT_OUT = "positive_data_acceptance,negative_data_rejection,ignored_auth"
ADMIN = """
import django; django.setup()
from accounts.services.tokens import token_create
print(token_create(user_name="alice", name="fuzz", scopes=["read", "write", "admin"])[1])
"""


def admin_token(server: LiveServer) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ADMIN], cwd=ROOT, env=environment(server.data_dir),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


# Sequences are made by the ids that one operation answers and another one takes.
@pytest.mark.parametrize("phases", ["coverage,fuzzing", "stateful"])
def test_every_operation_keeps_to_the_document(
    server: LiveServer, tmp_path: Path, phases: str
) -> None:
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert program
    command = [
        program, "--no-color", "run", f"{server.base_url}/api/schema/?format=json",
        "-H", f"Authorization: Bearer {admin_token(server)}",
        "--phases", phases, "--seed", SEED, "-n", EXAMPLES, "--generation-deterministic",
        "--exclude-checks", LEFT_OUT, "--continue-on-failure", "--warnings", "off",
        # NUL is refused in every text (docs/rest.md); a pattern on each field would say nothing more.
        "--generation-allow-x00", "false", "--no-shrink",
        "--request-timeout", "120", "--suppress-health-check", "all",
    ]  # fmt: skip
    hooks = {"SCHEMATHESIS_HOOKS": "tests.slow.openapi_checks", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **hooks}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
