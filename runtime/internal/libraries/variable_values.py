"""`tensorflow.python.util.variable_utils`: structures with values for variables."""

from __future__ import annotations

from typing import Any

from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import map_structure
from runtime.variables.resource import ResourceVariable


def convert_variables_to_tensors(values: Any) -> Any:
    """The structure, with the values of its variables.

    >>> convert_variables_to_tensors([tf.Variable(1), 2])[0].numpy()
    np.int32(1)
    """

    def value_of(each: Any) -> Any:
        if isinstance(each, ResourceVariable):
            return convert_to_tensor(each)
        inner = getattr(each, "_convert_variables_to_tensors", None)
        return each if inner is None else inner()

    return map_structure(value_of, values, composites=False)


__all__ = ["convert_variables_to_tensors"]
