"""``/cli``: do ``status`` and ``search`` for a command that runs beside the server.

A command acts for anybody whose data the directory holds, since it reads the directory. So must
whoever asks here: the key in the server's record signs each request, and each answer.
"""

import json
import logging
import os
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt

from accounts.transport import is_from_here
from core.db.instance import served_instance

from .environment import speaking, warn_of_unknown_variables
from .output import BAD_INPUT, Transcript, describe_error, kept, note
from .serving.asking import COMMANDS, PROOF
from .serving.record import is_proven, proof, read

logger = logging.getLogger(__name__)


@csrf_exempt
def answer_command(request: HttpRequest) -> HttpResponse:
    """Return what the command prints and its exit code; 404 for everybody but the owner's command.

    409 means that the command is to be done there: it failed here.
    """
    key, given = _key(), request.headers.get(PROOF, "")
    if request.method != "POST" or not _is_near(request):
        raise Http404
    if not is_proven(given, key, request.body):
        raise Http404
    asked = json.loads(request.body)
    options = Namespace(**asked["options"])
    if not _is_mine(asked["instance"]) or options.command not in COMMANDS:
        raise Http404
    transcript = Transcript(**asked["terminal"])
    code = _done(options, transcript, asked["language"])
    if code is None:
        return HttpResponse(status=409)
    content = json.dumps({"parts": transcript.parts, "code": code}).encode()
    signature = proof(key, given.encode(), content)
    return HttpResponse(content, content_type="application/json", headers={PROOF: signature})


def _key() -> str:
    """Return the key of this very process; none where another one, or nobody, is recorded."""
    record = read(Path(settings.DATA_DIR))
    return str(record.get("key", "")) if record.get("pid") == os.getpid() else ""


def _is_near(request: HttpRequest) -> bool:
    """Tell whether a process of this machine asks, and not a proxy for somebody else."""
    return bool(request.META.get("REMOTE_ADDR")) and is_from_here(request)


def _is_mine(instance: str) -> bool:
    """Tell whether the data is here: a copy of the directory has the same key."""
    database = Path(settings.DATABASE_PATH)
    return instance == served_instance(Path(settings.DATA_DIR)) and database.exists()


def _done(options: Namespace, transcript: Transcript, language: str) -> int | None:
    """Do the command as its own process would; None if that fails for another reason than input."""
    with ExitStack() as stack:
        stack.enter_context(kept(transcript))
        stack.enter_context(speaking(language))
        stack.enter_context(translation.override(language))
        stack.enter_context(timezone.override(None))
        warn_of_unknown_variables()
        try:
            return _handler(options.command)(options)
        except Exception as error:
            return _failed(error, options.command)


def _failed(error: Exception, command: str) -> int | None:
    failure = describe_error(error)
    if failure is None or failure.exit_code != BAD_INPUT:
        # Its own process fails likewise, and says more; a text of the error may quote a memory.
        logger.warning("%s failed here: %s", command, type(error).__name__)
        return None
    note(f"wasurena: {failure.line}")
    return failure.exit_code


def _handler(command: str) -> Callable[[Namespace], int]:
    # At the first question: most servers are never asked, and need none of what draws tables.
    handler: Callable[[Namespace], int]
    handler = import_module(f"memory_site.cli.commands.{command}").answer
    return handler
