"""Kernels of general ops (Identity, AddN, ...) on variants: lists, not arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any, Final

from graphir.ops.contract.handles import require_kind


def _add_all(*lists: Any) -> Any:
    for each in lists:
        require_kind("AddN", each, "list")
    return reduce(add, lists)


def _zeros_like(value: Any) -> Any:
    require_kind("ZerosLike", value, "list")
    return value.zeros_like()


def _identity(value: Any) -> Any:
    return value


VARIANT_KERNELS: Final[dict[str, Callable[..., Any]]] = {
    "AddN": _add_all,
    "AddV2": _add_all,
    "ZerosLike": _zeros_like,
    "Identity": _identity,
}
