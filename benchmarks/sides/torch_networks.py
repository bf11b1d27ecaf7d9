"""The same networks in PyTorch, written for it; the large ones are torchvision's."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torchvision
from torch import nn

from sides.networks import CLASSES, WORDS


def _cnn() -> Any:
    parts: list[Any] = []
    for before, filters in ((1, 32), (32, 64)):
        parts += [
            nn.Conv2d(before, filters, 3, bias=False),
            nn.BatchNorm2d(filters),
            nn.ReLU(),
            nn.MaxPool2d(2),
        ]
    head = [nn.Linear(1600, 128), nn.ReLU(), nn.Linear(128, CLASSES)]
    return nn.Sequential(*parts, nn.Flatten(), *head)


class _Recurrent(nn.Module):
    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width)
        self.layers = nn.LSTM(width, width, 2, batch_first=True)
        self.head = nn.Linear(width, CLASSES)

    def forward(self, x: Any) -> Any:
        return self.head(self.layers(self.words(x))[0][:, -1])


class _Transformer(nn.Module):
    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width, 4, 4 * width, 0, "gelu", batch_first=True, norm_first=True
            )
            for _ in range(4)
        )
        self.head = nn.Linear(width, CLASSES)

    def forward(self, x: Any) -> Any:
        x = self.words(x)
        for layer in self.layers:
            x = layer(x)
        return self.head(x.mean(1))


VISION = {
    "MobileNetV2": torchvision.models.mobilenet_v2,
    "ResNet50": torchvision.models.resnet50,
    "EfficientNetB0": torchvision.models.efficientnet_b0,
}
MADE = {"CNN": _cnn, "LSTM": _Recurrent, "transformer": _Transformer}


class Side:
    """A network in PyTorch, with weights of its own."""

    def __init__(self, side: str, name: str) -> None:
        torch.manual_seed(0)
        torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
        if name in MADE:
            self.model: Any = MADE[name]()
        else:
            self.model = VISION[name](weights=None, num_classes=CLASSES)

    def weights(self) -> None:
        """None: they stand in another order than Keras'."""

    def take_weights(self, arrays: list[np.ndarray]) -> None:
        """Keeps its own."""

    def forward(self, x: np.ndarray) -> Callable[[], np.ndarray]:
        """A call of the network without training, from array to array."""
        held = self._held(x)

        def call() -> np.ndarray:
            self.model.eval()
            with torch.inference_mode():
                found: np.ndarray = self.model(held).numpy()
            return found

        return call

    def training(self, x: np.ndarray, y: np.ndarray) -> Callable[[], Any]:
        """A call that trains one step."""
        held, wanted = self._held(x), torch.from_numpy(y)
        optimizer = torch.optim.Adam(self.model.parameters())
        loss_of = nn.CrossEntropyLoss()

        def call() -> float:
            self.model.train()
            optimizer.zero_grad()
            loss = loss_of(self.model(held), wanted)
            loss.backward()
            optimizer.step()
            return float(loss.detach())

        return call

    def _held(self, x: np.ndarray) -> Any:
        held = torch.from_numpy(x)
        return held if x.ndim == 2 else held.permute(0, 3, 1, 2).contiguous()
