"""An ONNX node as the rules see it, and the registry of the rules that read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from graphir import dtypes
from graphir.dtypes import DType
from graphir.onnx.contract.elements import dtype_of
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.registry import Registry
from graphir.onnx.contract.terms import Term, Terms, Writer


class Walk(Protocol):
    """The walk through a model, as far as the rules of control flow need it."""

    def captured(self, graphs: Sequence[Any]) -> list[str]:
        """The names that subgraphs read from around them."""

    def lookup(self, name: str) -> Any:
        """The term for the value of a name in the model."""

    def inside(self, build: Writer, graph: Any, names: dict[str, Any]) -> list[Any]:
        """The results of a subgraph, written into the graph of a builder."""


class TermList(list[Any]):
    """An ONNX sequence of known length."""


Rule = Callable[["Call"], Any]

READING: Final[Registry[tuple[str, str], Rule]] = Registry("rules for the ONNX op")
"""Domain and op -> the rule that writes it in ours; filled by ``reads``."""

ML: Final = "ai.onnx.ml"


def reads(op: str, domain: str = "") -> Callable[[Rule], Rule]:
    """Registers a rule for an ONNX op."""
    return READING.of((domain, op))


class Call(Terms):
    """One ONNX node: its attributes, its arguments as terms."""

    def __init__(
        self,
        build: Writer,
        node: Any,
        inputs: Sequence[Any],
        version: int,
        walk: Walk,
    ) -> None:
        super().__init__(build)
        self.node = node
        self.inputs = list(inputs)
        self.version = version
        """The version of the op set that the model is written in."""
        self.walk = walk
        self._attrs = {each.name: each for each in node.attribute}

    def __len__(self) -> int:
        return len(self.inputs)

    def __getitem__(self, index: int) -> Term:
        found: Term | None = self.maybe(index)
        if found is None:
            raise UnsupportedOpError(f"{self.node.op_type} lacks argument {index}.")
        return found

    def maybe(self, index: int) -> Any:
        """An optional argument; None if it is left out."""
        return self.inputs[index] if index < len(self.inputs) else None

    def has(self, name: str) -> bool:
        """Whether the node has the attribute."""
        return name in self._attrs

    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute's value; texts as ``str``."""
        found = self._attrs.get(name)
        if found is None:
            return default
        value = onnx_package().helper.get_attribute_value(found)
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, (list, tuple)) or hasattr(value, "append"):
            return [v.decode() if isinstance(v, bytes) else v for v in value]
        return value

    def dtype_attr(self, name: str, default: DType = dtypes.float32) -> DType:
        """An attribute that names an element type."""
        number = self.attr(name)
        return default if not number else dtype_of(number)

    @property
    def outputs(self) -> list[str]:
        """The names of the results; empty for an unused one."""
        return list(self.node.output)

    def wants(self, index: int) -> bool:
        """Whether the model uses the result ``index``."""
        return index < len(self.node.output) and bool(self.node.output[index])

    def ints(self, index: int, what: str) -> list[int]:
        """An argument that must be known before the graph runs.

        Raises:
          UnsupportedOpError: if it is not.
        """
        found = self[index].static
        if found is None:
            raise UnsupportedOpError(f"{what} must be constant.")
        return [int(each) for each in found.ravel().tolist()]

    def refuse(self, why: str) -> UnsupportedOpError:
        """The error to raise for a use that has no counterpart."""
        return UnsupportedOpError(why)

    def axes_of(self, name: str, index: int, since: int) -> list[int] | Term | None:
        """Axes: an argument since a version, before an attribute; None if left out."""
        if self.version < since:
            found = self.attr(name)
            return None if found is None else [int(each) for each in found]
        given = self.maybe(index)
        if given is None:
            return None
        known = given.static
        return given if known is None else [int(each) for each in known.ravel()]
