"""Where “the same”, “related” and “worth a look” lie on a model's own scale."""

import pytest
from pytest_django import Settings

from core.errors import InvalidInput
from memories.index.embeddings import embedder_for
from memories.index.embeddings.calibration import calibrate
from memories.models import EmbeddingModel
from memories.services.maintenance import calibrate_model


def test_the_packaged_model_has_what_was_measured() -> None:
    embedder = embedder_for("use-multilingual-v3")
    assert calibrate(embedder).thresholds() == pytest.approx(embedder.spec.thresholds(), abs=0.02)


def test_thresholds_stand_in_order() -> None:
    measured = calibrate(embedder_for("use-multilingual-v3"))
    assert measured.relevant < measured.related < measured.same
    medians = measured.medians
    assert medians["unrelated"] < medians["related"] < medians["same"]


@pytest.mark.django_db
def test_they_are_stored_with_the_model() -> None:
    model = EmbeddingModel.objects.get()
    EmbeddingModel.objects.update(thresholds={})
    measured = calibrate_model(model.name)
    model.refresh_from_db()
    assert model.thresholds == measured.thresholds()


@pytest.mark.django_db
def test_a_model_that_is_not_there(settings: Settings) -> None:
    with pytest.raises(InvalidInput) as refused:
        calibrate_model("nobody/has-this")
    assert refused.value.problems[0].field == "model"
