"""Protocol buffer types by name: from this process, a file, or bytes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from graphir.errors import InvalidArgumentError
from graphir.wire.messages import pool as own_pool

_LOCAL: Final = ("", "local://")
_BYTES: Final = b"bytes://"


def message_type(name: str, source: str | bytes) -> Any:
    """The descriptor of a message.

    Raises:
      InvalidArgumentError: if the type does not exist, or the source has no types.
    """
    for pool in _pools(source):
        try:
            return pool.FindMessageTypeByName(name)
        except KeyError:
            continue
    raise InvalidArgumentError(
        None, None, f"No descriptor found for message type {name}"
    )


def message_class(descriptor: Any) -> Any:
    """The class of a descriptor's messages."""
    from google.protobuf.message_factory import GetMessageClass

    return GetMessageClass(descriptor)


def field_of(descriptor: Any, name: str) -> Any:
    """A field by its name.

    Raises:
      InvalidArgumentError: if the field does not exist.
    """
    found = descriptor.fields_by_name.get(name)
    if found is None:
        raise InvalidArgumentError(
            None,
            None,
            f"Unknown field: {name} in message type {descriptor.full_name}",
        )
    return found


def _pools(source: str | bytes) -> list[Any]:
    """Where types are looked for."""
    if source in _LOCAL:
        from google.protobuf import descriptor_pool

        return [own_pool(), descriptor_pool.Default()]
    data = (
        source if isinstance(source, bytes) else source.encode(errors="surrogateescape")
    )
    if data.startswith(_BYTES):
        return [_pool_of(data.removeprefix(_BYTES), data)]
    try:
        with open(data, "rb") as file:
            return [_pool_of(file.read(), data)]
    except OSError:
        raise _no_source(data) from None


@cache
def _pool_of(content: bytes, source: bytes) -> Any:
    """A pool of the files that a serialized FileDescriptorSet holds."""
    from google.protobuf import descriptor_pb2, descriptor_pool
    from google.protobuf.message import DecodeError

    try:
        files = descriptor_pb2.FileDescriptorSet.FromString(content)
    except DecodeError:
        raise _no_source(source) from None
    made = descriptor_pool.DescriptorPool()
    for each in files.file:
        made.AddSerializedFile(each.SerializeToString())
    return made


def _no_source(source: bytes) -> InvalidArgumentError:
    shown = source.decode(errors="replace")
    return InvalidArgumentError(
        None,
        None,
        "Source does not represent serialized file descriptor set proto. This may be "
        "due to a missing dependency on the file containing "
        f'REGISTER_DESCRIPTOR_POOL("{shown}", ...);',
    )
