"""Kernels of general ops (Identity, AddN, ...) on variants: lists, not arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any, Final

from graphir.errors import InternalError


def _add_all(*lists: Any) -> Any:
    return reduce(add, lists)


def _zeros_like(value: Any) -> Any:
    if not hasattr(value, "zeros_like"):
        raise InternalError(
            None, None, f"There are no zeros like a variant of {type(value).__name__}"
        )
    return value.zeros_like()


def _identity(value: Any) -> Any:
    return value


VARIANT_KERNELS: Final[dict[str, Callable[..., Any]]] = {
    "AddN": _add_all,
    "AddV2": _add_all,
    "ZerosLike": _zeros_like,
    "Identity": _identity,
}
