"""Function and FunctionLibrary: named graphs that nodes call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, ValuesView
from typing import TYPE_CHECKING

from graphir.attributes import Attr
from graphir.errors import InvalidGraphError

if TYPE_CHECKING:
    from graphir.graph import Graph


class Function:
    """A named graph with named results.

    The arguments are the body's inputs (Placeholder nodes; the argument's name is
    the node's). Results have names of their own, one for each output of the body;
    ``control_outputs`` of the body run whether or not a result needs them.
    """

    __slots__ = ("attrs", "body", "control_output_names", "name", "output_names")

    def __init__(
        self,
        name: str,
        body: Graph,
        output_names: Sequence[str],
        attrs: Mapping[str, Attr] | None = None,
        control_output_names: Sequence[str] = (),
    ) -> None:
        if len(output_names) != len(body.outputs):
            raise InvalidGraphError(
                f"Function {name!r} names {len(output_names)} results for "
                f"{len(body.outputs)} outputs."
            )
        self.name = name
        self.body = body
        self.output_names = list(output_names)
        self.attrs: dict[str, Attr] = dict(attrs or {})
        self.control_output_names = list(control_output_names) or [
            node.name for node in body.control_outputs
        ]

    @property
    def input_names(self) -> list[str]:
        """The names of the arguments."""
        return [value.node.name for value in self.body.inputs]

    def copy(self, functions: FunctionLibrary) -> Function:
        """A copy whose body calls the functions of another library."""
        return Function(
            self.name,
            self.body.copy_sharing(functions),
            self.output_names,
            self.attrs,
            self.control_output_names,
        )

    def __repr__(self) -> str:
        return f"<Function @{self.name}: {len(self.body)} nodes>"


class FunctionLibrary:
    """Functions by name, in the order they were added.

    >>> "body" in FunctionLibrary()
    False
    """

    __slots__ = ("_functions", "gradients")

    def __init__(self) -> None:
        self._functions: dict[str, Function] = {}
        self.gradients: dict[str, str] = {}
        """Function name -> name of the function that computes its gradient."""

    def add(self, function: Function) -> None:
        """Adds a function; adding it again has no effect.

        Raises:
          InvalidGraphError: if another function has its name.
        """
        known = self._functions.setdefault(function.name, function)
        if known is not function:
            raise InvalidGraphError(f"There is a function {function.name!r} already.")

    def remove(self, name: str) -> None:
        """Removes a function; an unknown name has no effect."""
        self._functions.pop(name, None)

    def get(self, name: str) -> Function | None:
        """The function by its name, or None."""
        return self._functions.get(name)

    def __getitem__(self, name: str) -> Function:
        found = self._functions.get(name)
        if found is None:
            raise InvalidGraphError(f"The library has no function {name!r}.")
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def values(self) -> ValuesView[Function]:
        """The functions themselves."""
        return self._functions.values()

    def unique_name(self, base: str) -> str:
        """The name itself if it is free, else with the first free number."""
        if base not in self._functions:
            return base
        number = 1
        while f"{base}_{number}" in self._functions:
            number += 1
        return f"{base}_{number}"
