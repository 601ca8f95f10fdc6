"""A scan of what is stored for secrets and personal data."""

from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from core.schemas import Input, Output
from packs.schemas import PackId


class ScanInput(Input):
    """Which packs to read, and whether to do what their policies say."""

    pack: list[PackId] = Field(
        default_factory=list, max_length=100, description="All, if left out."
    )
    apply: bool = Field(
        default=False, description="Mask, hide or ask, by the policy of each pack; else only count."
    )


class Place(StrEnum):
    """Where sensitive text stands: a field of a memory, a row that belongs to it, a name, a search."""

    TEXT = "text"
    SPEAKER = "speaker"
    IMAGE_SUMMARIES = "image_summaries"
    CLIENT_CONTEXT = "client_context"
    EXTRA_DATA = "extra_data"
    STATES = "states"
    MENTIONS = "mentions"
    TAGS = "tags"
    CONTEXTS = "contexts"
    SEARCHES = "searches"
    LINKS = "links"
    RELATIONS = "relations"
    INBOX = "inbox"
    ENTITIES = "entities"
    EXTERNAL_ID = "external_id"
    SESSION_ID = "session_id"
    DEVICE_ID = "device_id"
    NAMESPACE = "namespace"


LABELS = {
    Place.TEXT: _("text"), Place.SPEAKER: _("speaker"), Place.IMAGE_SUMMARIES: _("images"),
    Place.CLIENT_CONTEXT: _("context of the app"), Place.EXTRA_DATA: _("extra data"),
    Place.STATES: _("facts and tasks"), Place.MENTIONS: _("mentions"), Place.TAGS: _("tags"),
    Place.CONTEXTS: _("contexts"), Place.SEARCHES: _("log of searches"),
    Place.LINKS: _("reasons of links"), Place.RELATIONS: _("reasons of relations"),
    Place.INBOX: _("inbox"), Place.ENTITIES: _("people and things"),
    Place.EXTERNAL_ID: _("external id"), Place.SESSION_ID: _("session"),
    Place.DEVICE_ID: _("device"), Place.NAMESPACE: _("namespace"),
}  # fmt: skip
# What a scan cannot mask: a person changes it, or forgets the memory.
UNMASKED = frozenset(
    {
        Place.LINKS, Place.RELATIONS, Place.INBOX, Place.ENTITIES, Place.EXTERNAL_ID,
        Place.SESSION_ID, Place.DEVICE_ID, Place.NAMESPACE,
    }
)  # fmt: skip


class ScanRow(Output):
    """How many memories of a pack hold a kind of sensitive text, and what its policy does with it.

    ``place`` is where: of ``entities`` and ``searches`` these are counted themselves, and ``ids``
    (the first 100) are theirs. ``treatment`` is keep, mask, refuse or ask; what ``is_unmasked``
    cannot be masked by a scan, and stays until a person changes it.
    """

    pack: str
    kind: str
    label: str
    treatment: str
    place: Place
    place_label: str
    is_unmasked: bool
    count: int
    ids: list[UUID]
