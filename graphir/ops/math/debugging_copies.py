"""Copies that debuggers put into graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape


def _passes_on(call: Op, d_output: Any) -> Any:
    return (d_output,)


class _DebuggingCopy(Op):
    """The tensor itself."""

    def infer_shape(self) -> Shape:
        found: Shape = self.input.shape
        return found

    def compute(self, input: Any) -> Any:
        return np.array(input)

    input_gradients: Any = _passes_on


class Copy(
    _DebuggingCopy,
    signature="""
        Copy(input: T) -> (output: T)
        | T: type; tensor_name: string = ''; debug_ops_spec: list(string) = []
    """,
):
    """A copy of a tensor."""


class CopyHost(
    _DebuggingCopy,
    signature="""
        CopyHost(input: T) -> (output: T)
        | T: type; tensor_name: string = ''; debug_ops_spec: list(string) = []
    """,
):
    """A copy of a tensor in the memory of the host."""


class DebugGradientIdentity(
    _DebuggingCopy,
    signature="DebugGradientIdentity(input: T) -> (output: T) | T: type",
):
    """A tensor whose gradient a debugger looks at."""


class DebugIdentity(
    _DebuggingCopy,
    signature="""
        DebugIdentity(input: T) -> (output: T)
        | T: type; device_name: string = ''; tensor_name: string = '';
          debug_urls: list(string) = []; gated_grpc: bool = False
    """,
):
    """A tensor that a debugger looks at."""


class DebugNanCount(
    Op,
    signature="""
        DebugNanCount(input: T) -> (output: int64)
        | T: type; device_name: string = ''; tensor_name: string = '';
          debug_urls: list(string) = []; gated_grpc: bool = False
    """,
):
    """How many elements are no numbers."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([1])

    def compute(self, input: Any) -> Any:
        has_nan = input.dtype.kind in "fV"
        count = np.isnan(input.astype(np.float64)).sum() if has_nan else 0
        return np.array([count], np.int64)


class DebugIdentityV2(
    _DebuggingCopy,
    signature="""
        DebugIdentityV2(input: T) -> (output: T)
        | T: type; tfdbg_context_id: string = ''; op_name: string = '';
          output_slot: int = -1; tensor_debug_mode: int = -1;
          debug_urls: list(string) = []; circular_buffer_size: int = 1000;
          tfdbg_run_id: string = ''
        | stateful
    """,
):
    """A tensor that the second debugger looks at; nothing is dumped here."""

    input_gradients = not_differentiable


class DebugIdentityV3(
    _DebuggingCopy,
    signature="""
        DebugIdentityV3(input: T) -> (output: T)
        | T: type; device_name: string = ''; tensor_name: string = '';
          io_of_node: string = ''; is_input: bool = False; io_index: int = -1;
          debug_urls: list(string) = []; gated_grpc: bool = False
        | stateful
    """,
):
    """A tensor that a debugger looks at; nothing is dumped here."""

    input_gradients = not_differentiable
