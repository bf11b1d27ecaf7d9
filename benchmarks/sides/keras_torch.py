"""The same models in PyTorch: a call trains so many steps in the plain loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from sides.keras_steps import BATCH, MODELS, RATES, SHAPES, STEPS, UNITS, arrays


class _Last(nn.Module):
    """What a recurrent layer gives in its last step."""

    def __init__(self, layer: Any) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Any) -> Any:
        return self.layer(x)[0][:, -1]


class _Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Any) -> Any:
        found, _ = self.attention(x, x, x, need_weights=False)
        return self.norm(x + found).mean(1)


def _model(kind: str) -> Any:
    width = SHAPES[kind][-1]
    if kind == "mlp":
        return nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    if kind == "attention":
        return nn.Sequential(_Attention(width), nn.Linear(width, 10))
    layer = nn.LSTM if kind == "lstm" else nn.GRU
    recurrent = _Last(layer(width, UNITS, batch_first=True))
    return nn.Sequential(recurrent, nn.Linear(UNITS, 10))


def training(name: str) -> Callable[[], float]:
    """A call that trains; it gives the last loss."""
    kind, rule = MODELS[name]
    torch.manual_seed(3)
    model = _model(kind)
    kinds = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}
    optimizer = kinds[rule](model.parameters(), lr=RATES[rule])
    loss_of = nn.CrossEntropyLoss()
    examples, labels = (
        torch.from_numpy(each.reshape(STEPS, BATCH, *each.shape[1:]))
        for each in arrays(kind)
    )

    def call() -> float:
        for x, y in zip(examples, labels):
            optimizer.zero_grad()
            loss = loss_of(model(x), y)
            loss.backward()
            optimizer.step()
        return float(loss.detach())

    return call
