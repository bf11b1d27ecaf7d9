"""Kernels of assertions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.registry import lookup


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    return lookup(op).bind(attrs)(*inputs)


def test_assert_shows_its_data() -> None:
    run("Assert", np.True_, np.arange(3))
    with pytest.raises(InvalidArgumentError) as caught:
        run("Assert", np.False_, np.array(b"x must be positive", object), np.arange(5))
    assert str(caught.value) == "assertion failed: [x must be positive] [0 1 2...]"
