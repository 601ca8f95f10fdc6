"""Turn texts in which secrets are labeled into what the network is trained on."""

from tokenizers import Tokenizer

from memory_site.bench.extraction.secrets import LabelledSecrets
from nlp.trained.secrets import SECRET_KINDS

from .labels import IGNORED, LabelledPieces, encoded, lowered, pieces_in, place_of, tag_pieces

STOPS = ".。"


def labelled_secrets(
    text: LabelledSecrets, tokenizer: Tokenizer, *, is_lowered: bool = False, has_stop: bool = True
) -> LabelledPieces:
    """Return the pieces of a text with the labels of its secrets, and none of facts and names.

    Tag 0 is no secret; 1 + 2n begins one of kind n, and 2 + 2n goes on in it.
    Without ``has_stop`` the text loses its full stop, as people leave it out.
    """
    written = lowered(text.text) if is_lowered else text.text
    written = written if has_stop else written.rstrip(STOPS)
    ids, spans = encoded(written, tokenizer, is_assistant=False)
    secrets = [0] * len(ids)
    for kind, value in text.spans:
        if kind in SECRET_KINDS:
            places = pieces_in(spans, place_of(text.text, value))
            tag_pieces(secrets, places, 1 + 2 * SECRET_KINDS.index(kind))
    unknown = [IGNORED] * len(ids)
    return LabelledPieces(ids, unknown, (), unknown, secrets)
