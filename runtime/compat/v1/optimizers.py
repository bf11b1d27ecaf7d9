"""`tf.compat.v1.train.Optimizer`: the base class, for `isinstance` checks."""

from __future__ import annotations

from typing import Any


class Optimizer:
    """A base class of optimizers of TensorFlow 1; there are none of them here.

    Raises:
      NotImplementedError: always.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "Optimizers of TensorFlow 1 are not here; use those of tf.keras.optimizers."
        )


__all__ = ["Optimizer"]
