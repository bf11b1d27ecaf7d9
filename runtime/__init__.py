"""TensorFlow's API on NumPy: ``import runtime as tf``.

Layers: errors, logs, quiet, context, references, deprecation, tensor, symbolic_tensor,
python_values, structure, conversion, composites, apply, indexed_slices, large_arrays,
tensor_operators, raised_errors, stateful_kernels, executor, device_settings,
logical_devices, config,
origins, formatting, devices, graph_collections, graphs, captures, inference, tracing,
signatures, dependencies, bodies, branches, loops, printing, staged_text, staging,
autograph_operators, differentiation, functions, control_flow

Above them stand the functions that users call, then the tables of names.
"""

from __future__ import annotations

from runtime.lazy_names import find_name as __getattr__
from runtime.lazy_names import list_names as __dir__
from runtime.tensor import Tensor as Tensor
from runtime.tensor_operators import attach as _attach_operators

_attach_operators()
