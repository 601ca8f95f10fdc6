"""The lifelog pack: places, meals, health, feelings, events, reminders."""

from packs.config import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    Vocabulary,
)

from .extractors import EXTRACTORS


class LifelogPack(PackConfig):
    name = "packs.lifelog"
    label = "pack_lifelog"
    spec = PackSpec(
        id="lifelog",
        name=Name("Life", "暮らし"),
        description=Name(
            "Places, meals, health, feelings, family, events and reminders.",
            "場所、食事、健康、気持ち、家族、出来事、リマインダー。",
        ),
        hue=330,
        icon="leaf",
        memory_types=(
            Vocabulary("meal", Name("Meal", "食事")),
            Vocabulary("health", Name("Health", "健康")),
            Vocabulary("feeling", Name("Feeling", "気持ち")),
            Vocabulary("reminder", Name("Reminder", "リマインダー")),
        ),
        categories=(
            Vocabulary("family", Name("Family", "家族")),
            Vocabulary("food", Name("Food", "食")),
            Vocabulary("health", Name("Health", "健康")),
            Vocabulary("travel", Name("Travel", "旅")),
            Vocabulary("hobby", Name("Hobby", "趣味")),
        ),
        entity_types=(
            EntityTypeSpec(
                "Restaurant", Name("Restaurant", "飲食店"), parent="Location", icon="cup"
            ),
            EntityTypeSpec("Food", Name("Food", "食べ物"), parent="Object", icon="bowl"),
            EntityTypeSpec("Pet", Name("Pet", "ペット"), parent="Object", icon="paw"),
        ),
        relation_types=(
            RelationTypeSpec("likes", Name("Likes", "好き")),
            RelationTypeSpec("dislikes", Name("Dislikes", "苦手")),
            RelationTypeSpec("prefers", Name("Prefers", "好み")),
            RelationTypeSpec("allergic_to", Name("Allergic to", "アレルギー")),
            RelationTypeSpec("lives_in", Name("Lives in", "居住"), single_valued=True),
            RelationTypeSpec("studies_at", Name("Studies at", "在学")),
            RelationTypeSpec(
                "married_to", Name("Married to", "配偶者"), is_directed=False, single_valued=True
            ),
        ),
        extractors=EXTRACTORS,
        hints=(
            Hint(
                r"朝食|昼食|夕食|朝ごはん|晩ごはん|ランチ|ディナー|美味し|おいし|食べ|カフェ|\b(?:breakfast|lunch|dinner|restaurant|cook(?:ed|ing)?|ate|coffee)\b"
            ),
            Hint(
                r"体調|病院|頭痛|風邪|睡眠|血圧|体重|薬|\b(?:slept|sleep|headache|doctor|dentist|weight|medicine)\b"
            ),
            Hint(
                r"家族|母|父|妻|夫|娘|息子|妹|弟|姉|兄|祖母|祖父|\b(?:mom|mum|mother|father|dad|wife|husband|daughter|son|sister|brother|family)\b"
            ),
            Hint(
                r"旅行|散歩|ランニング|走っ|映画|誕生日|引っ?越し|公園|温泉|\b(?:trip|travel|walk|running|ran|movie|birthday|holiday|vacation)\b"
            ),
            Hint(
                r"嬉し|悲し|楽し|疲れ|寂し|不安|\b(?:happy|sad|tired|lonely|anxious|excited)\b", 0.8
            ),
            Hint(r"買っ|買い物|猫|犬|\b(?:bought|shopping|cat|dog)\b", 0.8),
        ),
        decay=DecayPolicy(
            half_life_days=365,
            by_type={"meal": 60, "reminder": 30, "feeling": 120, "preference": 1825},
        ),
    )
