"""ONNX, both ways: models as graphs, and graphs as models.

Needs the extra ``[onnx]``, which is imported with the first model. The package
translates ops of ONNX to ops of TensorFlow and back. Not here: the kernels of these ops
(`graphir.ops`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_NAMES: Final = {
    "load": "graphir.onnx.models",
    "export": "graphir.onnx.files",
    "to_model": "graphir.onnx.files",
    "UnsupportedOpError": "graphir.onnx.contract.errors",
}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module 'graphir.onnx' has no attribute {name!r}")
    found = getattr(import_module(_NAMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})
