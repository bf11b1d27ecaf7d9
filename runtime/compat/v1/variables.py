"""Functions that assign and update variables, as TensorFlow 1 had them."""

from __future__ import annotations

from typing import Any

from runtime.tensors.likes import TensorLike
from runtime.variables.resource import ResourceVariable


def assign(
    ref: Any,
    value: TensorLike,
    validate_shape: bool | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Assigns a new value to a variable.

    >>> v = tf.Variable(1)
    >>> tf.compat.v1.assign(v, 5).numpy()
    np.int32(5)

    Raises:
      ValueError: if ``ref`` is not a variable.
    """
    return _variable(ref).assign(value, name=name)


def assign_add(
    ref: Any,
    value: TensorLike,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Adds to a variable.

    >>> v = tf.Variable(1)
    >>> tf.compat.v1.assign_add(v, 5).numpy()
    np.int32(6)
    """
    return _variable(ref).assign_add(value, name=name)


def assign_sub(
    ref: Any,
    value: TensorLike,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Subtracts from a variable.

    >>> v = tf.Variable(1)
    >>> tf.compat.v1.assign_sub(v, 5).numpy()
    np.int32(-4)
    """
    return _variable(ref).assign_sub(value, name=name)


def is_variable_initialized(variable: Any) -> Any:
    """Whether the variable has a value: always, eagerly.

    >>> tf.compat.v1.is_variable_initialized(tf.Variable(1)).numpy()
    np.True_
    """
    return _variable(variable).is_initialized()


def _variable(ref: Any) -> Any:
    inner = getattr(ref, "value", None)
    held = ref if isinstance(ref, ResourceVariable) or callable(inner) else inner
    if not hasattr(held, "assign"):
        raise ValueError(f"tf.compat.v1.assign changes variables, not {ref!r}.")
    return held
