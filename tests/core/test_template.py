"""Processes forked from a copy of this one that was set aside."""

import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.template import Template

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")

PROGRAM = """
import io, os, signal, sys
import django
django.setup()
from core import template
loaded = list(range(1000))
def answer(file):
    os.write(file, f"{os.getpid()} {sum(loaded)} {open('/proc/self/comm').read().strip()}".encode())
def wait(file):
    signal.pause()
def fail(file):
    raise ValueError("no")
held, shared = open(sys.argv[1]), io.FileIO(__file__)
template.share_with_copies(shared)
aside = template.Template.set_aside()
loaded.clear()
def asked(work):
    ours, theirs = os.pipe()
    copy = aside.fork(work, files=[theirs], name="a-copy")
    os.close(theirs)
    return copy, ours
copy, ours = asked(answer)
pid, total, name = os.read(ours, 100).split()
print(int(pid) == copy.pid, int(pid) != os.getpid(), total.decode(), name.decode(), copy.wait(20))
waiting, ours = asked(wait)
opened = [os.readlink(f"/proc/{waiting.pid}/fd/{n}") for n in os.listdir(f"/proc/{waiting.pid}/fd")]
print(waiting.is_alive(), held.name in opened, shared.name in opened)
waiting.terminate()
print(os.read(ours, 1), waiting.wait(20), waiting.is_alive())
waiting.terminate()
print(asked(fail)[0].wait(20))
aside.end()
try:
    asked(answer)
except template.NotForked:
    print("ended")
"""


def test_copies_share_what_was_loaded_and_end_on_their_own(tmp_path: Path) -> None:
    held, program = tmp_path / "held", tmp_path / "program.py"
    held.touch()
    program.write_text(PROGRAM)
    environment = {
        **os.environ,
        "WASURENA_DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, program, held], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "True True 499500 a-copy True",
        "True False True",
        "b'' True False",
        "True",
        "ended",
    ], done.stderr
    assert "ValueError: no" in done.stderr


def test_a_process_with_threads_is_not_forked() -> None:

    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert Template.set_aside() is None
    finally:
        done.set()
        thread.join()


def test_a_killed_parent_leaves_no_template(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, django; django.setup()\n"
        "from core.template import Template\n"
        "aside = Template.set_aside()\n"
        "print(aside._pid, flush=True)\n"
        "import time; time.sleep(60)\n"
    )
    environment = {
        **os.environ,
        "WASURENA_DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with subprocess.Popen([sys.executable, program], env=environment, stdout=-1) as parent:
        assert parent.stdout is not None
        template = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert select.select([template], [], [], 20)[0]
    os.close(template)
