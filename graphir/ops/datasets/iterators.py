"""Iterator ops: an iterator is a position in a dataset."""

from __future__ import annotations

from graphir.ops.datasets.families import OfComponents, OfScalars, WithoutResult


class AnonymousIterator(
    OfScalars,
    signature="""
        AnonymousIterator() -> (handle: resource)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
):
    """An iterator without a name."""


class AnonymousIteratorV2(
    OfScalars,
    signature="""
        AnonymousIteratorV2() -> (handle: resource, deleter: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
):
    """An iterator without a name, and its deleter."""


class AnonymousIteratorV3(
    OfScalars,
    signature="""
        AnonymousIteratorV3() -> (handle: resource)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
):
    """An iterator without a name."""


class Iterator(
    OfScalars,
    signature="""
        Iterator() -> (handle: resource)
        | shared_name: string; container: string; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="shared_by_name",
):
    """An iterator that is found by its name."""


class IteratorV2(
    OfScalars,
    signature="""
        IteratorV2() -> (handle: resource)
        | shared_name: string; container: string; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="shared_by_name",
):
    """An iterator that is found by its name."""


class OneShotIterator(
    OfScalars,
    signature="""
        OneShotIterator() -> (handle: resource)
        | dataset_factory: func; output_types: list(type) >= 1; output_shapes:
          list(shape) >= 1; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """An iterator of the dataset that a function makes."""


class MakeIterator(
    WithoutResult,
    signature="""
        MakeIterator(dataset: variant, iterator: resource) -> ()
        | stateful
    """,
    handles="dataset iterator",
):
    """Starts an iterator over a dataset."""


class IteratorGetNext(
    OfComponents,
    signature="""
        IteratorGetNext(iterator: resource) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    handles="iterator",
):
    """The next element."""


class IteratorGetNextSync(
    OfComponents,
    signature="""
        IteratorGetNextSync(iterator: resource) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    handles="iterator",
):
    """The next element."""


class IteratorGetNextAsOptional(
    OfScalars,
    signature="""
        IteratorGetNextAsOptional(iterator: resource) -> (optional: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    handles="iterator",
):
    """The next element as an optional, which is empty at the end."""


class DeleteIterator(
    WithoutResult,
    signature="""
        DeleteIterator(handle: resource, deleter: variant) -> ()
        | stateful
    """,
    handles="iterator any",
):
    """Ends an iterator."""


class IteratorToStringHandle(
    OfScalars,
    signature="""
        IteratorToStringHandle(resource_handle: resource) -> (string_handle:
            string)
        | stateful
    """,
    handles="iterator",
):
    """A name by which an iterator is found in this process."""


class IteratorFromStringHandle(
    OfScalars,
    signature="""
        IteratorFromStringHandle(string_handle: string) -> (resource_handle:
            resource)
        | output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0
          = []
        | stateful
    """,
):
    """The iterator whose handle ``IteratorToStringHandle`` converted to text."""


class IteratorFromStringHandleV2(
    OfScalars,
    signature="""
        IteratorFromStringHandleV2(string_handle: string) -> (resource_handle:
            resource)
        | output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0
          = []
        | stateful
    """,
):
    """The iterator whose handle ``IteratorToStringHandle`` converted to text."""


class IteratorGetDevice(
    OfScalars,
    signature="""
        IteratorGetDevice(resource: resource) -> (device: string)
        | stateful
    """,
    earlier_name="ExperimentalIteratorGetDevice",
    handles="iterator",
):
    """Where an iterator lives."""


class SerializeIterator(
    OfScalars,
    signature="""
        SerializeIterator(resource_handle: resource) -> (serialized: variant)
        | external_state_policy: int = 0
        | stateful
    """,
    handles="iterator",
):
    """The state of an iterator."""


class DeserializeIterator(
    WithoutResult,
    signature="""
        DeserializeIterator(resource_handle: resource, serialized: variant) ->
            ()
        | stateful
    """,
    handles="iterator iterator_state",
):
    """Sets an iterator to a state."""


class IteratorGetModelProto(
    OfScalars,
    signature="""
        IteratorGetModelProto(iterator: resource) -> (model_proto: string)
        | stateful
    """,
    handles="iterator",
):
    """The message about the stages that an iterator reads, serialized."""
