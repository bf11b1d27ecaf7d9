"""The TFRecord format: byte strings with their lengths and checksums.

A record is its length (8 bytes, little-endian), the masked CRC-32C of these 8 bytes
(4 bytes), the data, and the masked CRC-32C of the data (4 bytes).
"""

from __future__ import annotations

import os
import struct
import zlib
from types import TracebackType
from typing import IO, Any, ClassVar

from graphir.disk.fresh_files import FreshFile
from graphir.errors import FailedPreconditionError
from runtime.bundles.checksums import masked_crc32c
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText, TensorLike


class TFRecordCompressionType:
    """The numbers of the compressions, of TensorFlow 1."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


class TFRecordOptions:
    """The compression of a record file (``""``, ``"ZLIB"``, ``"GZIP"``) and its level.

    >>> tf.io.TFRecordOptions("GZIP", compression_level=9).compression_type
    'GZIP'

    Raises:
      ValueError: for another compression.
    """

    compression_type_map: ClassVar[dict[int, str]] = {
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type: TensorLike | None = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The compression of options, or of its name or number; ``""`` for none.

        >>> tf.io.TFRecordOptions.get_compression_type_string("GZIP")
        'GZIP'

        Raises:
          ValueError: for an unknown compression.
        """
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if isinstance(options, int) and options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if options in cls.compression_type_map.values():
            return str(options)
        raise ValueError(f'Not a valid compression_type: "{options}"')


class TFRecordWriter:
    """Writes a record file; use it in a ``with``, which closes it.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"first")
    ...     writer.write(b"second")
    >>> list(tf.compat.v1.io.tf_record_iterator(path))
    [b'first', b'second']

    Raises:
      NotFoundError, PermissionDeniedError: if the file cannot be made.
      ValueError: for an unknown compression.
    """

    def __init__(self, path: PathText, options: Any = None) -> None:
        compression = TFRecordOptions.get_compression_type_string(options)
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(compression)
        self._path = os.fsdecode(os.fspath(path))
        self._compressor = _compressor(compression, options)
        try:
            self._fresh = FreshFile(self._path, sync=False)
        except OSError as error:
            raise refused(error, self._path) from None
        self._file: IO[bytes] | None = self._fresh.file

    def write(self, record: bytes | str) -> None:
        """Adds a record: bytes, or text as UTF-8.

        Raises:
          FailedPreconditionError: after ``close``.
          TypeError: for a value that is neither bytes nor text.
        """
        if self._file is None:
            raise FailedPreconditionError(None, None, "Writer is closed.")
        if not isinstance(record, (bytes, str)):
            raise TypeError(
                f"write(): a record is bytes or text, not {record!r}: serialize it, "
                "for example with SerializeToString() or tf.io.serialize_tensor."
            )
        data = record.encode() if isinstance(record, str) else record
        length = struct.pack("<Q", len(data))
        head = length + struct.pack("<I", masked_crc32c(length))
        self._put(head + data + struct.pack("<I", masked_crc32c(data)))

    def flush(self) -> None:
        """Writes buffered records, so that others can read them.

        Raises:
          FailedPreconditionError: after ``close``.
        """
        if self._file is None:
            raise FailedPreconditionError(None, None, "Writer is closed.")
        if self._compressor is not None:
            self._file.write(self._compressor.flush(zlib.Z_SYNC_FLUSH))
        self._said(self._fresh.commit)

    def close(self) -> None:
        """Ends the file; a second time does nothing."""
        if self._file is None:
            return
        if self._compressor is not None:
            self._said(self._file.write, self._compressor.flush())
        self._said(self._fresh.close)
        self._file = None

    def discard(self) -> None:
        """Ends the writer without its file: what was not flushed is nowhere.

        A file that had the name before stays.
        """
        self._fresh.discard()
        self._file = None

    def _said(self, action: Any, *args: Any) -> None:
        """Acts on the file; where that fails, an older file of the name stays."""
        try:
            action(*args)
        except OSError as error:
            self.discard()
            raise refused(error, self._path) from None

    def _put(self, data: bytes) -> None:
        assert self._file is not None
        if self._compressor is not None:
            data = self._compressor.compress(data)
        self._said(self._file.write, data)

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _compressor(compression: str, options: TFRecordOptions) -> Any:
    if not compression:
        return None
    level, memory = options.compression_level, options.mem_level
    window = abs(options.window_bits or zlib.MAX_WBITS)
    return zlib.compressobj(
        zlib.Z_DEFAULT_COMPRESSION if level is None else level,
        zlib.DEFLATED,
        window + (16 if compression == "GZIP" else 0),
        zlib.DEF_MEM_LEVEL if memory is None else memory,
        options.compression_strategy or zlib.Z_DEFAULT_STRATEGY,
    )
