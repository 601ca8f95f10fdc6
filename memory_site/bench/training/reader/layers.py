"""The network in torch: the encoder of the base model, with a head for each thing that it reads."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from .base_model import BaseModel, Sizes

LONGEST = 512
DROPPED = 0.1
# The width of the vectors by which a value and its subject are compared.
COMPARED = 128
# A subject further from its value than so many pieces is like one at this distance.
FARTHEST = 48
NEVER = -1e4
# What the parts of a layer are called in the file of the base model.
PARTS = {
    "query": "q", "key": "k", "value": "v", "joined": "ao", "norm_within": "aln",
    "widen": "fi", "narrow": "fo", "norm_behind": "oln",
}  # fmt: skip


class Layer(nn.Module):  # type: ignore[misc]
    """Attention and a feed-forward part, each with a norm behind it."""

    def __init__(self, sizes: Sizes) -> None:
        """Make a layer without weights."""
        super().__init__()
        width = sizes.width
        self.heads = sizes.heads
        self.query, self.key, self.value, self.joined = (nn.Linear(width, width) for _ in range(4))
        self.widen, self.narrow = nn.Linear(width, sizes.inner), nn.Linear(sizes.inner, width)
        self.norm_within, self.norm_behind = (
            nn.LayerNorm(width, eps=sizes.epsilon) for _ in range(2)
        )
        self.drop = nn.Dropout(DROPPED)

    def forward(self, at: Tensor, mask: Tensor) -> Tensor:
        """Return the states behind this layer, (texts, pieces, width)."""
        query, key, value = (self._by_head(part(at)) for part in (self.query, self.key, self.value))
        found = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask[:, None, None, :]
        )
        joined = found.transpose(1, 2).reshape(at.shape)
        at = self.norm_within(at + self.drop(self.joined(joined)))
        wide = functional.gelu(self.widen(at))
        return self.norm_behind(at + self.drop(self.narrow(wide)))

    def _by_head(self, states: Tensor) -> Tensor:
        texts, pieces, _width = states.shape
        return states.view(texts, pieces, self.heads, -1).transpose(1, 2)


class Nearness(nn.Module):  # type: ignore[misc]
    """What the distance from a value tells of where its subject stands; the owner has its own number."""

    def __init__(self) -> None:
        """Begin with nothing that distances tell."""
        super().__init__()
        self.by_distance = nn.Parameter(torch.zeros(2 * FARTHEST + 1))
        self.of_owner = nn.Parameter(torch.zeros(1))

    def forward(self, length: int) -> Tensor:
        """Return what is added to the logits of subjects, (pieces, pieces)."""
        places = torch.arange(length)
        distances = (places[None] - places[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        return torch.where(places[None] == 0, self.of_owner, self.by_distance[distances])


class Reader(nn.Module):  # type: ignore[misc]
    """The encoder with its heads: ``embedded`` vectors of pieces in, chances out."""

    def __init__(self, base: BaseModel, tags: int, names: int, secrets: int) -> None:
        """Take the weights of the base model; the heads begin at random."""
        super().__init__()
        width = base.sizes.width
        self.position = nn.Parameter(_row(base, "emb.pos").view(-1, width))
        self.kind = nn.Parameter(_row(base, "emb.type")[:width])
        self.norm = nn.LayerNorm(width, eps=base.sizes.epsilon)
        self.layers = nn.ModuleList(Layer(base.sizes) for _ in range(base.sizes.layers))
        self.drop = nn.Dropout(DROPPED)
        self.tag, self.name, self.secret = (
            nn.Linear(width, size) for size in (tags, names, secrets)
        )
        self.of_value, self.of_subject = nn.Linear(width, COMPARED), nn.Linear(width, COMPARED)
        self.nearness = Nearness()
        with torch.no_grad():
            _fill(self.norm, base, "emb.ln")
            for at, layer in enumerate(self.layers):
                for name, written in PARTS.items():
                    _fill(getattr(layer, name), base, f"l{at}.{written}")

    def heads(self) -> list[nn.Module]:
        """Return the parts that begin at random, and learn faster."""
        return [self.tag, self.name, self.secret, self.of_value, self.of_subject, self.nearness]

    def scores(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """Return the logits of tags, subjects, names and secrets.

        They are of the form (texts, pieces, tags), (texts, pieces, pieces), and (texts, pieces, kinds).
        """
        at = self.drop(self.norm(embedded + self.position[: embedded.shape[1]] + self.kind))
        for layer in self.layers:
            at = layer(at, mask)
        at = self.drop(at)
        product = self.of_value(at) @ self.of_subject(at).transpose(1, 2) / COMPARED**0.5
        subjects = (product + self.nearness(embedded.shape[1])).masked_fill(
            ~mask[:, None, :], NEVER
        )
        return self.tag(at), subjects, self.name(at), self.secret(at)

    def forward(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """Return the chances of tags, subjects, names and secrets."""
        return tuple(scores.softmax(-1) for scores in self.scores(embedded, mask))


def _row(base: BaseModel, name: str) -> Tensor:
    return torch.from_numpy(base.numbers(name))


def _fill(part: Any, base: BaseModel, name: str) -> None:
    part.weight.copy_(_row(base, f"{name}.w").view_as(part.weight))
    part.bias.copy_(_row(base, f"{name}.b"))
