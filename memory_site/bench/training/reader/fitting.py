"""Fit the network to labeled texts."""

import math
import os
import random
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from memory_site.bench.datasets.labelled_facts import FactText
from nlp.trained.network import unpacked

from .base_model import BaseModel, kept_pieces, tokenizer_of
from .labels import LOWERED, LabelledPieces, batches, labelled
from .layers import Reader

BATCH = 16
RATE, RATE_OF_HEADS, DECAY = 1.5e-4, 1e-3, 0.01
# The rate rises over this share of the steps, and then falls to nothing.
WARM_UP = 0.08
WEIGHT_OF_TAGS, WEIGHT_OF_SUBJECTS = 3.0, 0.3
LONGEST_STEP = 1.0
PADDING, IGNORED = 1, -100


class Training:
    """The network, its vocabulary and its texts."""

    def __init__(
        self, base: BaseModel, texts: Sequence[FactText], predicates: Sequence[str], seed: int = 0
    ) -> None:
        """Keep the pieces that are needed, and begin with the weights of the base model."""
        torch.manual_seed(seed)
        # Two threads of one core are faster than one.
        torch.set_num_threads(os.cpu_count() or 1)
        self._chance = random.Random(seed)
        self._texts, self._predicates = texts, predicates
        self.kept = kept_pieces(base, [text.text for text in texts])
        self.tokenizer = tokenizer_of([base.pieces[at] for at in self.kept])
        packed, scales = base.vectors_of_pieces()
        self._vectors = torch.from_numpy(unpacked(packed[self.kept], scales[self.kept]))
        self.reader = Reader(base, tags=1 + 2 * len(predicates))

    def fit(self, epochs: int) -> Iterator[float]:
        """Train, and yield the mean loss of each epoch."""
        optimizer = torch.optim.AdamW(self._groups(), weight_decay=DECAY)
        steps = epochs * math.ceil(len(self._texts) / BATCH)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min(1.0, (step + 1) / (WARM_UP * steps)) * (1 - step / steps)
        )
        for _epoch in range(epochs):
            self.reader.train()
            losses = []
            for batch in batches(self._labelled(), BATCH, self._chance):
                loss = self._loss(batch)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.reader.parameters(), LONGEST_STEP)
                optimizer.step()
                schedule.step()
                losses.append(loss.item())
            yield sum(losses) / len(losses)
        self.reader.eval()

    def _groups(self) -> list[dict[str, object]]:
        heads = [one for head in self.reader.heads() for one in head.parameters()]
        known = {id(one) for one in heads}
        encoder = [one for one in self.reader.parameters() if id(one) not in known]
        return [{"params": encoder, "lr": RATE}, {"params": heads, "lr": RATE_OF_HEADS}]

    def _labelled(self) -> list[LabelledPieces]:
        return [
            labelled(
                text,
                self.tokenizer,
                self._predicates,
                is_lowered=text.language == "en" and self._chance.random() < LOWERED,
            )
            for text in self._texts
        ]

    def _loss(self, batch: Sequence[LabelledPieces]) -> Tensor:
        longest = max(len(one.ids) for one in batch)
        ids = torch.full((len(batch), longest), PADDING)
        tags = torch.full((len(batch), longest), IGNORED)
        for row, one in enumerate(batch):
            ids[row, : len(one.ids)] = torch.tensor(one.ids)
            tags[row, : len(one.ids)] = torch.tensor(one.tags)
        said, subjects = self.reader.scores(self._vectors[ids], tags != IGNORED)
        loss = WEIGHT_OF_TAGS * functional.cross_entropy(
            said.reshape(-1, said.shape[-1]), tags.reshape(-1)
        )
        pairs = [(row, *pair) for row, one in enumerate(batch) for pair in one.subjects]
        if not pairs:
            return loss
        rows, values, places = (list(column) for column in zip(*pairs, strict=True))
        right = torch.tensor(places)
        return loss + WEIGHT_OF_SUBJECTS * functional.cross_entropy(subjects[rows, values], right)
