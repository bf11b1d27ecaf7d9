"""Predictor: a SavedModel as a function of batches, as `ray.data` calls it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.saved_model.loading import load
from runtime.tensors.conversion import convert_to_tensor


class Predictor:
    """A signature of a SavedModel: a dict of arrays in, a dict of arrays out.

    ``ray.data.Dataset.map_batches`` loads it once in each worker::

        dataset.map_batches(
            tf.distribute.experimental.ray.Predictor,
            fn_constructor_args=("model",),
            concurrency=4,
        )

    Args:
      model: the folder of a SavedModel.
      signature: which of its signatures is called.
      keep: columns of the input that the output has too.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> module = tf.Module()
    >>> module.double = tf.function(
    ...     lambda x: {"y": 2 * x}, input_signature=[tf.TensorSpec([None], name="x")])
    >>> tf.saved_model.save(module, folder, signatures=module.double)
    >>> predict = tf.distribute.experimental.ray.Predictor(folder, keep=["id"])
    >>> found = predict({"x": np.float32([1, 2]), "id": np.array([7, 8])})
    >>> found["y"].tolist(), found["id"].tolist()
    ([2.0, 4.0], [7, 8])

    Raises:
      ValueError: if the model has no signature of that name.
      KeyError: when a batch lacks a column that the signature takes.
    """

    def __init__(
        self, model: str, signature: str = "serving_default", keep: Any = ()
    ) -> None:
        self._model = load(model)
        signatures = self._model.signatures
        if signature not in signatures:
            raise ValueError(
                f"The model in {model} has no signature {signature!r}: it has "
                f"{', '.join(signatures) or 'none'}."
            )
        self._function = signatures[signature]
        self._keep = tuple(keep)
        _, self._specs = self._function.structured_input_signature

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs for a batch, by name."""
        given = {
            name: convert_to_tensor(_whole(batch[name], spec.dtype), spec.dtype)
            for name, spec in self._specs.items()
        }
        found = {name: each.numpy() for name, each in self._function(**given).items()}
        return {**{name: batch[name] for name in self._keep}, **found}


def _whole(column: Any, dtype: DType) -> Any:
    """A column as one array: columns of lists come as arrays of arrays."""
    array = np.asarray(column)
    is_nested = array.dtype.hasobject and dtype is not dtypes.string
    return np.stack(list(array)) if is_nested and array.size else array


__all__ = ["Predictor"]
