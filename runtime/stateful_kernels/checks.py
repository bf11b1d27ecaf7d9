"""Kernels of assertions, which stop a graph on invalid data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.state import state
from graphir.ops.strings.summaries import first_elements
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.raised_errors import ATTRIBUTE, raised_error


@kernel_factory(state.Assert)
def _assert(attrs: Mapping[str, Attr]) -> Kernel:
    summarize, raised = attrs.get("summarize", 3), attrs.get(ATTRIBUTE)

    def check(condition: Any, *data: Any) -> None:
        if not condition:
            if raised is not None:
                raise raised_error(raised, data)
            shown = " ".join(f"[{first_elements(each, summarize)}]" for each in data)
            raise InvalidArgumentError(f"assertion failed: {shown}")

    return check
