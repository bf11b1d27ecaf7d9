"""The networks that `benchmarks/networks.py` times, and what they are fed."""

from __future__ import annotations

import numpy as np

CLASSES, WORDS, BATCH = 10, 8000, 8
PIXELS = (224, 224, 3)
SHAPES: dict[str, tuple[int, ...]] = {
    "CNN": (28, 28, 1),
    "LSTM": (64,),
    "transformer": (128,),
    "MobileNetV2": PIXELS,
    "ResNet50": PIXELS,
    "EfficientNetB0": PIXELS,
}


def examples(name: str, batch: int) -> np.ndarray:
    """Pictures between 0 and 1, or numbers of words."""
    rng, shape = np.random.default_rng(0), (batch, *SHAPES[name])
    if len(SHAPES[name]) == 1:
        return rng.integers(0, WORDS, shape).astype("int32")
    return rng.random(shape).astype("float32")


def labels(batch: int) -> np.ndarray:
    """The number of a class for each example."""
    return np.arange(batch) % CLASSES
