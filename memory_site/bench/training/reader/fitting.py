"""Fit the network to labeled texts."""

import math
import os
import random
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from memory_site.bench.datasets.labelled_facts import FactText
from memory_site.bench.datasets.labelled_names import LabelledText
from memory_site.bench.extraction.secrets import LabelledSecrets
from nlp.trained.names import NAME_TYPES
from nlp.trained.network import unpacked
from nlp.trained.secrets import SECRET_KINDS

from .base_model import BaseModel, kept_pieces, tokenizer_of
from .labels import IGNORED, LOWERED, LabelledPieces, batches, labelled
from .layers import Reader
from .names import known_names, labelled_names
from .secrets import labelled_secrets

BATCH = 16
RATE, RATE_OF_HEADS, DECAY = 1.5e-4, 1e-3, 0.01
# The rate rises over this share of the steps, and then falls to nothing.
WARM_UP = 0.08
WEIGHT_OF_TAGS, WEIGHT_OF_SUBJECTS, WEIGHT_OF_NAMES = 3.0, 1.0, 1.5
WEIGHT_OF_SECRETS = 1.5
LONGEST_STEP = 1.0
PADDING = 1
# So many texts with names are learned as an assistant's words.
OF_ASSISTANTS = 0.3
# So many texts with secrets are learned without their full stop.
WITHOUT_STOP = 0.2


class Training:
    """The network, its vocabulary and its texts."""

    def __init__(
        self,
        base: BaseModel,
        texts: Sequence[FactText],
        named: Sequence[LabelledText],
        secret: Sequence[LabelledSecrets],
        predicates: Sequence[str],
        seed: int = 0,
    ) -> None:
        """Keep the pieces that are needed, and begin with the weights of the base model."""
        torch.manual_seed(seed)
        # Two threads of one core are faster than one.
        torch.set_num_threads(os.cpu_count() or 1)
        self._chance = random.Random(seed)
        self._texts = [(text, tuple(known_names(text))) for text in texts]
        self._named, self._secret, self._predicates = named, secret, predicates
        written = [text.text for group in (texts, named, secret) for text in group]
        self.kept = kept_pieces(base, written)
        self.tokenizer = tokenizer_of([base.pieces[at] for at in self.kept])
        packed, scales = base.vectors_of_pieces()
        self._vectors = torch.from_numpy(unpacked(packed[self.kept], scales[self.kept]))
        self.reader = Reader(
            base, *(1 + 2 * len(kinds) for kinds in (predicates, NAME_TYPES, SECRET_KINDS))
        )

    def fit(self, epochs: int) -> Iterator[float]:
        """Train, and yield the mean loss of each epoch."""
        optimizer = torch.optim.AdamW(self._groups(), weight_decay=DECAY)
        steps = epochs * math.ceil(len(self._labelled()) / BATCH)
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
        facts = [
            labelled(
                text,
                self.tokenizer,
                self._predicates,
                known,
                is_lowered=text.language == "en" and self._chance.random() < LOWERED,
            )
            for text, known in self._texts
        ]
        named = map(self._labelled_names, self._named)
        return [*facts, *named, *map(self._labelled_secrets, self._secret)]

    def _labelled_names(self, text: LabelledText) -> LabelledPieces:
        is_assistant = self._chance.random() < OF_ASSISTANTS
        return labelled_names(text, self.tokenizer, is_assistant=is_assistant)

    def _labelled_secrets(self, text: LabelledSecrets) -> LabelledPieces:
        is_lowered = self._chance.random() < LOWERED
        has_stop = self._chance.random() >= WITHOUT_STOP
        return labelled_secrets(text, self.tokenizer, is_lowered=is_lowered, has_stop=has_stop)

    def _loss(self, batch: Sequence[LabelledPieces]) -> Tensor:
        ids = _padded([one.ids for one in batch], PADDING)
        tags, names, secrets = (
            _padded([getattr(one, part) for one in batch], IGNORED)
            for part in ("tags", "names", "secrets")
        )
        lengths = torch.tensor([len(one.ids) for one in batch])
        mask = torch.arange(ids.shape[1])[None] < lengths[:, None]
        said, subjects, named, secret = self.reader.scores(self._vectors[ids], mask)
        loss = WEIGHT_OF_TAGS * _difference(said, tags)
        loss += WEIGHT_OF_NAMES * _difference(named, names)
        loss += WEIGHT_OF_SECRETS * _difference(secret, secrets)
        return loss + WEIGHT_OF_SUBJECTS * _missed_subjects(subjects, batch)


def _padded(rows: Sequence[Sequence[int]], padding: int) -> Tensor:
    longest = max(len(row) for row in rows)
    return torch.tensor([[*row, *[padding] * (longest - len(row))] for row in rows])


def _difference(said: Tensor, right: Tensor) -> Tensor:
    """Return the mean loss of the pieces that are labeled; 0 if none is."""
    known = right != IGNORED
    if not known.any():
        return said.sum() * 0.0
    return functional.cross_entropy(said[known], right[known])


def _missed_subjects(subjects: Tensor, batch: Sequence[LabelledPieces]) -> Tensor:
    """Return the mean loss of the subjects of values, at whichever place they are named."""
    pairs = [(row, *pair) for row, one in enumerate(batch) for pair in one.subjects]
    if not pairs:
        return subjects.sum() * 0.0
    chances = torch.stack([subjects[row, value].log_softmax(-1) for row, value, _ in pairs])
    right = torch.full_like(chances, -torch.inf)
    for at, (_row, _value, places) in enumerate(pairs):
        right[at, list(places)] = 0.0
    return -(chances + right).logsumexp(-1).mean()
