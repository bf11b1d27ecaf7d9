"""`tf.version`: the TensorFlow version whose API this runtime implements."""

from __future__ import annotations

from typing import Final

VERSION: Final = "2.21.0"
"""The version of TensorFlow whose answers these are."""

GIT_VERSION: Final = "unknown"
COMPILER_VERSION: Final = "none: NumPy"

GRAPH_DEF_VERSION: Final = 2474
"""The version written into graphs."""

GRAPH_DEF_VERSION_MIN_CONSUMER: Final = 0
GRAPH_DEF_VERSION_MIN_PRODUCER: Final = 0
