"""An export is imported into an empty space as it was, twice as once, and can be taken back."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.services.users import user_create
from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound, TooLarge
from entities.models import Entity
from graph.formats import schemas
from memories.models import Memory
from memories.schemas import MemoryInput, SavedOut, parsed
from memories.services.history import undo
from memories.services.save import remember_batch

from .transfer import content, exported, imported
