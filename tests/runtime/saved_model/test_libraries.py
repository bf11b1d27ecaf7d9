"""Function libraries: fresh names, and the functions that a graph calls."""

from __future__ import annotations

from typing import Any

import runtime as tf
from graphir.attributes import FunctionRef
from runtime.saved_model.libraries import called_by, fresh_name, with_fresh_names


def library() -> Any:
    """The functions of a graph with a branch that calls another function."""
    inner = tf.function(lambda x: x * 3.0)

    @tf.function
    def outer(x: Any) -> Any:
        return inner(x) + 1.0 if tf.reduce_sum(x) > 0.0 else x

    return outer.get_concrete_function(tf.TensorSpec([2])).graph.ir


def references(functions: Any) -> set[str]:
    found = set()
    for each in functions.values():
        for node in each.body:
            found |= {v.name for v in node.attrs.values() if isinstance(v, FunctionRef)}
    return found


def test_a_name_gets_another_number() -> None:
    first, second = fresh_name("__inference_f_12"), fresh_name("__inference_f_12")
    assert first != second
    for each in (first, second):
        start, _, number = each.rpartition("_")
        assert start == "__inference_f"
        assert number.isdecimal()
    assert fresh_name("plain").startswith("plain_")
    assert fresh_name("_7").startswith("_7_")


def test_references_follow_the_new_names() -> None:
    graph = library()
    before = references(graph.functions)
    assert before  # the branch refers to the inner function
    found, names = with_fresh_names(graph.functions)
    assert set(names) == set(graph.functions)
    assert set(names.values()) == set(found)
    assert not set(found) & set(names)
    assert references(found) == {names[each] for each in before}
    assert all(each.body.functions is found for each in found.values())


def test_functions_that_are_ops_keep_their_names() -> None:
    graph = library()
    name = next(iter(graph.functions))
    # a node may have the name of a function for its op, as in earlier models
    for each in graph.functions.values():
        for node in each.body:
            if node.op in ("PartitionedCall", "StatefulPartitionedCall"):
                name = node.attrs["f"].name
                node.op = name
                del node.attrs["f"]
    _, names = with_fresh_names(graph.functions)
    assert names[name] == name
    assert sum(new == old for old, new in names.items()) == 1


def test_only_called_functions_are_kept_directly_or_not() -> None:
    graph = library()
    assert set(called_by(graph, graph.functions)) == set(graph.functions)
    plain = tf.function(lambda x: x + 1.0).get_concrete_function(tf.TensorSpec([]))
    assert not called_by(plain.graph.ir, graph.functions)
