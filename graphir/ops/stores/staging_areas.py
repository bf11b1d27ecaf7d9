"""Staging areas and maps: tensors handed from one part of a program to another."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import SCALAR, UNKNOWN


class _Shared(Op, traits="shared_by_name"):
    """An op on what all ops of its shared name, or of its own name, have together."""


class _Changing(_Shared, Effect):
    """Puts something in, or forgets all."""


class _Counting(_Shared, Handle):
    """Gives a number."""


class _Giving(_Shared):
    """Gives tensors that were put in, of shapes that are not known before."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class _GivingWithKey(_Giving):
    """Gives a key, then its tensors."""

    def infer_shape(self) -> Any:
        return [SCALAR, *super().infer_shape()]


class Stage(
    _Changing,
    signature="""
        Stage(values: list(dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Puts tensors into a staging area; waits while it is full."""


class Unstage(
    _Giving,
    signature="""
        Unstage() -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Removes the tensors that were staged first; waits while there are none."""


class StagePeek(
    _Giving,
    signature="""
        StagePeek(index: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """The tensors at position ``index``, without removing them; waits for them."""


class StageSize(
    _Counting,
    signature="""
        StageSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """How often there is something to take."""


class StageClear(
    _Changing,
    signature="""
        StageClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Forgets all that is staged."""


class MapStage(
    _Changing,
    signature="""
        MapStage(key: int64, indices: int32, values: list(fake_dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          fake_dtypes: list(type) >= 1; container: string = ''; shared_name: string =
          ''
        | stateful
    """,
):
    """Puts some of the tensors of a key into a map, in any order."""


class MapPeek(
    _Giving,
    signature="""
        MapPeek(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Some of the tensors of a key, which stay; waits for them."""


class MapUnstage(
    _Giving,
    signature="""
        MapUnstage(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Removes the tensors ``indices`` of a key; waits for them."""


class MapUnstageNoKey(
    _GivingWithKey,
    signature="""
        MapUnstageNoKey(indices: int32) -> (key: int64, values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Removes any key with its tensors; waits while there is no key."""


class MapSize(
    _Counting,
    signature="""
        MapSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """How many keys have all their tensors."""


class MapIncompleteSize(
    _Counting,
    signature="""
        MapIncompleteSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """How many keys lack some."""


class MapClear(
    _Changing,
    signature="""
        MapClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Forgets all keys."""


class OrderedMapStage(
    _Changing,
    signature="""
        OrderedMapStage(key: int64, indices: int32, values: list(fake_dtypes)) -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          fake_dtypes: list(type) >= 1; container: string = ''; shared_name: string =
          ''
        | stateful
    """,
):
    """Puts some of the tensors of a key into a map, in the order of keys."""


class OrderedMapPeek(
    _Giving,
    signature="""
        OrderedMapPeek(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Some of the tensors of a key, which stay; waits for them."""


class OrderedMapUnstage(
    _Giving,
    signature="""
        OrderedMapUnstage(key: int64, indices: int32) -> (values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Removes the tensors ``indices`` of a key; waits for them."""


class OrderedMapUnstageNoKey(
    _GivingWithKey,
    signature="""
        OrderedMapUnstageNoKey(indices: int32) -> (key: int64, values: list(dtypes))
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1;
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Removes the smallest key with its tensors; waits while there is no key."""


class OrderedMapSize(
    _Counting,
    signature="""
        OrderedMapSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """How many keys have all their tensors."""


class OrderedMapIncompleteSize(
    _Counting,
    signature="""
        OrderedMapIncompleteSize() -> (size: int32)
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """How many keys lack some."""


class OrderedMapClear(
    _Changing,
    signature="""
        OrderedMapClear() -> ()
        | capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type);
          container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """Forgets all keys."""
