"""Dataset methods that list, save, load and snapshot files."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.order_methods import OrderMethods
from runtime.data.datasets.sources import Sources
from runtime.data.datasets.variants import text
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self


class StorageMethods(DatasetBase):
    """Datasets in files."""

    @staticmethod
    def list_files(
        file_pattern: TensorLike,
        shuffle: bool | None = None,
        seed: TensorLike | None = None,
        name: str | None = None,
    ) -> Any:
        """The names of the files that match patterns, shuffled unless told otherwise.

        >>> import pathlib, tempfile
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> for each in "ab":
        ...     _ = (folder / f"{each}.txt").write_text("")
        >>> found = tf.data.Dataset.list_files(str(folder / "*.txt"), shuffle=False)
        >>> [pathlib.Path(x.numpy().decode()).name for x in found]
        ['a.txt', 'b.txt']

        Raises:
          InvalidArgumentError: if no file matches.
        """
        from graphir.errors import InvalidArgumentError
        from runtime.apply import apply_op
        from runtime.context import executing_eagerly

        patterns = text(file_pattern, "pattern")
        found = apply_op("MatchingFiles", [patterns])
        if executing_eagerly() and not found.shape.as_ints()[0]:
            raise InvalidArgumentError(
                None, None, f"No files matched pattern: {_shown(patterns)}"
            )
        files = Sources.from_tensor_slices(found)
        if shuffle is None or shuffle:
            count = found.shape[0] if found.shape.rank else None
            if count is None:
                count = apply_op("Size", [found], {"out_type": _int64()})
            made: Any = OrderMethods.shuffle(
                files, max(count, 1) if isinstance(count, int) else count, seed=seed
            )
            return made
        return files

    def save(
        self,
        path: str | PathLike[str],
        compression: str | None = None,
        shard_func: Any = None,
        checkpoint_args: Any = None,
    ) -> None:
        """Writes the elements to files of a folder; ``Dataset.load`` reads them.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "saved")
        >>> tf.data.Dataset.range(3).save(path)
        >>> [int(x) for x in tf.data.Dataset.load(path)]
        [0, 1, 2]

        Raises:
          UnimplementedError: for ragged and sparse elements.
        """
        from runtime.data.datasets.saved_files import save_elements

        save_elements(self, str(path), compression, shard_func)

    @staticmethod
    def load(
        path: str | PathLike[str],
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Any = None,
        wait: bool = False,
    ) -> Any:
        """The elements that ``save`` or ``distributed_save`` wrote.

        Args:
          wait: whether others may have yet to write them.

        Raises:
          NotFoundError: if there are none.
        """
        from runtime.data.datasets.saved_files import load_elements

        return load_elements(str(path), element_spec, compression, reader_func, wait)

    def snapshot(
        self,
        path: str | PathLike[str],
        compression: str = "AUTO",
        reader_func: Any = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Self:
        """The elements, kept in a file when they were read, and read from there then.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "kept")
        >>> [int(x) for x in tf.data.Dataset.range(3).snapshot(path)]
        [0, 1, 2]
        """
        from runtime.data.datasets.saved_files import snapshot_of

        made: Self = snapshot_of(self, str(path), compression, reader_func, shard_func)
        return made

    def fingerprint(self) -> Any:
        """A hash of the pipeline, the same for equal pipelines: uint64.

        >>> a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(3)
        >>> bool(a.fingerprint() == b.fingerprint())
        True
        """
        from runtime.apply import apply_op

        return apply_op("DatasetFingerprint", [self._variant])


def _int64() -> Any:
    from graphir import dtypes

    return dtypes.int64


def _shown(patterns: Any) -> str:
    import numpy as np

    names = [each.decode() for each in np.ravel(patterns.numpy()).tolist()]
    return ", ".join(names)
