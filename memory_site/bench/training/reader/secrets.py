"""Turn texts in which secrets are labeled into what the network is trained on."""

from tokenizers import Tokenizer

from memory_site.bench.extraction.secrets import LabelledSecrets
from nlp.trained.network import BEGIN_OF_TEXT, END_OF_TEXT, own_spans, prefix_of
from nlp.trained.secrets import SECRET_KINDS

from .labels import IGNORED, MOST_PIECES, LabelledPieces, pieces_in, place_of, tag_pieces


def labelled_secrets(text: LabelledSecrets, tokenizer: Tokenizer) -> LabelledPieces:
    """Return the pieces of a text with the labels of its secrets, and none of facts and names.

    Tag 0 is no secret; 1 + 2n begins one of kind n, and 2 + 2n goes on in it.
    """
    prefix = prefix_of(is_assistant=False)
    encoded = tokenizer.encode(prefix + text.text)
    ids = [BEGIN_OF_TEXT, *encoded.ids[:MOST_PIECES], END_OF_TEXT]
    spans = own_spans(text.text, encoded.offsets[:MOST_PIECES], len(prefix), 0).tolist()
    secrets = [0] * len(ids)
    for kind, value in text.spans:
        if kind in SECRET_KINDS:
            places = pieces_in(spans, place_of(text.text, value))
            tag_pieces(secrets, places, 1 + 2 * SECRET_KINDS.index(kind))
    unknown = [IGNORED] * len(ids)
    return LabelledPieces(ids, unknown, (), unknown, secrets)
