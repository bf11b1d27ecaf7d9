"""TensorFlow's API on NumPy: ``import runtime as tf``.

Layers: errors, quiet, context, references, tensor, symbolic_tensor, python_values,
conversion, composites, apply, indexed_slices, tensor_operators, raised_errors,
stateful_kernels, executor, config, structure, origins, formatting, graphs, tracing,
variable_creation, dataclass_arguments, trace_types, trace_differences,
call_signature, dependencies, bodies, branches, loops, printing, truth, staged_values,
partial_values, staged_lists, staged_sequences, staged_recursion, loop_effects,
loop_recorder, staged_branches, staged_loops, staged_builtins, staged_calls,
autograph_operators, gradient_values, gradient_rules, quick_gradients,
reverse_accumulation, function_gradients, concrete_function, function_body,
quick_calls, trace_cache, retracing, bound_function, function, control_flow

Above them stand the functions that users call, then the tables of names.
"""

from __future__ import annotations

from runtime.lazy_names import find_name as __getattr__
from runtime.lazy_names import list_names as __dir__
from runtime.tensor import Tensor as Tensor
from runtime.tensor_operators import attach as _attach_operators

_attach_operators()
