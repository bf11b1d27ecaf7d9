"""Methods of variables from TensorFlow 1, for old programs."""

from __future__ import annotations

from typing import Any, NoReturn

from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_GRAPH_ONLY = "This operation is not supported when eager execution is enabled."


class EarlierMethods:
    """Methods and properties that only make sense with a session, and counting."""

    handle: Any
    name: str
    number: int

    @property
    def _unique_id(self) -> str:
        """A name that no other variable of the process has, a key for optimizers."""
        return f"{self.name.rpartition(':')[0]}_{self.number}"

    @property
    def initializer(self) -> None:
        """None: variables are initialized when they are created."""
        return None

    @property
    def initial_value(self) -> NoReturn:
        """Not kept.

        Raises:
          RuntimeError: always.
        """
        raise RuntimeError(
            "This property is not supported when eager execution is enabled."
        )

    def eval(self, session: Any = None) -> NoReturn:
        """Needs a session.

        Raises:
          RuntimeError: always.
        """
        raise RuntimeError(_GRAPH_ONLY)

    def to_proto(self, export_scope: str | None = None) -> NoReturn:
        """Needs a graph of variables.

        Raises:
          RuntimeError: always.
        """
        raise RuntimeError(_GRAPH_ONLY)

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> NoReturn:
        """Needs a graph of variables.

        Raises:
          RuntimeError: always.
        """
        raise RuntimeError(_GRAPH_ONLY)

    def initialized_value(self) -> Tensor:
        """The value: variables are initialized at creation."""
        value: Tensor = self.value()  # type: ignore[attr-defined]
        return value

    def load(self, value: TensorLike, session: Any = None) -> None:
        """Assigns a new value, as ``assign`` does."""
        self.assign(value)  # type: ignore[attr-defined]

    def count_up_to(self, limit: int) -> Tensor:
        """Increments an integer variable and returns its previous value.

        >>> counter = tf.Variable(1)
        >>> counter.count_up_to(3).numpy(), counter.numpy()
        (np.int32(1), np.int32(2))

        Raises:
          OutOfRangeError: when the value has reached the limit.
        """
        attrs = {"limit": limit, "T": self.dtype}  # type: ignore[attr-defined]
        before: Tensor = apply_op("ResourceCountUpTo", [self.handle], attrs)
        trace = current_trace()
        if trace is not None:
            self.note_access(trace)  # type: ignore[attr-defined]
        return before


__all__ = ["EarlierMethods"]
