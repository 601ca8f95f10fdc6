"""Requests in their threads: turns, patience, and nothing left behind for the next one."""

import asyncio
import subprocess
import sys
import threading
import time

from django.utils import translation

from memory_site.server import RequestThreads


def test_short_work_takes_turns_in_its_order() -> None:
    busy: list[int] = []
    seen: list[tuple[int, int]] = []

    def work(number: int) -> None:
        busy.append(number)
        time.sleep(0.02)
        seen.append((number, len(busy)))
        busy.remove(number)

    async def all_at_once() -> None:
        threads = RequestThreads(at_once=2, patience=5)
        await asyncio.gather(*(threads.run(work, number) for number in range(8)))

    asyncio.run(all_at_once())
    assert max(count for _, count in seen) == 2
    assert [number // 2 for number, _ in seen] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_long_work_holds_up_nobody() -> None:
    async def both() -> bool:
        threads, short_is_done = RequestThreads(at_once=1, patience=0.05), threading.Event()
        long = asyncio.create_task(threads.run(short_is_done.wait, 60))
        await asyncio.sleep(0)
        await threads.run(short_is_done.set)
        return await long

    assert asyncio.run(both()), "the short work waited until the long one gave up"


def test_errors_come_out_and_the_turn_goes_on() -> None:
    def fail() -> None:
        raise ValueError("no")

    async def twice() -> list[object]:
        threads = RequestThreads(at_once=1)
        return [
            str((await asyncio.gather(threads.run(fail), return_exceptions=True))[0])
            for _ in range(2)
        ]

    assert asyncio.run(twice()) == ["no", "no"]


def test_a_language_ends_with_its_request() -> None:
    async def languages() -> str | None:
        threads = RequestThreads(at_once=1)
        await threads.run(translation.activate, "ja")
        return await threads.run(translation.get_language)

    assert asyncio.run(languages()) == "en"


STUCK = """
import asyncio, time
from memory_site.cli.serving.server import leave
from memory_site.server import request_threads

async def begin():
    asyncio.ensure_future(request_threads.run_at_once(time.sleep, 60))
    await asyncio.sleep(0.2)

loop = asyncio.new_event_loop()
loop.run_until_complete(begin())
print("stopped")
leave()
"""


def test_a_stop_does_not_wait_for_a_request_that_never_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0 and done.stdout == "stopped\n"
    assert "1 requests were still at work" in done.stderr


# Python aborts if threads are in native code when it ends: "terminate called without …".
IN_NATIVE_CODE = """
import threading, time
from memory_site.cli.serving.server import leave
from nlp.trained.network import WEIGHTS, Network

def read():
    network = Network(WEIGHTS)
    while True:
        list(network.read("I am allergic to nuts. " * 4, is_assistant=False))

for _ in range(4):
    threading.Thread(target=read, daemon=True).start()
time.sleep(2)
leave()
"""


def test_a_stop_while_threads_are_in_native_code_is_no_abort() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_NATIVE_CODE], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
