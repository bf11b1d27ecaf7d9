"""Variables whose values other processes hold: a storage that asks for everything."""

from __future__ import annotations

import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from weakref import finalize

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.ops.contract.declaration import Op
from graphir.shapes import Shape
from runtime.distribute.transport.calls import Connection, ConnectionLostError
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays
from runtime.distribute.workers.membership import package_version
from runtime.errors import (
    FailedPreconditionError,
    UnavailableError,
    UnimplementedError,
)
from runtime.stateful_kernels.variables import VariableStorage
from runtime.variables.resource import ResourceVariable

_WAYS: Final[dict[np.ufunc, str]] = {np.add: "add", np.subtract: "subtract"}


def greeting() -> dict[str, str]:
    """What both ends of a connection must have alike."""
    return {"version": package_version(), "byteorder": sys.byteorder}


def greeted(address: str, name: str) -> Connection:
    """A connection to a server of the same version.

    Raises:
      ConnectionLostError: if it does not answer.
      FailedPreconditionError: if it has another version.
    """
    made = Connection(address, name)
    try:
        made.call("greet", b"", **greeting())
    except BaseException:
        made.close()
        raise
    return made


class ClosureRun:
    """One run of a closure on a worker; its changes of variables have numbers.

    A closure that runs again asks for the changes with the same numbers, of which a
    server makes each once.
    """

    def __init__(self, queue: str, closure: int, floor: int) -> None:
        self._queue, self._closure, self._floor = queue, closure, floor
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def next_change(self, variable: str) -> dict[str, Any]:
        """What identifies the next change of a variable."""
        with self._lock:
            self._counts[variable] += 1
            number = self._counts[variable]
        return {
            "queue": self._queue,
            "closure": self._closure,
            "change": f"{variable}:{number}",
            "floor": self._floor,
        }


class Home:
    """A server that holds variables, for a client; connected with the first call."""

    def __init__(self, name: str, address: str, session: str) -> None:
        self.name, self.address, self.session = name, address, session
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_closed = False
        self._left: deque[str] = deque()

    def call(self, method: str, arrays: Sequence[Any] = (), **body: Any) -> list[Any]:
        """Calls the server, with arrays; returns the arrays of its answer.

        Raises:
          UnavailableError: if the server is gone.
          FailedPreconditionError: if it has another version, or began anew since; or
            if this client is closed.
          OpError: the error of the call.
        """
        signed, data = packed_arrays(arrays)
        try:
            found, payload = self._connected().call(
                method, data, session=self.session, arrays=signed, **body
            )
        except ConnectionLostError as error:
            raise UnavailableError(
                f"{error} Its variables are lost if its process ended: start it "
                "again, and the program from its last checkpoint."
            ) from error
        return unpacked_arrays(found.get("arrays", ()), payload)

    def _connected(self) -> Connection:
        with self._lock:
            if self._is_closed:
                raise FailedPreconditionError(f"The client of {self.name} is closed.")
            if self._connection is None or self._connection.is_left:
                self._connection = greeted(self.address, self.name)
            return self._connection

    def leave(self, key: str) -> None:
        """Notes that a variable is not used any more; told with the next one made."""
        # called by the garbage collector, so in the middle of anything
        self._left.append(key)

    def take_left(self) -> list[str]:
        """The variables that are not used any more."""
        # one after the other: the garbage collector may add one meanwhile
        return [self._left.popleft() for _ in range(len(self._left))]

    def close(self) -> None:
        """Closes the connection, for good: later calls are refused."""
        with self._lock:
            self._is_closed = True
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class RemoteStorage(VariableStorage):
    """The storage of a variable that a server holds; nothing of its value is kept."""

    __slots__ = ("home", "key", "run")

    def __init__(
        self,
        home: Home,
        key: str,
        dtype: DType,
        shape: Shape,
        name: str,
        run: ClosureRun | None = None,
    ) -> None:
        super().__init__(dtype, shape, name)
        self.home, self.key, self.run = home, key, run

    def _change(self) -> dict[str, Any]:
        return {} if self.run is None else self.run.next_change(self.key)

    def read(self) -> np.ndarray[Any, Any]:
        """The value now."""
        (found,) = self.home.call("read", variable=self.key)
        value: np.ndarray[Any, Any] = found
        return value

    def has_value(self) -> bool:
        """Whether a value was assigned."""
        return bool(self.home.call("has_value", variable=self.key)[0])

    def remove(self) -> None:
        """Takes the value away."""
        self.home.call("remove", variable=self.key, **self._change())

    def assign(self, value: np.ndarray[Any, Any]) -> None:
        """Replaces the value."""
        self.home.call("assign", [value], variable=self.key, **self._change())

    def update(self, function: np.ufunc, value: np.ndarray[Any, Any]) -> None:
        """Replaces the value by its sum or difference with another."""
        way = _WAYS[function]
        self.home.call("update", [value], variable=self.key, way=way, **self._change())

    def change(self, function: Callable[[Any], Any]) -> None:
        """Refused: a function of this process cannot be sent.

        Raises:
          UnimplementedError: always.
        """
        raise UnimplementedError(
            f"Variable {self.name!r} is held by {self.home.name}, which cannot call a "
            "function of this process."
        )

    def perform(
        self, op: type[Op], attrs: Mapping[str, Attr], inputs: Sequence[Any]
    ) -> Any:
        """Runs an op where the value is; gives its results.

        Raises:
          UnimplementedError: for variables of different servers.
        """
        from graphir.wire import messages
        from graphir.wire.attributes import fill_attr_map

        node = messages.get("NodeDef")(op=op.__name__)
        fill_attr_map(node.attr, attrs)
        places = [self._place(each, op) for each in inputs]
        arrays = [each for each in inputs if not isinstance(each, VariableStorage)]
        found = self.home.call(
            "perform",
            [node.SerializeToString(), *arrays],
            places=places,
            **self._change(),
        )
        if len(op.declared().outputs) == 1:
            return found[0]
        return tuple(found) or None

    def _place(self, value: Any, op: type[Op]) -> str | None:
        """The name of a variable; None for an array."""
        if not isinstance(value, VariableStorage):
            return None
        if isinstance(value, RemoteStorage) and value.home.address == self.home.address:
            return value.key
        raise UnimplementedError(
            f"{op.__name__} needs the variables {self.name!r} and {value.name!r} in "
            "one process: make the second under "
            "`strategy.extended.colocate_vars_with(first)`."
        )

    def description(self) -> dict[str, Any]:
        """Where it is, for a worker."""
        sizes = self.variable_shape.sizes
        return {
            "variable": self.key,
            "home": [self.home.name, self.home.address],
            "dtype": self.dtype.name,
            "shape": None if sizes is None else list(sizes),
            "name": self.name,
        }


class RemoteVariable(ResourceVariable):
    """A variable that a parameter server holds."""

    def __init__(self, home: Home, **options: Any) -> None:
        self._home = home
        super().__init__(**options)

    def _new_storage(self, dtype: DType, shape: Shape, name: str) -> VariableStorage:
        made = RemoteStorage(
            self._home, f"{id(self)}_{self.number}", dtype, shape, name
        )
        self._home.call(
            "make", left=self._home.take_left(), description=made.description()
        )
        finalize(made, self._home.leave, made.key)
        return made

    @property
    def device(self) -> str:
        """The server that holds the value."""
        return f"{self._home.name}/device:CPU:0"


__all__ = [
    "ClosureRun",
    "Home",
    "RemoteStorage",
    "RemoteVariable",
    "greeted",
    "greeting",
]
