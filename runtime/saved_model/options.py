"""Options of loading and saving SavedModels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any


class VariablePolicy(Enum):
    """Whether a SavedModel has the devices of its variables; copies are never saved.

    >>> tf.saved_model.experimental.VariablePolicy.SAVE_VARIABLE_DEVICES.name
    'SAVE_VARIABLE_DEVICES'
    """

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"

    @property
    def has_devices(self) -> bool:
        """Whether devices are saved, and used on loading."""
        return self is not VariablePolicy.NONE


class LoadOptions:
    """Options for loading a SavedModel.

    Args:
      allow_partial_checkpoint: whether variables may be without saved value.
      experimental_io_device: kept; files are this machine's.
      experimental_skip_checkpoint: whether variables are left without values.
      experimental_variable_policy: with a policy but ``NONE``, variables are made on
        the devices that the model has for them.
      experimental_load_function_aliases: whether the root has ``function_aliases``,
        the functions by the names that ``SaveOptions`` gave them.
    """

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: str | None = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: Any = None,
        experimental_load_function_aliases: bool = False,
    ) -> None:
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = _policy(experimental_variable_policy)
        self.experimental_load_function_aliases = experimental_load_function_aliases


class SaveOptions:
    """Options for saving a SavedModel.

    Args:
      namespace_whitelist: kept; ops here are TensorFlow's own.
      save_debug_info: whether the lines of nodes are saved beside the model.
      function_aliases: names for functions, by name.
      experimental_debug_stripper: kept; Assert nodes stay.
      experimental_io_device: kept; files are this machine's.
      experimental_variable_policy: with a policy but ``NONE``, the devices of
        variables are saved.
      experimental_custom_gradients: whether the gradient rules of
        ``tf.custom_gradient`` are saved, as functions.
      experimental_image_format: refused: the binary format is written.
      experimental_skip_saver: whether functions that save and restore are left out.
      extra_tags: further tags.

    Raises:
      NotImplementedError: for another format.
      TypeError: for a ``namespace_whitelist`` that is no list.
      ValueError: for a policy that does not exist, or a namespace that is no text.
    """

    def __init__(
        self,
        namespace_whitelist: list[str] | None = None,
        save_debug_info: bool = False,
        function_aliases: Mapping[str, Any] | None = None,
        experimental_debug_stripper: bool = False,
        experimental_io_device: str | None = None,
        experimental_variable_policy: Any = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
        experimental_sharding_callback: Any = None,
        extra_tags: Iterable[str] | None = None,
    ) -> None:
        if experimental_image_format:
            raise NotImplementedError(
                "SavedModels of several files (experimental_image_format) are not "
                "written here."
            )
        self.namespace_whitelist = _names(namespace_whitelist)
        self.save_debug_info = save_debug_info
        self.function_aliases = dict(function_aliases or {})
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = _policy(experimental_variable_policy)
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = experimental_sharding_callback
        self.extra_tags = set(extra_tags or ())


def _names(given: list[str] | None) -> list[str]:
    if given is None:
        return []
    if not isinstance(given, list):
        raise TypeError(
            "`namespace_whitelist` must be a list of strings. Got: "
            f"{given} with type {type(given)}."
        )
    for each in given:
        if not isinstance(each, str):
            raise ValueError(
                "Whitelisted namespace must be a string. Got: "
                f"{each} of type {type(each)}."
            )
    return list(given)


def _policy(given: Any) -> VariablePolicy:
    key = given.lower() if isinstance(given, str) else given
    for each in VariablePolicy:
        if key in (each, each.value):
            return each
    raise ValueError(f"Received invalid VariablePolicy value: {given}.")


__all__ = ["LoadOptions", "SaveOptions", "VariablePolicy"]
