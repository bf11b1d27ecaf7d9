"""Options of iterators and of pipeline optimization.

Options for TensorFlow's threads, devices and clusters are accepted,
kept and written down, and change nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from runtime.data.options.policies import (
    AutoShardPolicy,
    AutotuneAlgorithm,
    ExternalStatePolicy,
)
from runtime.data.stages.serialized_options import write_options

_KINDS: dict[str, Any] = {
    "autotune.autotune_algorithm": AutotuneAlgorithm,
    "experimental_distribute.auto_shard_policy": AutoShardPolicy,
    "experimental_external_state_policy": ExternalStatePolicy,
}


def _option(name: str, kind: Any) -> property:
    """The property of an option; groups of options are made when they are asked for."""
    is_group = isinstance(kind, type) and issubclass(kind, OptionGroup)

    def value_of(options: Any) -> Any:
        if is_group:
            return options._values.setdefault(name, kind())
        return options._values.get(name)

    def set_value(options: Any, value: Any) -> None:
        if value is not None and not isinstance(value, kind):
            raise TypeError(
                f'Property "{name}" must be of type {kind}, got: {value!r} (type: '
                f"{type(value)})"
            )
        options._values[name] = value

    described = kind.__doc__ if is_group else f"A value of {kind.__name__}, or None."
    return property(value_of, set_value, doc=described)


class OptionGroup:
    """Options that belong together; an unset one is None.

    Raises:
      AttributeError: for a name that is no option.
      TypeError: for a value of another type.
    """

    kinds: ClassVar[Mapping[str, Any]] = {}
    older: ClassVar[Mapping[str, str]] = {}
    """Older names of options."""
    _values: dict[str, Any]

    def __init_subclass__(cls) -> None:
        for name in cls.kinds:
            setattr(cls, name, _option(name, cls.kinds[name]))
        for alias, name in cls.older.items():
            setattr(cls, alias, _option(name, cls.kinds[name]))

    def __init__(self) -> None:
        object.__setattr__(self, "_values", {})

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.kinds and name not in self.older:
            raise AttributeError(
                f"Cannot set the property {name} on {type(self).__name__}."
            )
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OptionGroup) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def values(self, prefix: str = "") -> dict[str, Any]:
        """The options that are set, by their full names."""
        found: dict[str, Any] = {}
        for name, value in self._values.items():
            if isinstance(value, OptionGroup):
                found.update(value.values(f"{prefix}{name}."))
            elif value is not None:
                found[prefix + name] = value
        return found


class AutotuneOptions(OptionGroup):
    """How much may be used to find good settings.

    >>> options = tf.data.experimental.AutotuneOptions()
    >>> options.enabled = True
    """

    kinds: ClassVar[Mapping[str, Any]] = {
        "enabled": bool,
        "cpu_budget": int,
        "ram_budget": int,
        "autotune_algorithm": AutotuneAlgorithm,
        "initial_parallelism": int,
        "min_parallelism": int,
    }


class DistributeOptions(OptionGroup):
    """How a dataset is divided among workers."""

    kinds: ClassVar[Mapping[str, Any]] = {
        "auto_shard_policy": AutoShardPolicy,
        "num_devices": int,
    }


class OptimizationOptions(OptionGroup):
    """Which passes rewrite the pipeline."""

    kinds: ClassVar[Mapping[str, Any]] = dict.fromkeys(
        (
            "apply_default_optimizations",
            "batch_before_map",
            "filter_fusion",
            "filter_parallelization",
            "inject_prefetch",
            "map_and_batch_fusion",
            "map_and_filter_fusion",
            "map_fusion",
            "map_parallelization",
            "noop_elimination",
            "parallel_batch",
            "seq_interleave_prefetch",
            "shuffle_and_repeat_fusion",
        ),
        bool,
    )


class ThreadingOptions(OptionGroup):
    """How many threads work."""

    kinds: ClassVar[Mapping[str, Any]] = {
        "max_intra_op_parallelism": int,
        "private_threadpool_size": int,
    }


class ServiceOptions(OptionGroup):
    """Options of the data service."""

    kinds: ClassVar[Mapping[str, Any]] = {"pinned": bool}


class Options(OptionGroup):
    """The options of a dataset; set with ``Dataset.with_options``.

    >>> options = tf.data.Options()
    >>> options.threading.private_threadpool_size = 2
    >>> options.threading.private_threadpool_size
    2
    """

    kinds: ClassVar[Mapping[str, Any]] = {
        "autotune": AutotuneOptions,
        "dataset_name": str,
        "deterministic": bool,
        "experimental_distribute": DistributeOptions,
        "experimental_external_state_policy": ExternalStatePolicy,
        "experimental_optimization": OptimizationOptions,
        "experimental_service": ServiceOptions,
        "experimental_slack": bool,
        "experimental_symbolic_checkpoint": bool,
        "experimental_warm_start": bool,
        "framework_type": list,
        "threading": ThreadingOptions,
    }
    older: ClassVar[Mapping[str, str]] = {
        "experimental_deterministic": "deterministic",
        "experimental_threading": "threading",
    }

    def merge(self, options: Any) -> Options:
        """The options of both; the other's options count where both are set.

        Raises:
          TypeError: for anything but options.
        """
        if not isinstance(options, Options):
            raise TypeError(f"Options are expected, not {options!r}.")
        return Options.of_values({**self.values(), **options.values()})

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Options:
        """The options of values by their full names."""
        made = cls()
        for name, value in values.items():
            group, _, last = name.rpartition(".")
            owner = getattr(made, group) if group else made
            kind = _KINDS.get(name)
            setattr(owner, last, value if kind is None else kind(value))
        return made

    def serialized(self) -> bytes:
        """The options as TensorFlow's message."""
        return write_options(self.values())
