"""What the garden pack declares."""

from nlp.readers import PrivacyPolicy
from packs.registry import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    ScheduleSpec,
    Vocabulary,
)

from .extractors import PlantNames


class GardenPack(PackConfig):
    name = "wasurena_garden"
    label = "pack_garden"
    spec = PackSpec(
        id="garden",
        name=Name("Garden", "庭"),
        description=Name("Plants, beds, sowing and harvest.", "植物、花壇、種まきと収穫。"),
        hue=120,
        icon="leaf",
        memory_types=(
            Vocabulary("sowing", Name("Sowing", "種まき")),
            Vocabulary("harvest", Name("Harvest", "収穫")),
        ),
        categories=(Vocabulary("bed", Name("Bed", "花壇")),),
        entity_types=(
            # The parent comes later in the list, and its own parent from the core.
            EntityTypeSpec("Herb", Name("Herb", "ハーブ"), parent="Plant"),
            EntityTypeSpec(
                "Plant", Name("Plant", "植物"), parent="Object", color="#3a7d44", icon="leaf"
            ),
        ),
        relation_types=(
            RelationTypeSpec("grows_in", Name("Grows in", "生えている"), inverse="bed_of"),
            RelationTypeSpec("bed_of", Name("Bed of", "花壇"), inverse="grows_in"),
            RelationTypeSpec("companion_of", Name("Companion of", "相性がよい"), is_directed=False),
            RelationTypeSpec("next_season", Name("Next season", "翌季"), between="memories"),
        ),
        extractors=(PlantNames(),),
        hints=(Hint(r"種をまい|花壇|\bsow(?:ed|ing)?\b|\bseedlings?\b|\bharvest"),),
        decay=DecayPolicy(half_life_days=365, by_type={"sowing": 730}),
        privacy=PrivacyPolicy(secrets="mask"),
        schedules=(
            ScheduleSpec(
                "water",
                "wasurena_garden.tasks.remind_of_watering",
                "0 6 * * *",
                Name("Remind of watering", "水やりを思い出させる"),
            ),
        ),
    )
