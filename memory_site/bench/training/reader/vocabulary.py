"""Write pieces as a model of the sentencepiece library, which cuts texts as the tokenizers library does."""

import io
from collections.abc import Sequence
from typing import Any

from sentencepiece import SentencePieceTrainer, sentencepiece_model_pb2

from .base_model import UNKNOWN

# Its classes are made when the module is loaded, so that types know none of them.
ModelProto: Any = vars(sentencepiece_model_pb2)["ModelProto"]
# Only the table of the rule is taken from the model that is trained on this.
ANY_TEXT, ANY_SIZE, RULE = ("a b c d e", "f g h i j"), 20, "nfkc"


def vocabulary_of(pieces: Sequence[tuple[str, float]]) -> bytes:
    """Return a model of these pieces and their scores; ids are their places."""
    model = ModelProto()
    written = model.SentencePiece
    for at, (piece, score) in enumerate(pieces):
        special = written.UNKNOWN if at == UNKNOWN else written.CONTROL
        model.pieces.add(
            piece=piece, score=score, type=special if at <= UNKNOWN else written.NORMAL
        )
    rule = model.normalizer_spec
    rule.precompiled_charsmap = _characters()
    rule.remove_extra_whitespaces = False
    rule.add_dummy_prefix = rule.escape_whitespaces = True
    model.trainer_spec.model_type = model.trainer_spec.UNIGRAM
    model.trainer_spec.unk_id = UNKNOWN
    model.trainer_spec.vocab_size = len(pieces)
    whole: bytes = model.SerializeToString()
    return whole


def _characters() -> bytes:
    """Return the library's table of which characters are written as which others by NFKC."""
    trained = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(ANY_TEXT * 20),
        model_writer=trained,
        vocab_size=ANY_SIZE,
        hard_vocab_limit=False,
        normalization_rule_name=RULE,
        minloglevel=2,
    )
    model = ModelProto.FromString(trained.getvalue())
    characters: bytes = model.normalizer_spec.precompiled_charsmap
    return characters
