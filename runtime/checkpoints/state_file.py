"""The file `checkpoint` of a folder: the list of checkpoints, and the latest one."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from graphir.disk.fresh_files import write_whole
from graphir.errors import ParseError
from graphir.wire import messages, text
from runtime.bundles.bundle_reader import index_path
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText

STATE_FILE: Final = "checkpoint"


def get_checkpoint_state(
    checkpoint_dir: Any, latest_filename: str | None = None
) -> Any:
    """The checkpoints of a folder, a ``CheckpointState`` message, or None.

    >>> tf.train.get_checkpoint_state("no such folder") is None
    True

    Raises:
      ValueError: for a file that names no checkpoint.
    """
    folder = os.fsdecode(os.fspath(checkpoint_dir))
    path = os.path.join(folder, latest_filename or STATE_FILE)
    try:
        with open(path, encoding="utf-8") as file:
            content = file.read()
        state = text.parse_text("CheckpointState", content)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, ParseError) as error:
        get_logger().warning("%s: %s", type(error).__name__, error)
        get_logger().warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(
            f"Invalid checkpoint state loaded from {checkpoint_dir}: it names no "
            "latest checkpoint."
        )
    # relative names are relative to the folder
    state.model_checkpoint_path = os.path.join(folder, state.model_checkpoint_path)
    for index, each in enumerate(state.all_model_checkpoint_paths):
        state.all_model_checkpoint_paths[index] = os.path.join(folder, each)
    return state


def latest_checkpoint(
    checkpoint_dir: PathText, latest_filename: str | None = None
) -> str | None:
    """The prefix of the latest checkpoint in a folder, or None.

    >>> tf.train.latest_checkpoint("no such folder") is None
    True
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None:
        return None
    path: str = state.model_checkpoint_path
    if checkpoint_exists(path):
        return path
    get_logger().error("Couldn't match files for checkpoint %s", path)
    return None


def checkpoint_exists(prefix: PathText) -> bool:
    """Whether there is a checkpoint of that prefix, of either version."""
    name = os.fsdecode(os.fspath(prefix))
    return bool(os.path.exists(index_path(name)) or glob.glob(glob.escape(name)))


def update_checkpoint_state(
    save_dir: PathText,
    model_checkpoint_path: Any,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
    save_relative_paths: bool = True,
) -> None:
    """Writes the list of a folder's checkpoints.

    Paths inside the folder are written relative to it, unless ``save_relative_paths``
    is false.

    Raises:
      ValueError: if there are not as many times as paths.
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    state = checkpoint_state(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        save_relative_paths,
    )
    folder = os.fsdecode(os.fspath(save_dir))
    path = os.path.join(folder, latest_filename or STATE_FILE)
    try:
        write_whole(path, messages.to_text(state).encode())
    except OSError as error:
        raise refused(error, path) from None


def checkpoint_state(
    save_dir: PathText,
    latest: Any,
    paths: Sequence[str] | None = None,
    times: Sequence[float] | None = None,
    last_preserved: float | None = None,
    is_relative: bool = False,
) -> Any:
    """The state message of a folder, with the path of its latest checkpoint.

    Paths stay absolute where the folder is, unless they are to be relative to it.

    Raises:
      ValueError: if there are not as many times as paths.
    """
    every = [os.fsdecode(each) for each in paths or ()]
    last = os.fsdecode(os.fspath(latest))
    if times and len(times) != len(every):
        raise ValueError(
            "Checkpoint timestamps should match checkpoint paths (if timestamps are "
            f"specified): {len(times)} timestamps, {len(every)} paths."
        )
    if not every or every[-1] != last:
        get_logger().info(
            "%s is not in all_model_checkpoint_paths. Manually adding it.", last
        )
        every.append(last)
        times = [*times, time.time()] if times else times
    folder = os.fsdecode(os.fspath(save_dir))
    is_relative |= not os.path.isabs(folder)
    written = [_relative(each, folder) if is_relative else each for each in every]
    state = messages.get("CheckpointState")(model_checkpoint_path=written[-1])
    state.all_model_checkpoint_paths.extend(written)
    state.all_model_checkpoint_timestamps.extend(times or ())
    if last_preserved is not None:
        state.last_preserved_timestamp = last_preserved
    return state


def _relative(path: str, folder: str) -> str:
    """The path as the file says it: a folder may be moved with its checkpoints."""
    if os.path.isabs(folder) and not os.path.isabs(path):
        return path
    if os.path.isabs(folder) != os.path.isabs(path):
        return path
    found = os.path.relpath(path, folder or ".")
    return path if found.startswith(os.pardir) else found


def checkpoints_iterator(
    checkpoint_dir: PathText,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Iterates over the checkpoints of a folder as processes write them.

    Ends if no checkpoint came for ``timeout`` seconds and ``timeout_fn``, unless it is
    None, returns true.
    """
    last: str | None = None
    while True:
        found = _wait_for_new(checkpoint_dir, last, timeout)
        if found is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        start = time.monotonic()
        last = found
        yield found
        left = start + min_interval_secs - time.monotonic()
        if left > 0:
            time.sleep(left)


_PAUSE: Final = 1.0
"""Seconds between looks at a folder."""


def _wait_for_new(folder: Any, last: str | None, timeout: float | None) -> str | None:
    stop = None if timeout is None else time.monotonic() + timeout
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != last:
            return found
        if stop is not None and time.monotonic() + _PAUSE > stop:
            return None
        time.sleep(_PAUSE)


__all__ = [
    "STATE_FILE",
    "checkpoint_exists",
    "checkpoint_state",
    "checkpoints_iterator",
    "get_checkpoint_state",
    "latest_checkpoint",
    "update_checkpoint_state",
]
