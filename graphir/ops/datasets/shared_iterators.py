"""Ops of iterators that several devices read in turns, each its own shard."""

from __future__ import annotations

from graphir.ops.datasets.families import OfComponents, OfScalars, WithoutResult


class MultiDeviceIterator(
    OfScalars,
    signature="""
        MultiDeviceIterator() -> (handle: resource)
        | devices: list(string) >= 1; shared_name: string; container: string;
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="shared_by_name",
):
    """An iterator for several devices that is found by its name."""


class AnonymousMultiDeviceIterator(
    OfScalars,
    signature="""
        AnonymousMultiDeviceIterator() -> (handle: resource, deleter: variant)
        | devices: list(string) >= 1; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1
        | stateful
    """,
):
    """An iterator for several devices without a name, and its deleter."""


class AnonymousMultiDeviceIteratorV3(
    OfScalars,
    signature="""
        AnonymousMultiDeviceIteratorV3() -> (handle: resource)
        | devices: list(string) >= 1; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1
        | stateful
    """,
):
    """An iterator for several devices without a name."""


class MultiDeviceIteratorInit(
    OfScalars,
    signature="""
        MultiDeviceIteratorInit(dataset: variant, multi_device_iterator:
            resource, max_buffer_size: int64) -> (incarnation_id: int64)
        | stateful
    """,
    handles="dataset shared_iterator",
):
    """Starts the iterator over a dataset; returns the number of starts so far."""


class MultiDeviceIteratorGetNextFromShard(
    OfComponents,
    signature="""
        MultiDeviceIteratorGetNextFromShard(multi_device_iterator: resource,
            shard_num: int32, incarnation_id: int64) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    handles="shared_iterator",
):
    """The next element of a shard: of N shards, each has every Nth element."""


class MultiDeviceIteratorToStringHandle(
    OfScalars,
    signature="""
        MultiDeviceIteratorToStringHandle(multi_device_iterator: resource) ->
            (string_handle: string)
        | stateful
    """,
    handles="shared_iterator",
):
    """A name by which the iterator is found in this process."""


class MultiDeviceIteratorFromStringHandle(
    OfScalars,
    signature="""
        MultiDeviceIteratorFromStringHandle(string_handle: string) ->
            (multi_device_iterator: resource)
        | output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0
          = []
        | stateful
    """,
):
    """The iterator of a handle from ``MultiDeviceIteratorToStringHandle``."""


class DeleteMultiDeviceIterator(
    WithoutResult,
    signature="""
        DeleteMultiDeviceIterator(multi_device_iterator: resource, iterators:
            N*resource, deleter: variant) -> ()
        | N: int >= 0
        | stateful
    """,
    handles="shared_iterator any any",
):
    """Ends the iterator."""
