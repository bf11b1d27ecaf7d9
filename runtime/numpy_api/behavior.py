"""`experimental_enable_numpy_behavior`: NumPy's methods, subscripts and promotion."""

from __future__ import annotations

from runtime.messages.logs import get_logger
from runtime.numpy_api.promoting import give_functions, give_operators
from runtime.numpy_api.settings import MODES, SETTINGS
from runtime.numpy_api.tensor_methods import give_methods


def experimental_enable_numpy_behavior(
    prefer_float32: bool = False, dtype_conversion_mode: str = "legacy"
) -> None:
    """Adds NumPy's methods, subscripts and dtype promotion to tensors.

    It cannot be undone. With ``prefer_float32`` Python floats become float32. The mode
    determines how different dtypes are promoted: "off" raises errors, "legacy" follows
    NumPy, "all" has weak dtypes for Python numbers, and "safe" is "all" with an error
    if a promotion may lose bits. In "all" and "safe" ``tf.constant(1)`` has a weak
    dtype, which the dtype of another operand replaces, and public functions of two
    tensors promote.

    Raises:
      ValueError: for another mode.
    """
    if dtype_conversion_mode not in MODES:
        raise ValueError(
            f"Unknown dtype_conversion_mode {dtype_conversion_mode!r}: it is one of "
            f"{', '.join(MODES)}."
        )
    if dtype_conversion_mode in ("safe", "all"):
        get_logger().warning(
            "UserWarning: enabling the new type promotion must happen at the "
            "beginning of the program. Please ensure no TF APIs have been used yet."
        )
    SETTINGS.mode = dtype_conversion_mode
    SETTINGS.prefer_float32 = prefer_float32
    give_methods()
    if dtype_conversion_mode != "off":
        give_operators()
    if SETTINGS.is_weak:
        give_functions()
