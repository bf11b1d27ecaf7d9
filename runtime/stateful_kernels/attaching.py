"""The decorator that attaches a runtime kernel to an op of `graphir`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel, Op
from runtime.stateful_kernels.confinement import confined

Factory = TypeVar("Factory", bound=Callable[[Mapping[str, Attr]], Kernel])


def kernel_factory(op: type[Op]) -> Callable[[Factory], Factory]:
    """A decorator of functions that create an op's kernel from its attributes."""

    def attach(factory: Factory) -> Factory:
        op.attach_kernel(confined(op, factory))
        return factory

    return attach


def kernel(op: type[Op]) -> Callable[[Kernel], Kernel]:
    """Decorates a kernel that depends on no attribute."""

    def attach(function: Kernel) -> Kernel:
        def bound(attrs: Mapping[str, Attr]) -> Any:
            return function

        op.attach_kernel(confined(op, bound))
        return function

    return attach
