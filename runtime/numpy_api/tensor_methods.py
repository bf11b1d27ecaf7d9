"""NumPy's methods of tensors: ``reshape``, ``T``, ``astype`` and the others."""

from __future__ import annotations

from typing import Any, Final

from runtime.numpy_api import binary, extrema, reductions, shaping, subscripts
from runtime.numpy_api.conversion import as_tensor
from runtime.numpy_api.settings import SETTINGS
from runtime.tensors.tensor import Tensor


def _astype(self: Any, dtype: Any) -> Any:
    """The elements as another dtype."""
    return as_tensor(self, dtype)


def _reshape(self: Any, *args: Any, **kwargs: Any) -> Any:
    """The elements in another shape, given as one list or as sizes."""
    sizes = args[0] if len(args) == 1 else args
    return shaping.reshape(self, sizes, order=kwargs.get("order", "C"))


def _transposed(self: Any, *axes: Any) -> Any:
    """The axes in another order, backwards if none is given."""
    if not axes:
        return shaping.transpose(self)
    is_one = len(axes) == 1 and not isinstance(axes[0], int)
    return shaping.transpose(self, axes[0] if is_one else axes)


def _tolist(self: Any) -> Any:
    """The elements as nested lists of Python's numbers."""
    return self.numpy().tolist()


def _clip(self: Any, a_min: Any, a_max: Any) -> Any:
    """The elements limited to a range."""
    return binary.clip(self, a_min, a_max)


METHODS: Final[dict[str, Any]] = {
    "T": property(shaping.transpose),
    "__pos__": lambda self: self,
    "astype": _astype,
    "clip": _clip,
    "data": property(lambda self: self),
    "flatten": shaping.flatten,
    "max": extrema.max,
    "mean": reductions.mean,
    "min": extrema.min,
    "ravel": shaping.ravel,
    "reshape": _reshape,
    "size": property(shaping.size),
    "tolist": _tolist,
    "transpose": _transposed,
}


def give_methods() -> None:
    """Attaches NumPy's methods and subscripts to the tensor classes, once."""
    if SETTINGS.has_methods:
        return
    SETTINGS.has_methods = True
    for name, method in METHODS.items():
        setattr(Tensor, name, method)
    setattr(Tensor, "__getitem__", subscripts.get_item)  # noqa: B010
