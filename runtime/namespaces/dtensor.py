"""`tf.experimental.dtensor`: names that libraries import; meshes are not supported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from runtime.tensors.likes import TensorLike

UNSHARDED: Final = "unsharded"
MATCH: Final = "match"


def _refused(name: str) -> Callable[..., NoReturn]:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"tf.experimental.dtensor.{name}: tensors are not spread over devices here."
        )

    refuse.__name__ = refuse.__qualname__ = name
    return refuse


class Layout:
    """The layout of a tensor over a mesh.

    Raises:
      NotImplementedError: always; there is one device.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refused("Layout")()


class Mesh:
    """Devices in a grid.

    Raises:
      NotImplementedError: always; there is one device.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refused("Mesh")()


class DVariable:
    """A variable that is spread over a mesh: a class to ask about."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refused("DVariable")()


class DTensorDataset:
    """A dataset that is spread over a mesh: a class to ask about."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refused("DTensorDataset")()


create_mesh = _refused("create_mesh")
create_distributed_mesh = _refused("create_distributed_mesh")
call_with_layout = _refused("call_with_layout")
relayout = _refused("relayout")
fetch_layout = _refused("fetch_layout")


def is_dtensor(tensor: TensorLike) -> bool:
    """Whether a tensor is spread over devices: never.

    >>> tf.experimental.dtensor.is_dtensor(tf.constant(1))
    False
    """
    return False


__all__ = [
    "MATCH",
    "UNSHARDED",
    "DTensorDataset",
    "DVariable",
    "Layout",
    "Mesh",
    "call_with_layout",
    "create_distributed_mesh",
    "create_mesh",
    "fetch_layout",
    "is_dtensor",
    "relayout",
]
