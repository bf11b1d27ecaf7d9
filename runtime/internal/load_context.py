"""The context in which Keras 2 loads a model of a single file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def load_context(load_options: Any) -> Iterator[None]:
    """A context manager around a load; its options matter to strategies over devices.

    >>> with tf.__internal__.load_context(None):
    ...     pass
    """
    yield
