"""Kernels attached to ops by decorators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.stateful_kernels.attaching import kernel, kernel_factory


class FakeOp:
    """Receives a factory of kernels, as a declared op does."""

    path_argument = ""
    made: Any = None

    @classmethod
    def attach_kernel(cls, factory: Any) -> None:
        cls.made = factory


def test_a_factory_sees_the_attributes_and_stays_as_it_is() -> None:
    def factory(attrs: Mapping[str, Any]) -> Any:
        return lambda x: x + attrs["n"]

    op: Any = type("Op", (FakeOp,), {})
    assert kernel_factory(op)(factory) is factory
    assert op.made({"n": 2})(1) == 3


def test_a_kernel_without_attributes_is_bound_as_it_is() -> None:
    def double(x: int) -> int:
        return 2 * x

    op: Any = type("Op", (FakeOp,), {})
    assert kernel(op)(double) is double
    assert op.made({})(4) == 8
