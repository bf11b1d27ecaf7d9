"""`tf.device` and DeviceSpec: device names. All logical devices compute on one CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from runtime.context import CURRENT, Ambient, current_trace, entered
from runtime.devices.logical_devices import logical_device_count
from runtime.devices.places import TASK, Place, current_place
from runtime.errors import InvalidArgumentError

_PARTS: Final = ("job", "replica", "task", "device_type", "device_index")


class DeviceSpec:
    """A device specification: the parts of a device name, None for unspecified parts.

    >>> tf.DeviceSpec(job="worker", task=1, device_type="CPU").to_string()
    '/job:worker/task:1/device:CPU:*'
    """

    __slots__ = ("device_index", "device_type", "job", "replica", "task")

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self.job = None if job is None else str(job)
        self.replica = None if replica is None else int(replica)
        self.task = None if task is None else int(task)
        self.device_type = _type_name(device_type)
        self.device_index = None if device_index is None else int(device_index)

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """The device of a name like ``/job:worker/task:1/device:GPU:0``.

        Raises:
          ValueError: for a part that is unknown, or two device types.
        """
        found: dict[str, Any] = {}
        for part in filter(None, (spec or "").split("/")):
            pieces = part.split(":")
            if pieces[0] in ("job", "replica", "task") and len(pieces) == 2:
                found[pieces[0]] = _field(pieces[0], pieces[1], spec)
                continue
            if pieces[0] == "device":
                del pieces[0]
            elif not _is_device_type(pieces[0]):
                raise ValueError(
                    f"Unknown attribute '{pieces[0]}' is encountered while parsing the "
                    f"device spec: '{spec}'."
                )
            if "device_type" in found:
                raise ValueError(
                    "Multiple device types are not allowed while parsing the device "
                    f"spec: {spec}."
                )
            found["device_type"] = pieces[0] if pieces[0] != "*" else None
            if len(pieces) > 1 and pieces[1] != "*":
                found["device_index"] = _number("device_index", pieces[1], spec)
        return cls(**found)

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """The DeviceSpec that a device name describes; this object does not change."""
        return type(self).from_string(spec)

    def to_string(self) -> str:
        """The name: ``/job:worker/task:1/device:GPU:0``."""
        text = "".join(
            f"/{part}:{value}"
            for part in ("job", "replica", "task")
            if (value := getattr(self, part)) is not None
        )
        if self.device_type is None:
            return text
        index = "*" if self.device_index is None else self.device_index
        return f"{text}/device:{self.device_type}:{index}"

    def replace(self, **parts: Any) -> DeviceSpec:
        """A copy of this DeviceSpec with some of its fields replaced."""
        return type(self)(**{**self._as_dict(), **parts})

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """This DeviceSpec, overridden by the parts that ``dev`` specifies."""
        given = dev._as_dict().items()
        known = {name: each for name, each in given if each is not None}
        return type(self)(**{**self._as_dict(), **known})

    def _as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _PARTS}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self._as_dict() == other._as_dict()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={each}" for name, each in self._as_dict().items())
        return f"<DeviceSpec({parts})>"


def _type_name(device_type: str | None) -> str | None:
    if device_type in ("cpu", "gpu"):
        return device_type.upper()
    return device_type


def _is_device_type(text: str) -> bool:
    return text.upper() in ("CPU", "GPU", "TPU", "XLA_CPU", "XLA_GPU")


def _field(part: str, text: str, spec: str) -> Any:
    if text == "*":
        return None
    return text if part == "job" else _number(part, text, spec)


def _number(part: str, text: str, spec: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(
            f"{part} is a number, not {text!r}, in the device spec: '{spec}'."
        ) from None


@contextmanager
def device(device_name: Any) -> Iterator[None]:
    """A context manager that requests a device for the ops created inside.

    There is only the CPU, as one logical device or as several (see
    `tf.config.set_logical_device_configuration`); a device that is missing is replaced
    by the first. Nodes of graphs keep the requested name. None requests no device.

    >>> with tf.device("GPU:0"):
    ...     print(tf.constant(1.0).device)
    /job:localhost/replica:0/task:0/device:CPU:0

    Raises:
      ValueError: for an invalid device name.
      InvalidArgumentError: eager; for a device of another job.
      RuntimeError: for a function.
    """
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions.")
    spec = _spec(device_name)
    trace = current_trace()
    if trace is None:
        if spec is not None and spec.job not in (None, "localhost"):
            raise InvalidArgumentError(
                None, None, f"{spec.to_string()} unknown device."
            )
        with entered(_ambient_at(spec)):
            yield
        return
    defaults = trace.defaults
    before = defaults.device, defaults.choose_device
    if spec is None:
        defaults.device, defaults.choose_device = "", None
    else:
        defaults.device = _merged(defaults.device, spec)
    try:
        yield
    finally:
        defaults.device, defaults.choose_device = before


@contextmanager
def earlier_device(device_name_or_function: Any) -> Iterator[None]:
    """`tf.device` of TensorFlow 1, which in graphs takes a function of an operation.

    The function returns a device name or a DeviceSpec; the operation's ``device`` is
    what the scopes inside have requested. Names of the scopes around are merged in.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.device(lambda op: f"/job:{op.type.lower()}"):
    ...         print(tf.constant(1.0).device)
    /job:const

    Raises:
      RuntimeError: for a function while ops run eagerly.
      TypeError: when an operation is made and the function returns something else.
      ValueError: for an invalid device name.
    """
    trace = current_trace()
    if not callable(device_name_or_function):
        with device(device_name_or_function):
            yield
        return
    if trace is None:
        raise RuntimeError(
            "tf.device does not support functions when eager execution is enabled."
        )
    defaults = trace.defaults
    before = defaults.device, defaults.choose_device
    choose = _chosen(trace, device_name_or_function, *before)
    defaults.device, defaults.choose_device = "", choose
    try:
        yield
    finally:
        defaults.device, defaults.choose_device = before


def _chosen(
    trace: Any,
    function: Callable[[Any], Any],
    outside: str,
    further: Callable[[Any], str] | None,
) -> Callable[[Any], str]:
    """The device of a node in the scope of a function, in the scopes around it."""

    def choose(node: Any) -> str:
        found = function(trace.traced_graph.get_operation_by_name(node.name))
        if not isinstance(found, (str, DeviceSpec)):
            raise TypeError(f"Expected binary or unicode string, got {found!r}")
        spec = found if isinstance(found, DeviceSpec) else DeviceSpec.from_string(found)
        node.device = _merged(outside, spec)
        return node.device if further is None else further(node)

    return choose


def _ambient_at(spec: DeviceSpec | None) -> Ambient | None:
    """The current ambient, with the requested place as its only one."""
    ambient = CURRENT.get()
    if logical_device_count() == 1 and current_place() is None:
        return ambient
    tapes = () if ambient is None else ambient.tapes
    outside = current_place()
    rest = tuple(each for each in tapes if each is not outside)
    wanted = DeviceSpec.from_string(
        outside.device if outside else f"{TASK}/device:CPU:0"
    )
    if spec is not None:
        wanted = wanted.make_merged_spec(spec)
    index = 0 if spec is None else wanted.device_index or 0
    exists = wanted.device_type == "CPU" and index < logical_device_count()
    if index and exists:
        return Ambient(None, (*rest, Place(f"{TASK}/device:CPU:{index}")))
    return Ambient(None, rest) if rest else None


def _spec(device_name: Any) -> DeviceSpec | None:
    device_name = getattr(device_name, "name", device_name)  # of a logical device
    if device_name is None or isinstance(device_name, DeviceSpec):
        return device_name
    if not isinstance(device_name, str):
        raise ValueError(
            f"Expecting a string device name. Got {type(device_name)}({device_name})"
        )
    return DeviceSpec.from_string(device_name)


def _merged(outside: str, spec: DeviceSpec) -> str:
    return DeviceSpec.from_string(outside).make_merged_spec(spec).to_string()
