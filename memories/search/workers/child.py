"""The other side: a process that searches for the one that started it."""

import gc
import logging
import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

READY = "ready"


def serve(line: Connection, idle_seconds: float) -> None:
    """Answer each ``(function, arguments, language)`` with its result until nobody asks any more.

    What fails is answered with None: the asker does it again, and raises what there is to raise.
    """
    # Ctrl-C goes to the whole group: the parent decides, and its end closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _set_up()
    try:
        line.send(READY)
        while line.poll(idle_seconds):
            work, arguments, language = line.recv()
            try:
                answer = _done(work, arguments, language)
            except Exception:
                logger.debug("a search failed in process %s", os.getpid(), exc_info=True)
                answer = None
            line.send(answer)
    except (EOFError, OSError):
        return


def _done(work: Callable[..., object], arguments: Sequence[object], language: str) -> object:
    from django.utils import translation

    # Notes of a search are in the asker's language.
    with translation.override(language):
        return work(*arguments)


def _set_up() -> None:
    import django

    django.setup()
    from memories.index.embeddings import embedder_for
    from memories.index.in_memory.warming import warm_spaces
    from memories.index.tables.vector_tables import active_model

    if model := active_model():
        embedder_for(model.name).query("")
    warm_spaces()
    # What the start leaves is never garbage.
    gc.collect()
    gc.freeze()
