"""`tf.debugging.experimental`: dumps of op results, which are not implemented."""

from __future__ import annotations

from typing import Any, NoReturn


def enable_dump_debug_info(
    dump_root: str,
    tensor_debug_mode: str = "NO_TENSOR",
    circular_buffer_size: int = 1000,
    op_regex: str | None = None,
    tensor_dtypes: Any = None,
) -> NoReturn:
    """Would write op results to files for TensorBoard's debugger; not implemented.

    >>> tf.debugging.experimental.enable_dump_debug_info("dumps")
    Traceback (most recent call last):
        ...
    NotImplementedError: Dumps for TensorBoard's debugger are not written: use \
tf.debugging.enable_check_numerics to find NaN, or tf.print.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(
        "Dumps for TensorBoard's debugger are not written: use "
        "tf.debugging.enable_check_numerics to find NaN, or tf.print."
    )


def disable_dump_debug_info() -> None:
    """Does nothing: dumps are not implemented.

    >>> tf.debugging.experimental.disable_dump_debug_info()
    """
