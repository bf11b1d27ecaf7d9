"""The files of a SavedModel: the message, its assets and variables, in its folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from graphir.errors import (
    DataLossError,
    GraphirError,
    NotFoundError,
    OpError,
    ParseError,
    PermissionDeniedError,
)
from graphir.graph import Graph
from graphir.wire import messages, text
from graphir.wire.validation import validate_graph_def, validated_graph
from runtime.saved_model.constants import ASSETS_KEY
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText

BINARY: Final = "saved_model.pb"
TEXT: Final = "saved_model.pbtxt"
ASSETS: Final = "assets"
_T = TypeVar("_T")
_MOST_TIMES: Final = 20
"""How often a model is read again while others replace it."""
VARIABLES: Final = os.path.join("variables", "variables")


class NoSavedModelError(NotFoundError, OSError):
    """A folder holds no SavedModel."""

    def __init__(self, path: str) -> None:
        said = f"SavedModel file does not exist at: {path}{os.sep}{{{TEXT}|{BINARY}}}"
        NotFoundError.__init__(self, None, None, said)

    def __str__(self) -> str:
        return str(self.message)


class DamagedModelError(DataLossError, OSError):
    """The file of a SavedModel cannot be read; TensorFlow's is an `OSError`."""


class EmptyModelError(DataLossError, ValueError):
    """A SavedModel has no graph; TensorFlow's is a `ValueError`."""


class MissingPartError(NotFoundError, FileNotFoundError):
    """A SavedModel lacks a file: of its variables, or an asset."""


def read_saved_model(folder: str) -> Any:
    """The message of a SavedModel.

    Raises:
      NotFoundError, also OSError: if there is none.
      DataLossError, also OSError: if it cannot be read.
    """
    path = os.path.join(folder, BINARY)
    try:
        if os.path.exists(path):
            with open(path, "rb") as file:
                return messages.parse("SavedModel", file.read())
        path = os.path.join(folder, TEXT)
        with open(path, encoding="utf-8") as file:
            return text.parse_text("SavedModel", file.read())
    except (FileNotFoundError, NotADirectoryError):
        raise NoSavedModelError(folder) from None
    except OSError as error:
        raise refused(error, path) from None
    except (ParseError, UnicodeDecodeError) as error:
        raise DamagedModelError(f"{path}: {error}") from None


def contains_saved_model(export_dir: PathText) -> bool:
    """Whether a folder has a SavedModel.

    >>> tf.saved_model.contains_saved_model("no such folder")
    False
    """
    folder = os.fsdecode(os.fspath(export_dir))
    return any(os.path.exists(os.path.join(folder, each)) for each in (BINARY, TEXT))


def choose_meta_graph(model: Any, tags: Iterable[str] | None, folder: str) -> Any:
    """The graph of a model with exactly these tags; without tags the only one.

    Raises:
      RuntimeError: if no graph has exactly these tags.
      ValueError: if ``tags`` is None and the model has several graphs.
      DataLossError: for a graph that is not valid.
    """
    meta = find_meta_graph(model, tags, folder)
    with _naming(folder):
        validate_graph_def(meta.graph_def, allow_unknown_ops=True)
    return meta


def graph_of(meta: Any, folder: str) -> Graph:
    """The graph that a meta graph of the model in a folder describes.

    Raises:
      DataLossError, InvalidGraphError: for a graph that is not valid.
    """
    with _naming(folder):
        return validated_graph(meta.graph_def, allow_unknown_ops=True)


@contextmanager
def _naming(folder: str) -> Iterator[None]:
    """Errors of a graph name the folder."""
    try:
        yield
    except GraphirError as error:
        raise type(error)(f"{folder}: {error}") from error


def find_meta_graph(model: Any, tags: Iterable[str] | None, folder: str) -> Any:
    """As ``choose_meta_graph``, without validation of the graph.

    Raises:
      RuntimeError, ValueError, DataLossError: as ``choose_meta_graph``.
    """
    found = list(model.meta_graphs)
    if not found:
        raise EmptyModelError(f"{folder}: the SavedModel has no graph.")
    if tags is None:
        if len(found) > 1:
            every = [list(each.meta_info_def.tags) for each in found]
            raise ValueError(
                "Importing a SavedModel with `tf.saved_model.load` requires a `tags=` "
                f"argument if there is more than one MetaGraph. Got `tags=None`, but "
                f"there are {len(found)} MetaGraphs in the SavedModel with tag sets: "
                f"{every}. Pass a `tags=` argument to load this SavedModel."
            )
    else:
        wanted = {tags} if isinstance(tags, str) else set(tags)
        found = [each for each in found if set(each.meta_info_def.tags) == wanted]
        if not found:
            every = [list(each.meta_info_def.tags) for each in model.meta_graphs]
            raise RuntimeError(
                f"MetaGraphDef associated with tags {sorted(wanted)} could not be "
                f"found in SavedModel, with available tags '{every}'. To inspect "
                "available tag-sets in the SavedModel, please use `autograph model`."
            )
    return found[0]


def asset_files(meta: Any, folder: str) -> list[Any]:
    """The assets of a graph, `AssetFileDef` messages.

    Models of TensorFlow 1 have them in a collection.

    Raises:
      DataLossError: if an entry of the collection is no `AssetFileDef`.
    """
    if meta.asset_file_def:
        return list(meta.asset_file_def)
    if ASSETS_KEY not in meta.collection_def:
        return []
    held = meta.collection_def[ASSETS_KEY].any_list.value
    try:
        return [messages.parse("AssetFileDef", each.value) for each in held]
    except ParseError as error:
        raise DataLossError(None, None, f"{folder}: {error}") from None


def read_unchanged(folder: str, read: Callable[[], _T]) -> _T:
    """The result of reading a model; reads again if the model was replaced meanwhile.

    So graph and variables are of one model, even while another process saves it.

    Raises:
      OpError and others: errors of ``read``, if the folder did not change meanwhile.
    """
    for _ in range(_MOST_TIMES):
        before = _identity(folder)
        try:
            found = read()
        except (OSError, OpError, GraphirError, ValueError):
            if _identity(folder) == before:
                raise
        else:
            if _identity(folder) == before:
                return found
    return read()


def _identity(folder: str) -> tuple[int, int]:
    try:
        found = os.stat(folder)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def file_within(folder: str, parts: Sequence[str], may_leave: bool) -> str:
    """The path of a file in a model's folder; links out of the folder are refused.

    Raises:
      PermissionDeniedError: if it leads out of the folder and ``may_leave`` is False.
    """
    path = os.path.join(folder, *parts)
    if may_leave or is_within(path, folder):
        return path
    raise PermissionDeniedError(
        None,
        None,
        f"The SavedModel in {folder} asks for {os.path.join(*parts)!r}, which is "
        "outside of its folder. If you trust it, load it with allow={'files'}.",
    )


def is_within(path: str, folder: str) -> bool:
    """Whether a path leads into a folder, links followed."""
    root = os.path.realpath(folder)
    return os.path.commonpath([root, os.path.realpath(path)]) == root


__all__ = [
    "ASSETS",
    "BINARY",
    "TEXT",
    "VARIABLES",
    "DamagedModelError",
    "EmptyModelError",
    "MissingPartError",
    "NoSavedModelError",
    "asset_files",
    "choose_meta_graph",
    "contains_saved_model",
    "file_within",
    "find_meta_graph",
    "graph_of",
    "is_within",
    "read_saved_model",
    "read_unchanged",
]
