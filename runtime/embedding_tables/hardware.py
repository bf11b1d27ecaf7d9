"""What chips can do with embedding tables: names that libraries compare with."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class EmbeddingFeature(Enum):
    """The kind of units for embedding tables that a chip has."""

    UNSUPPORTED = "UNSUPPORTED"
    V1 = "V1"
    V2 = "V2"


class HardwareFeature:
    """Raises an error when it is called: there are no TPUs here to ask.

    >>> tf.tpu.experimental.HardwareFeature.EmbeddingFeature.V1.value
    'V1'

    Raises:
      NotImplementedError: always.
    """

    EmbeddingFeature = EmbeddingFeature

    def __init__(self, tpu_hardware_feature_proto: object) -> None:
        _refuse()


def _refuse() -> NoReturn:
    raise NotImplementedError(
        "tf.tpu.experimental.HardwareFeature: there are no TPUs here."
    )


__all__ = ["EmbeddingFeature", "HardwareFeature"]
