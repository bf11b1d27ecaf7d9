"""The ``onnx`` package, imported when a model is first read or written."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from graphir.errors import MissingExtraError


@cache
def onnx_package() -> Any:
    """The package itself.

    Raises:
      MissingExtraError: if it is not installed; names the extra.
    """
    try:
        return import_module("onnx")
    except ModuleNotFoundError as error:
        if error.name != "onnx":
            raise
        raise MissingExtraError(
            "ONNX models need the package onnx: pip install 'autograph-toolkit[onnx]'."
        ) from error
