"""The debug file of a SavedModel: the source lines of the nodes of its functions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from graphir.errors import DataLossError, InvalidGraphError, ParseError
from graphir.function import Function
from graphir.wire import messages
from graphir.wire.debug_info import set_origins, to_debug_info
from runtime.saved_model.constants import DEBUG_DIRECTORY, DEBUG_INFO_FILENAME_PB
from runtime.saved_model.model_files import file_within
from runtime.stateful_kernels.files import refused


def debug_content(functions: Iterable[Function]) -> bytes:
    """The bytes of the file."""
    message = to_debug_info(functions)
    content: bytes = message.SerializeToString(deterministic=True)
    return content


def read_debug_info(folder: str, functions: Iterable[Function], may_leave: bool) -> Any:
    """Reads a model's debug file and sets the source lines of the functions' nodes.

    Returns the `GraphDebugInfo` message; an empty message if the model has no file.

    Raises:
      DataLossError: if it is damaged.
      PermissionDeniedError: if it is a link out of the folder.
    """
    parts = (DEBUG_DIRECTORY, DEBUG_INFO_FILENAME_PB)
    path = os.path.join(folder, *parts)
    if not os.path.exists(path):
        return messages.get("GraphDebugInfo")()
    file_within(folder, parts, may_leave)
    try:
        with open(path, "rb") as file:
            message = messages.parse("GraphDebugInfo", file.read())
        set_origins(functions, message)
    except OSError as error:
        raise refused(error, path) from None
    except (ParseError, InvalidGraphError) as error:
        raise DataLossError(None, None, f"{path}: {error}") from None
    return message


__all__ = ["debug_content", "read_debug_info"]
