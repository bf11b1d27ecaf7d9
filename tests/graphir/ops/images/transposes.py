"""Whether the gradient of a linear op on images is its transpose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.ops.contract.registry import lookup

RNG = np.random.default_rng(3)


IMAGE = RNG.normal(size=(2, 5, 4, 3)).astype(np.float32)


def run(name: str, attrs: dict[str, Any], *arrays: Any) -> Any:
    declaration = lookup(name)
    known = {key: spec.default for key, spec in declaration.declared().attrs.items()}
    with np.errstate(all="ignore"):
        return declaration.bind({**known, **attrs})(*arrays)


def dtype_attrs() -> dict[str, Any]:
    from graphir import dtypes

    return {"T": dtypes.float32}


def assert_is_transpose(forward: Any, backward: Any) -> None:
    """<forward(image), g> is <image, backward(g)>."""
    result = forward(IMAGE)
    gradient = RNG.normal(size=result.shape).astype(np.float32)
    back = backward(gradient)
    assert back.shape == IMAGE.shape
    one = np.vdot(result.astype(float), gradient)
    other = np.vdot(IMAGE.astype(float), back)
    assert one == pytest.approx(other, rel=1e-4, abs=1e-3)
