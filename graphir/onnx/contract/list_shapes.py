"""The shape of a list's elements, by what becomes of the list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from graphir import dtypes
from graphir.analysis.reachability import function_names
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.ops.contract.function_calls import callees, first_passed
from graphir.ops.state.tensor_lists import BlankList, OnList
from graphir.shapes import Shape


class ListShapes:
    """What a graph and its functions say of the elements of their lists."""

    def __init__(self, functions: FunctionLibrary) -> None:
        self._functions = functions
        self._elements: dict[Value, Shape | None] = {}
        self._sized: dict[Value, bool] = {}

    def element(self, made: Value) -> Shape | None:
        """The shape of the elements of a list that is made without any.

        It is what the list is made for, and what all uses of it say; None if they do
        not tell the rank.

        Raises:
          UnsupportedOpError: if elements are of different shapes.
        """
        if made not in self._elements:
            self._elements[made] = self._merged(made)
        return self._elements[made]

    def _merged(self, made: Value) -> Shape | None:
        asked = made.node.inputs[0].constant_value()
        found: Shape | None = None
        if asked is not None and asked.ndim:
            found = Shape([None if size < 0 else int(size) for size in asked])
        for each in _Walk(self._functions).shapes(made):
            if found is not None and not found.is_compatible_with(each):
                raise UnsupportedOpError(f"elements of the shapes {found} and {each}.")
            found = each if found is None else found.merge_with(each)
        return found

    def are_sized(self, value: Value) -> bool:
        """Whether a list has elements, or is known to be made for such of its sizes."""
        path = [value]
        while path[-1] not in self._sized:
            before = _source(path[-1])
            if before is None:
                self._sized[path[-1]] = self._is_sized_source(path[-1])
            else:
                path.append(before)
        found = self._sized[path[-1]]
        self._sized.update(dict.fromkeys(path, found))
        return found

    def _is_sized_source(self, made: Value) -> bool:
        declared = made.node.declaration
        if declared is None or not issubclass(declared, OnList):
            return False
        if not issubclass(declared, BlankList):
            return True
        shape = self.element(made)
        return shape is not None and shape.is_fully_defined()


def _source(value: Value) -> Value | None:
    """The list that one is made of by an op on lists or a copy."""
    declared = value.node.declaration
    if declared is None or not value.node.inputs:
        return None
    is_list = value.node.inputs[0].dtype is dtypes.variant
    is_made_of_it = issubclass(declared, OnList) or value.node.has_trait("alias")
    return value.node.inputs[0] if is_list and is_made_of_it else None


class _Walk:
    """The lists that hold the elements of one, through calls of functions."""

    def __init__(self, functions: FunctionLibrary) -> None:
        self._functions = functions
        self._seen: set[Value] = set()
        self._path: list[Value] = []
        self._given: defaultdict[Value, list[Value]] = defaultdict(list)
        """Results of functions that were entered -> the results of the calls."""

    def shapes(self, made: Value) -> Iterator[Shape]:
        """What each of the lists is told of an element."""
        self._path = [made]
        while self._path:
            value = self._path.pop()
            if value in self._seen:
                continue
            self._seen.add(value)
            self._path += self._given[value]
            if value.handle_data and value.handle_data[0][1].rank is not None:
                yield value.handle_data[0][1]
            for use in value.uses:
                if use.node.declaration is not None:
                    call = use.node.call()
                    if isinstance(call, OnList):
                        yield from call.element_shapes()
                self._follow(use.node, use.input_index)

    def _follow(self, node: Node, index: int) -> None:
        functions = callees(node.op)
        if not functions:
            self._path += [x for x in node.outputs if x.dtype is dtypes.variant]
            return
        place = index - first_passed(node.op)
        for callee in functions if place >= 0 else ():
            for name in function_names(node.attrs[callee.attr]):
                body = self._functions[name].body
                self._path.append(body.inputs[place])
                if callee.result_types:
                    again = body.inputs if node.has_trait("looping") else ()
                    self._lead_on(body.outputs, node.outputs)
                    self._lead_on(body.outputs, again)

    def _lead_on(
        self, results: list[Value], values: tuple[Value, ...] | list[Value]
    ) -> None:
        for result, value in zip(results, values):
            if result.dtype is dtypes.variant:
                self._given[result].append(value)
                if result in self._seen:
                    self._path.append(value)
