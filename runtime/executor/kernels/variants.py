"""Kernels of general ops (Identity, AddN, ...) on variants: lists, not arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any, Final

from graphir.ops.contract.handles import require_lists


def _add_all(*lists: Any) -> Any:
    require_lists("add", *lists)
    return reduce(add, lists)


def _zeros_like(value: Any) -> Any:
    require_lists("make zeros like", value)
    return value.zeros_like()


def _identity(value: Any) -> Any:
    return value


VARIANT_KERNELS: Final[dict[str, Callable[..., Any]]] = {
    "AddN": _add_all,
    "ZerosLike": _zeros_like,
    "Identity": _identity,
}
