"""Recurrent networks of NVIDIA's cuDNN: shapes and gradients, but no kernels.

TensorFlow has kernels for GPUs only. Graphs contain these ops in branches for GPUs.
"""

from __future__ import annotations

from typing import Any, Final

from graphir.ops.contract.declaration import Op, no_kernel, not_differentiable
from graphir.shapes import SCALAR, Shape

_DTYPE: Final = "T: type in [bfloat16,half,float,double];"
_MODES: Final = """
    rnn_mode: string in ['rnn_relu','rnn_tanh','lstm','gru'] = 'lstm';
    input_mode: string in ['linear_input','skip_input','auto_select'] = 'linear_input';
    direction: string in ['unidirectional','bidirectional'] = 'unidirectional';
    dropout: float = 0.0; seed: int = 0; seed2: int = 0
"""
_ATTRS: Final = f"{_DTYPE} {_MODES}"
_INPUTS: Final = "input: T, input_h: T, input_c: T, params: T"
_OUTPUTS: Final = "output: T, output_h: T, output_c: T"
_GRADIENTS: Final = "output_backprop: T, output_h_backprop: T, output_c_backprop: T"
_RESULTS: Final = """
    input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T
"""


class _Network(Op):
    """Sequences have the shape [time, batch, inputs], states [layers, batch, units]."""

    gradient_op: str

    compute = no_kernel

    def infer_shape(self) -> list[Shape]:
        sequence = self.input.shape.with_rank(3)
        state = self.input_h.shape.with_rank(3)
        ways = 2 if self.direction == b"bidirectional" else 1
        units = None if state[2] is None else state[2] * ways
        cells = self.input_c.shape if self.rnn_mode == b"lstm" else SCALAR
        return [
            Shape([sequence[0], sequence[1], units]),
            state,
            cells,
            *self.reserved_shapes(),
        ]

    def reserved_shapes(self) -> list[Shape]:
        """The shapes of the results that are reserved for the gradient op."""
        return [Shape([None]), Shape([None])]

    def extra_inputs(self) -> list[Any]:
        """Inputs in addition to ``input``, ``input_h``, ``input_c`` and ``params``."""
        return []

    def gradients(self, d_outputs: tuple[Any, ...], kept: list[Any]) -> Any:
        """The op of the gradient, applied to inputs, results and their gradients."""
        left_out = "is_training", "T"
        attrs = {k: v for k, v in self._attrs.items() if k not in left_out}
        results = self.output, self.output_h, self.output_c
        d_outputs = tuple(
            self.op.ZerosLike(y) if d_y is None else d_y
            for y, d_y in zip(results, d_outputs)
        )
        found = getattr(self.op, self.gradient_op)(
            self.input,
            self.input_h,
            self.input_c,
            self.params,
            *self.extra_inputs(),
            *results,
            *d_outputs,
            *kept,
            **attrs,
        )
        return (*found, *[None] * len(self.extra_inputs()))


class CudnnRNN(
    _Network,
    signature=f"""
        CudnnRNN({_INPUTS}) -> ({_OUTPUTS}, reserve_space: T)
        | {_ATTRS}; is_training: bool = True | stateful
    """,
):
    """A recurrent network over a sequence; first form."""

    gradient_op = "CudnnRNNBackprop"

    def reserved_shapes(self) -> list[Shape]:
        return [Shape([None])]

    def input_gradients(self, d_y: Any, d_h: Any, d_c: Any, d_kept: Any) -> Any:
        return self.gradients((d_y, d_h, d_c), [self.reserve_space])


class CudnnRNNV2(
    _Network,
    signature=f"""
        CudnnRNNV2({_INPUTS}) -> ({_OUTPUTS}, reserve_space: T, host_reserved: int8)
        | {_ATTRS}; is_training: bool = True | stateful
    """,
):
    """A recurrent network over a sequence, whose algorithm is chosen by trial."""

    gradient_op = "CudnnRNNBackpropV2"

    def input_gradients(
        self, d_y: Any, d_h: Any, d_c: Any, d_kept: Any, d_host: Any
    ) -> Any:
        kept = [self.reserve_space, self.host_reserved]
        return self.gradients((d_y, d_h, d_c), kept)


class CudnnRNNV3(
    _Network,
    signature=f"""
        CudnnRNNV3({_INPUTS}, sequence_lengths: int32)
        -> ({_OUTPUTS}, reserve_space: T, host_reserved: int8)
        | {_ATTRS}; num_proj: int = 0; is_training: bool = True;
          time_major: bool = True | stateful
    """,
):
    """A recurrent network over sequences of several lengths."""

    gradient_op = "CudnnRNNBackpropV3"

    def extra_inputs(self) -> list[Any]:
        return [self.sequence_lengths]

    def input_gradients(
        self, d_y: Any, d_h: Any, d_c: Any, d_kept: Any, d_host: Any
    ) -> Any:
        kept = [self.reserve_space, self.host_reserved]
        return self.gradients((d_y, d_h, d_c), kept)


class _Gradient(Op):
    """Gradients of the sequence, the states and the parameters: shapes like theirs."""

    compute = no_kernel
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [
            self.input.shape,
            self.input_h.shape,
            self.input_c.shape,
            self.params.shape,
        ]


class CudnnRNNBackprop(
    _Gradient,
    signature=f"""
        CudnnRNNBackprop({_INPUTS}, {_OUTPUTS}, {_GRADIENTS}, reserve_space: T)
        -> ({_RESULTS}) | {_ATTRS} | stateful
    """,
):
    """The gradient of ``CudnnRNN``."""


class CudnnRNNBackpropV2(
    _Gradient,
    signature=f"""
        CudnnRNNBackpropV2({_INPUTS}, {_OUTPUTS}, {_GRADIENTS}, reserve_space: T,
        host_reserved: int8) -> ({_RESULTS}) | {_ATTRS} | stateful
    """,
):
    """The gradient of ``CudnnRNNV2``."""


class CudnnRNNBackpropV3(
    _Gradient,
    signature=f"""
        CudnnRNNBackpropV3({_INPUTS}, sequence_lengths: int32, {_OUTPUTS}, {_GRADIENTS},
        reserve_space: T, host_reserved: int8) -> ({_RESULTS})
        | {_ATTRS}; num_proj: int = 0; time_major: bool = True | stateful
    """,
):
    """The gradient of ``CudnnRNNV3``."""
