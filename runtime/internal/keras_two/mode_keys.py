"""`tensorflow.python.saved_model.model_utils.mode_keys`: purposes of a call."""

from __future__ import annotations

from typing import Final


class KerasModeKeys:
    """The keys of Keras 2."""

    TRAIN: Final = "train"
    TEST: Final = "test"
    PREDICT: Final = "predict"


__all__ = ["KerasModeKeys"]
