"""`tensorflow.python...`: the internal modules that well-known libraries import.

The table was found by running the libraries. Every other name raises an ImportError
that says which public name to use instead.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any, Final

from runtime.alias import keras_two, libraries, names
from runtime.alias.class_places import classes_by_place
from runtime.alias.public_places import public_names_by_place

TOPS: Final = frozenset({"python", "core", "compiler", "dtensor", "tools", "_api"})
"""Packages below `tensorflow` that hold no public names."""

TABLE: Final[dict[str, str]] = {
    # Keras 3
    "tensorflow.python.trackable.data_structures": (
        "ListWrapper=runtime.trackable.data_structures:ListWrapper "
        "_DictWrapper=runtime.trackable.data_structures:_DictWrapper "
        "_TupleWrapper=runtime.trackable.data_structures:_TupleWrapper "
        "NoDependency=runtime.trackable.data_structures:NoDependency"
    ),
    "tensorflow.python.eager.context": (
        "context=runtime.internal.eager_context:context "
        "_reset_context=runtime.devices.logical_devices:forget_logical_devices "
        "executing_eagerly=runtime.context:executing_eagerly "
        "async_wait=runtime.internal.eager_context:async_wait "
        "eager_mode=runtime.internal.eager_context:eager_mode"
    ),
    "tensorflow.python.framework.config": (
        "is_op_determinism_enabled="
        "runtime.devices.device_settings:is_op_determinism_enabled "
        "disable_op_determinism="
        "runtime.devices.device_settings:disable_op_determinism "
        "enable_op_determinism=runtime.devices.device_settings:enable_op_determinism"
    ),
    "tensorflow.python.data.experimental.ops.distribute": (
        "compute_batch_size=runtime.internal.dataset_batches:compute_batch_size"
    ),
    "tensorflow.python.lib.io.tf_record": (
        "tf_record_iterator=runtime.io.record_reading:tf_record_iterator"
    ),
    "tensorflow.python.framework.tensor_util": (
        "constant_value=runtime.namespaces.inspection:get_static_value "
        "is_tf_type=runtime.tensors.tensor:is_tensor "
        "make_tensor_proto=runtime.namespaces.inspection:make_tensor_proto"
    ),
    "tensorflow.python.framework.type_spec_registry": (
        "register=runtime.extension_types.type_spec_registry:register "
        "lookup=runtime.extension_types.type_spec_registry:lookup "
        "get_name=runtime.extension_types.type_spec_registry:get_name"
    ),
    # tensorflow_hub
    "tensorflow.python.framework.smart_cond": (
        "smart_cond=runtime.internal.smart_cond:smart_cond"
    ),
    "tensorflow.python.ops.math_ops": "is_nan=runtime.math:is_nan",
    "tensorflow.python.ops.linalg.sparse.sparse_csr_matrix_ops": (
        "csr_sparse_matrix_to_sparse_tensor="
        "runtime.internal.sparse_matrices:csr_sparse_matrix_to_sparse_tensor "
        "sparse_tensor_to_csr_sparse_matrix="
        "runtime.internal.sparse_matrices:sparse_tensor_to_csr_sparse_matrix "
        "sparse_matrix_sparse_mat_mul="
        "runtime.internal.sparse_matrices:sparse_matrix_sparse_mat_mul"
    ),
    "tensorflow.compiler.tf2xla.python.xla": (
        "dynamic_update_slice=runtime.internal.xla:dynamic_update_slice"
    ),
}
"""TensorFlow's module -> its implemented names, each `name=module:attribute`."""

_PUBLIC: Final = ("", "math", "nn", "linalg", "strings", "image", "io", "random")
"""The namespaces that are searched for a public name in place of an internal one."""


@functools.cache
def _places() -> dict[str, dict[str, str]]:
    """TensorFlow's module -> name -> where it is here."""
    found = {key: dict(value) for key, value in classes_by_place().items()}
    for module, row in public_names_by_place().items():
        found.setdefault(module, {}).update(row)
    for module in libraries.EMPTY:
        found.setdefault(module, {})
    for module, ours in (*keras_two.WHOLE.items(), *libraries.WHOLE.items()):
        public = import_module(ours).__all__
        found[module] = {name: f"{ours}:{name}" for name in public}
    tables = (TABLE, keras_two.TABLE, libraries.TABLE)
    for module, line in (row for table in tables for row in table.items()):
        pairs = (each.partition("=") for each in line.split())
        found.setdefault(module, {}).update((name, place) for name, _, place in pairs)
    return found


@functools.cache
def _packages() -> frozenset[str]:
    """Every module of the table, and the packages around them."""
    found = {f"tensorflow.{each}" for each in ("python", "core", "compiler", "tools")}
    for module in _places():
        parts = module.split(".")
        found.update(".".join(parts[:end]) for end in range(2, len(parts) + 1))
    return frozenset(found)


def is_inside(module: str) -> bool:
    """Whether a module name belongs to TensorFlow's internal modules."""
    parts = module.split(".")
    if parts[:2] == ["tensorflow", "lite"]:
        return len(parts) > 2 and parts[2] not in ("experimental",)
    return len(parts) > 1 and parts[0] == "tensorflow" and parts[1] in TOPS


def is_known(module: str) -> bool:
    """Whether this runtime serves the internal module of this name.

    >>> is_known("tensorflow.python.framework.ops"), is_known("tensorflow.python.xla")
    (True, False)
    """
    return module in _packages()


def find(module: str, name: str) -> Any:
    """The object under a name of an internal module, or None."""
    place = _places().get(module, {}).get(name)
    return None if place is None else names.load(place)


def list_names(module: str) -> list[str]:
    """The implemented names of an internal module, including its submodules."""
    inner = {
        each[len(module) + 1 :].partition(".")[0]
        for each in _packages()
        if each.startswith(f"{module}.")
    }
    return sorted(inner | set(_places().get(module, {})))


def refusal(path: str) -> str:
    """The reason why an internal name cannot be imported, and its replacement.

    >>> print(refusal("tensorflow.python.ops.math_ops.reduce_sum"))
    tensorflow.python.ops.math_ops.reduce_sum is internal to TensorFlow and not here; the public name is tf.reduce_sum.
    """  # noqa: E501
    if reason := names.made_for_others(path):
        return reason
    text = f"{path} is internal to TensorFlow and not here; "
    name = path.rpartition(".")[2]
    for namespace in _PUBLIC:
        if name in names.list_names(namespace):
            public = ".".join(filter(None, ("tf", namespace, name)))
            return f"{text}the public name is {public}."
    public = name.removeprefix("gen_").removesuffix("_ops")
    if public in names.list_names(""):
        return f"{text}the public names are in tf.{public}."
    return f"{text}use public names of tf, tf.raw_ops for single ops."
