"""The pack's own tool for assistants; the registry finds this module by its name."""

from mcp_server import MCPToolset
from pydantic import BaseModel, ConfigDict, Field

from accounts.callers import caller_of
from memories.schemas import SearchFilters
from memories.schemas.recalled_text import fenced, quoted_text
from memories.selectors.memories import memory_list
from packs.spec import tool


class SeasonArguments(BaseModel):
    """Which plant."""

    model_config = ConfigDict(extra="forbid")

    plant: str = Field(description="The plant's name, e.g. トマト", min_length=1)


class SeasonOut(BaseModel):
    """When a plant was sown, as the diary says."""

    sown: list[str]


def season_text(season: SeasonOut) -> str:
    """Return what the assistant reads."""
    return fenced(map(quoted_text, season.sown)) if season.sown else "nothing sown yet"


class GardenTools(MCPToolset):  # type: ignore[misc]
    """Tools of the garden diary."""

    @tool(title="When it was sown", as_text=season_text, reads_only=True)
    def season_of(self, arguments: SeasonArguments) -> SeasonOut:
        """Say when a plant was sown. Call it before advising when to sow again."""
        filters = SearchFilters(entity=arguments.plant, memory_type="sowing")
        rows = memory_list(caller_of(self.request), ["garden"], filters)
        return SeasonOut(sown=[f"{row.created_at:%Y-%m-%d} {row.raw_text}" for row in rows])
