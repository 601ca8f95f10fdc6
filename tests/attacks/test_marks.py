"""The victim has a mark in every text field: what a leak could show."""

from .victim import Victim, is_marked, models_of_people, text_fields


def test_every_text_field_of_every_table_holds_a_mark(victim: Victim) -> None:
    bare = []
    for model in models_of_people():
        if not model._base_manager.exists():
            bare.append(model.__name__)
        for name in text_fields(model):
            if not is_marked(model, name):
                bare.append(f"{model.__name__}.{name}")
    assert not bare, " ".join(bare)
