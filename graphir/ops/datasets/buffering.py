"""Dataset ops that store elements: prefetch, cache, snapshot, save."""

from __future__ import annotations

from graphir.ops.datasets.families import (
    MakesDataset,
    OfScalars,
    WithoutResult,
    known_number,
)


class PrefetchDataset(
    MakesDataset,
    signature="""
        PrefetchDataset(input_dataset: variant, buffer_size: int64) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          slack_period: int = 0; legacy_autotune: bool = True;
          buffer_size_min: int = 0; metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The elements, some of which are made ahead."""

    def changes_nothing(self) -> bool:
        """Whether there is no buffer."""
        return known_number(self.buffer_size) == 0


class CacheDataset(
    MakesDataset,
    signature="""
        CacheDataset(input_dataset: variant, filename: string) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    traits="writes_files",
):
    """The elements, cached on the first complete iteration."""

    path_argument = "filename"


class CacheDatasetV2(
    MakesDataset,
    signature="""
        CacheDatasetV2(input_dataset: variant, filename: string, cache:
            resource) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
        | stateful
    """,
    traits="writes_files",
    handles="dataset cache",
):
    """The elements, cached in a file or in the memory of a resource."""

    path_argument = "filename"


class SnapshotDataset(
    MakesDataset,
    signature="""
        SnapshotDataset(input_dataset: variant, path: string) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          compression: string = ''; reader_path_prefix: string = '';
          writer_path_prefix: string = ''; shard_size_bytes: int =
          10737418240; pending_snapshot_expiry_seconds: int = 86400;
          num_reader_threads: int = 1; reader_buffer_size: int = 1;
          num_writer_threads: int = 1; writer_buffer_size: int = 1;
          shuffle_on_read: bool = False; seed: int = 0; seed2: int = 0; mode:
          string = 'auto'; snapshot_name: string = ''
    """,
    traits="writes_files",
):
    """The elements, written to files and read from there later."""

    path_argument = "path"


class SnapshotDatasetV2(
    MakesDataset,
    signature="""
        SnapshotDatasetV2(input_dataset: variant, path: string,
            reader_func_other_args: list(Treader_func_args),
            shard_func_other_args: list(Tshard_func_args)) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          compression: string = ''; reader_prefix: string = ''; writer_prefix:
          string = ''; hash_valid: bool = False; hash: int = 0; reader_func:
          func; shard_func: func; Treader_func_args: list(type) >= 0;
          Tshard_func_args: list(type) >= 0; metadata: string = ''
    """,
    traits="writes_files",
):
    """The elements, written to files and read from there later."""

    path_argument = "path"


class SaveDataset(
    WithoutResult,
    signature="""
        SaveDataset(input_dataset: variant, path: string,
            shard_func_other_args: list(Tshard_func_args)) -> ()
        | compression: string = ''; shard_func: func; use_shard_func: bool =
          True; Tshard_func_args: list(type) >= 0
        | stateful
    """,
    traits="writes_files",
):
    """Writes the elements to files."""

    path_argument = "path"


class SaveDatasetV2(
    MakesDataset,
    signature="""
        SaveDatasetV2(input_dataset: variant, path: string,
            shard_func_other_args: list(Tshard_func_args)) -> (handle:
            variant)
        | compression: string = ''; shard_func: func; use_shard_func: bool =
          True; Tshard_func_args: list(type) >= 0; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="writes_files",
):
    """The elements, which are written to files."""

    path_argument = "path"


class DummyMemoryCache(
    OfScalars,
    signature="""
        DummyMemoryCache() -> (handle: resource)
        | stateful
    """,
):
    """A placeholder resource for a cache that the dataset creates."""


class AnonymousMemoryCache(
    OfScalars,
    signature="""
        AnonymousMemoryCache() -> (handle: resource, deleter: variant)
        | stateful
    """,
):
    """A memory cache of elements, and its deleter."""


class DeleteMemoryCache(
    WithoutResult,
    signature="""
        DeleteMemoryCache(handle: resource, deleter: variant) -> ()
        | stateful
    """,
    handles="cache any",
):
    """Deletes a memory of elements."""


class DummySeedGenerator(
    OfScalars,
    signature="""
        DummySeedGenerator() -> (handle: resource)
        | stateful
    """,
):
    """A placeholder resource for seeds that the dataset creates."""


class AnonymousSeedGenerator(
    OfScalars,
    signature="""
        AnonymousSeedGenerator(seed: int64, seed2: int64, reshuffle: bool) ->
            (handle: resource, deleter: variant)
        | stateful
    """,
):
    """A seed generator, and its deleter."""


class AnonymousRandomSeedGenerator(
    OfScalars,
    signature="""
        AnonymousRandomSeedGenerator(seed: int64, seed2: int64) -> (handle:
            resource, deleter: variant)
        | stateful
    """,
):
    """A seed generator with new seeds for each iteration, and its deleter."""


class DeleteSeedGenerator(
    WithoutResult,
    signature="""
        DeleteSeedGenerator(handle: resource, deleter: variant) -> ()
        | stateful
    """,
    handles="seeds any",
):
    """Deletes a generator of seeds."""


class DeleteRandomSeedGenerator(
    WithoutResult,
    signature="""
        DeleteRandomSeedGenerator(handle: resource, deleter: variant) -> ()
        | stateful
    """,
    handles="seeds any",
):
    """Deletes a generator of seeds."""
