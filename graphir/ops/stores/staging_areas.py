"""Staging areas and maps: tensors handed from one part of a program to another."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import SCALAR, UNKNOWN


class Stage(
    Effect,
    signature="""
        Stage(values: list(dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Puts tensors into a staging area; waits while it is full."""


class Unstage(
    Op,
    signature="""
        Unstage() -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Takes the tensors that were put in first; waits for some."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class StagePeek(
    Op,
    signature="""
        StagePeek(index: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """The tensors at a place, which stay; waits until there are so many."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class StageSize(
    Handle,
    signature="""
        StageSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """How often there is something to take."""


class StageClear(
    Effect,
    signature="""
        StageClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Forgets all that is staged."""


class MapStage(
    Effect,
    signature="""
        MapStage(key: int64, indices: int32, values: list(fake_dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          fake_dtypes: list(type) >= 1; container: string = ''; shared_name: string =
          ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Puts some of the tensors of a key into a map, in any order."""


class MapPeek(
    Op,
    signature="""
        MapPeek(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Some of the tensors of a key, which stay; waits for them."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class MapUnstage(
    Op,
    signature="""
        MapUnstage(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Takes some of the tensors of a key; waits for them."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class MapUnstageNoKey(
    Op,
    signature="""
        MapUnstageNoKey(indices: int32) -> (key: int64, values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Takes a key with its tensors, in any order; waits for one."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [SCALAR] + [UNKNOWN] * len(self.dtypes)


class MapSize(
    Handle,
    signature="""
        MapSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """How many keys have all their tensors."""


class MapIncompleteSize(
    Handle,
    signature="""
        MapIncompleteSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """How many keys lack some."""


class MapClear(
    Effect,
    signature="""
        MapClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Forgets all keys."""


class OrderedMapStage(
    Effect,
    signature="""
        OrderedMapStage(key: int64, indices: int32, values: list(fake_dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          fake_dtypes: list(type) >= 1; container: string = ''; shared_name: string =
          ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Puts some of the tensors of a key into a map, in the order of keys."""


class OrderedMapPeek(
    Op,
    signature="""
        OrderedMapPeek(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Some of the tensors of a key, which stay; waits for them."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class OrderedMapUnstage(
    Op,
    signature="""
        OrderedMapUnstage(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Takes some of the tensors of a key; waits for them."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class OrderedMapUnstageNoKey(
    Op,
    signature="""
        OrderedMapUnstageNoKey(indices: int32) -> (key: int64, values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Takes a key with its tensors, in the order of keys; waits for one."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [SCALAR] + [UNKNOWN] * len(self.dtypes)


class OrderedMapSize(
    Handle,
    signature="""
        OrderedMapSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """How many keys have all their tensors."""


class OrderedMapIncompleteSize(
    Handle,
    signature="""
        OrderedMapIncompleteSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """How many keys lack some."""


class OrderedMapClear(
    Effect,
    signature="""
        OrderedMapClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Forgets all keys."""
