"""The variables that a server holds for others, and the changes that it has made."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Final, TypeVar

import numpy as np

from graphir import dtypes
from graphir.ops.contract.registry import lookup
from graphir.shapes import Shape
from runtime.distribute.transport.calls import Answer, Handler
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays
from runtime.errors import AbortedError, FailedPreconditionError, NotFoundError
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.quiet import run_quietly

_WAYS: Final = {"add": np.add, "subtract": np.subtract}

_Result = TypeVar("_Result")
Call = Callable[[], Any]


class Ledger:
    """The changes that closures made; each is made once, whoever asks again.

    >>> ledger, made = Ledger(), []
    >>> body = {"closure": 3, "change": "v:1", "floor": 3}
    >>> for _ in range(2):
    ...     ledger.once(body, lambda: made.append(1))
    >>> made
    [1]
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._floor = 0
        self._made: dict[int, dict[str, Future[Any]]] = {}

    def once(self, body: Mapping[str, Any], change: Callable[[], _Result]) -> _Result:
        """Makes the change of a call, or gives the result that it had before.

        Raises:
          AbortedError: for a closure that has ended: its first worker, taken for lost,
            goes on.
          Exception: the error of the change.
        """
        if "closure" not in body:
            return change()  # not of a closure, which alone runs again
        number, name = int(body["closure"]), str(body["change"])
        with self._lock:
            self._raise_floor(int(body["floor"]))
            if number < self._floor:
                raise AbortedError(f"Closure {number} has ended on another worker.")
            changes = self._made.setdefault(number, {})
            found = changes.get(name)
            mine: Future[Any] | None = None
            if found is None:
                found = mine = changes[name] = Future()
        if mine is not None:
            _fulfil(mine, change)
        result: _Result = found.result()
        return result

    def _raise_floor(self, floor: int) -> None:
        """Forgets closures that have ended."""
        if floor > self._floor:
            self._floor = floor
            self._made = {
                number: each for number, each in self._made.items() if number >= floor
            }


def _fulfil(future: Future[Any], change: Call) -> None:
    try:
        future.set_result(change())
    except BaseException as error:
        future.set_exception(error)


class _Session:
    """What one program has put on the shelf."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.variables: dict[str, VariableStorage] = {}
        self.ledgers: dict[str, Ledger] = defaultdict(Ledger)
        """By the queues that number closures."""


class VariableShelf:
    """The handlers of calls on variables; one program uses them at a time."""

    def __init__(self) -> None:
        self._session = _Session("")

    def handlers(self) -> dict[str, Handler]:
        """The methods of the service."""
        return {
            "begin": self._begin,
            "make": self._make,
            "read": self._read,
            "has_value": self._has_value,
            "assign": self._assign,
            "update": self._update,
            "remove": self._remove,
            "perform": self._perform,
        }

    def _begin(self, body: dict[str, Any], payload: bytes) -> Answer:
        # a program that began anew has no use for what the former one left
        if self._session.name != body["session"]:
            self._session = _Session(str(body["session"]))
        return {}, b""

    def _of(self, body: Mapping[str, Any]) -> _Session:
        session = self._session
        if session.name != body.get("session"):
            raise FailedPreconditionError(
                "It holds no variables of this program: it was started again, or "
                "serves another program now. Restore the last checkpoint."
            )
        return session

    def _variable(self, body: Mapping[str, Any]) -> VariableStorage:
        return _found(self._of(body), str(body["variable"]))

    def _make(self, body: dict[str, Any], payload: bytes) -> Answer:
        told, variables = body["description"], self._of(body).variables
        for each in body["left"]:
            variables.pop(each, None)
        variables[told["variable"]] = VariableStorage(
            dtypes.as_dtype(told["dtype"]), Shape(told["shape"]), told["name"]
        )
        return {}, b""

    def _read(self, body: dict[str, Any], payload: bytes) -> Answer:
        return _answer([self._variable(body).read()])

    def _has_value(self, body: dict[str, Any], payload: bytes) -> Answer:
        return _answer([np.bool_(self._variable(body).has_value())])

    def _assign(self, body: dict[str, Any], payload: bytes) -> Answer:
        (value,) = unpacked_arrays(body["arrays"], payload)
        variable = self._variable(body)
        return self._change(body, lambda: variable.assign(value))

    def _update(self, body: dict[str, Any], payload: bytes) -> Answer:
        (value,) = unpacked_arrays(body["arrays"], payload)
        variable, way = self._variable(body), _WAYS[body["way"]]
        return self._change(body, lambda: run_quietly(variable.update, way, value))

    def _remove(self, body: dict[str, Any], payload: bytes) -> Answer:
        return self._change(body, self._variable(body).remove)

    def _perform(self, body: dict[str, Any], payload: bytes) -> Answer:
        from graphir.wire import messages
        from graphir.wire.attributes import read_attr_map

        session = self._of(body)
        text, *arrays = unpacked_arrays(body["arrays"], payload)
        node = messages.get("NodeDef").FromString(text.item())
        kernel = lookup(node.op).bind(read_attr_map(node.attr))
        given = iter(arrays)
        inputs = [
            next(given) if key is None else _found(session, key)
            for key in body["places"]
        ]
        return self._change(body, lambda: kernel(*inputs))

    def _change(self, body: Mapping[str, Any], change: Call) -> Answer:
        ledger = self._of(body).ledgers[str(body.get("queue"))]
        result = ledger.once(body, change)
        if result is None:
            return {}, b""
        return _answer(result if isinstance(result, (list, tuple)) else [result])


def _found(session: _Session, key: str) -> VariableStorage:
    found = session.variables.get(key)
    if found is None:
        raise NotFoundError(f"There is no variable {key!r} here.")
    return found


def _answer(arrays: Any) -> Answer:
    signed, data = packed_arrays(arrays)
    return {"arrays": signed}, data


__all__ = ["Ledger", "VariableShelf"]
