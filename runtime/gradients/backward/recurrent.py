"""Gradient rules of ops that run recurrent layers whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op
from runtime.gradients.backward.initial_gradients import zeros_for
from runtime.gradients.backward.rules import Call, gradient_rule


@gradient_rule("CudnnRNNV3")
def _gradients_of_lengths_of_steps(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    """The gradients that the backward op computes from the saved values of the op."""
    output, output_h, output_c, kept, kept_on_host = call.outputs
    results = output, output_h, output_c
    given = [
        zeros_for(result) if d is None else d for result, d in zip(results, d_outputs)
    ]
    attrs = {key: each for key, each in call.attrs.items() if key != "is_training"}
    arguments = [*call.inputs, *results, *given, kept, kept_on_host]
    d_input, d_h, d_c, d_params = apply_op("CudnnRNNBackpropV3", arguments, attrs)
    return [d_input, d_h, d_c, d_params, None]
