"""Signatures of a graph as messages: its fed and fetched tensors, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.wire import messages
from graphir.wire.shapes import fill_shape_proto
from runtime.context import current_trace
from runtime.saved_model import constants
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tracing.graphs import default_graph


def build_tensor_info(tensor: Any) -> Any:
    """A tensor of the graph in progress as a `TensorInfo`.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
    ...     tf.compat.v1.saved_model.build_tensor_info(x).name
    'x:0'

    Raises:
      RuntimeError: while ops run eagerly.
    """
    if current_trace() is None:
        raise RuntimeError("`build_tensor_info` is not supported in eager execution.")
    message = messages.get("TensorInfo")(dtype=tensor.dtype.number)
    fill_shape_proto(message.tensor_shape, tensor.shape)
    if isinstance(tensor, SparseTensor):
        message.coo_sparse.values_tensor_name = tensor.values.name
        message.coo_sparse.indices_tensor_name = tensor.indices.name
        message.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    else:
        message.name = getattr(tensor, "snapshot", tensor).name
    return message


def get_tensor_from_tensor_info(
    tensor_info: Any, graph: Any = None, import_scope: str | None = None
) -> Any:
    """The tensor that a message names, by default in the current graph.

    Raises:
      KeyError: if the graph has none of that name.
      ValueError: for a message that names none.
    """
    graph = graph or default_graph()

    def found(name: str) -> SymbolicTensor:
        full = f"{import_scope}/{name}" if import_scope else name
        element: SymbolicTensor = graph.as_graph_element(full)
        return element

    kind = tensor_info.WhichOneof("encoding")
    if kind == "name":
        return found(tensor_info.name)
    if kind == "coo_sparse":
        parts = tensor_info.coo_sparse
        return SparseTensor(
            found(parts.indices_tensor_name),
            found(parts.values_tensor_name),
            found(parts.dense_shape_tensor_name),
        )
    raise ValueError(f"Invalid TensorInfo.encoding: {kind}.")


def build_signature_def(
    inputs: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    method_name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Any:
    """A `SignatureDef` of `TensorInfo` messages by name."""
    message = messages.get("SignatureDef")()
    for key, info in (inputs or {}).items():
        message.inputs[key].CopyFrom(info)
    for key, info in (outputs or {}).items():
        message.outputs[key].CopyFrom(info)
    if method_name is not None:
        message.method_name = method_name
    for key, value in (defaults or {}).items():
        message.defaults[key].CopyFrom(value)
    return message


def predict_signature_def(
    inputs: Mapping[str, Any] | None, outputs: Mapping[str, Any] | None
) -> Any:
    """The signature of any function: tensors by names of choice.

    Raises:
      ValueError: without inputs or outputs.
    """
    for role, given in (("inputs", inputs), ("outputs", outputs)):
        if not given:
            raise ValueError(f"Prediction `{role}` cannot be None or empty.")
    return build_signature_def(
        _infos(inputs or {}), _infos(outputs or {}), constants.PREDICT_METHOD_NAME
    )


def _infos(tensors: Mapping[str, Any]) -> dict[str, Any]:
    return {key: build_tensor_info(each) for key, each in tensors.items()}


def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Any:
    """The signature of a classifier: serialized examples to classes, scores or both.

    Raises:
      ValueError: without examples or any result, and for other dtypes.
    """
    if examples is None:
        raise ValueError("Classification `examples` cannot be None.")
    if not isinstance(examples, SymbolicTensor):
        raise ValueError(
            f"Classification `examples` must be a string Tensor. Found {examples!r}."
        )
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    _check(examples, dtypes.string, "Classification input tensors must be of type")
    outputs = {}
    if classes is not None:
        _check(classes, dtypes.string, "Classification classes must be of type")
        outputs[constants.CLASSIFY_OUTPUT_CLASSES] = classes
    if scores is not None:
        if scores.dtype is not dtypes.float32:
            raise ValueError("Classification scores must be a float Tensor.")
        outputs[constants.CLASSIFY_OUTPUT_SCORES] = scores
    return build_signature_def(
        _infos({constants.CLASSIFY_INPUTS: examples}),
        _infos(outputs),
        constants.CLASSIFY_METHOD_NAME,
    )


def regression_signature_def(examples: Any, predictions: TensorLike) -> Any:
    """The signature of a regression: serialized examples to numbers.

    Raises:
      ValueError: without one of them, and for other dtypes.
    """
    for role, given in (("examples", examples), ("predictions", predictions)):
        if given is None:
            raise ValueError(f"Regression `{role}` cannot be None.")
    _check(examples, dtypes.string, "Regression input tensors must be of type")
    _check(predictions, dtypes.float32, "Regression output tensors must be of type")
    return build_signature_def(
        _infos({constants.REGRESS_INPUTS: examples}),
        _infos({constants.REGRESS_OUTPUTS: predictions}),
        constants.REGRESS_METHOD_NAME,
    )


def _check(tensor: Any, dtype: Any, rule: str) -> None:
    if tensor.dtype is not dtype:
        name = "float" if dtype is dtypes.float32 else dtype.name
        raise ValueError(
            f"{rule} {name}. Found tensors with type {tensor.dtype.number}."
        )


def is_valid_signature(signature_def: Any) -> bool:
    """Whether a signature has the keys of its method, one of three known."""
    if signature_def is None:
        return False
    inputs, outputs = signature_def.inputs, signature_def.outputs
    method = signature_def.method_name
    if method == constants.PREDICT_METHOD_NAME:
        return bool(inputs) and bool(outputs)
    if method == constants.REGRESS_METHOD_NAME:
        return _are(inputs, {constants.REGRESS_INPUTS: dtypes.string}) and _are(
            outputs, {constants.REGRESS_OUTPUTS: dtypes.float32}
        )
    if method != constants.CLASSIFY_METHOD_NAME or not outputs:
        return False
    known = {
        constants.CLASSIFY_OUTPUT_CLASSES: dtypes.string,
        constants.CLASSIFY_OUTPUT_SCORES: dtypes.float32,
    }
    wanted = {key: dtype for key, dtype in known.items() if key in outputs}
    return _are(inputs, {constants.CLASSIFY_INPUTS: dtypes.string}) and _are(
        outputs, wanted
    )


def _are(infos: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    if set(infos) != set(wanted):
        return False
    return all(as_dtype(infos[key].dtype) is dtype for key, dtype in wanted.items())


__all__ = [
    "build_signature_def",
    "build_tensor_info",
    "classification_signature_def",
    "get_tensor_from_tensor_info",
    "is_valid_signature",
    "predict_signature_def",
    "regression_signature_def",
]
