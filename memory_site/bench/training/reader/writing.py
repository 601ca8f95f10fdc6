"""Write the trained network as the product reads it: numbers of 8 bits, vectors of pieces of 4."""

import json
import logging
import warnings
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from nlp.trained.network import ANSWERS

from .base_model import BaseModel
from .fitting import Training
from .vocabulary import vocabulary_of

OPERATORS = 17
NETWORK = "network.onnx"
AXES = {0: "texts", 1: "pieces"}


def write(training: Training, base: BaseModel, predicates: Sequence[str], folder: Path) -> None:
    """Write the network, its vocabulary and its predicates into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    packed, scales = base.vectors_of_pieces()
    np.save(folder / "pieces.npy", packed[training.kept])
    np.save(folder / "scales.npy", scales[training.kept])
    pieces = vocabulary_of([base.pieces[at] for at in training.kept])
    (folder / "pieces.model").write_bytes(pieces)
    (folder / "predicates.json").write_text(json.dumps(list(predicates)) + "\n", "utf-8")
    _write_network(training, base, folder)


def _write_network(training: Training, base: BaseModel, folder: Path) -> None:
    with TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.WARNING)
        whole = Path(scratch) / "whole.onnx"
        _export(training, base, whole)
        quantize_dynamic(
            whole,
            Path(scratch) / NETWORK,
            # Products of signed numbers are twice as fast. Those of 8 bits overflow on processors
            # without instructions for them, those of 7 do not.
            weight_type=QuantType.QInt8,
            reduce_range=True,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gemm"],
            # Weights in a file of their own are mapped: processes share them.
            use_external_data_format=True,
        )
        logging.disable(logging.NOTSET)
        # Written in place, the weights would be put behind those of the last training.
        for part in Path(scratch).glob(f"{NETWORK}*"):
            copyfile(part, folder / part.name)


def _export(training: Training, base: BaseModel, path: Path) -> None:
    example = torch.randn(2, 20, base.sizes.width), torch.ones(2, 20, dtype=torch.bool)
    torch.onnx.export(
        training.reader,
        example,
        str(path),
        input_names=["embedded", "mask"],
        output_names=list(ANSWERS),
        dynamic_axes={
            "embedded": AXES, "mask": AXES, "tags": AXES, "subjects": {**AXES, 2: "places"}, "names": AXES,
            "secrets": AXES,
        },
        opset_version=OPERATORS,
        dynamo=False,
    )  # fmt: skip
