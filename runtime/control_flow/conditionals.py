"""`tf.cond`, `tf.case`, `tf.switch_case`; `tf.group`, `tf.Assert`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.context import name_scope
from runtime.control_flow.branches import build_case, build_cond
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import (
    flatten,
)
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import control_dependencies

Branch = Callable[[], Any]


def cond(
    pred: TensorLike,
    true_fn: Branch | None = None,
    false_fn: Branch | None = None,
    name: str | None = None,
) -> Any:
    """Calls one of two functions, selected by a bool scalar, and returns its results.

    While tracing both are recorded; they must return the same structure and dtypes.

    >>> x = tf.constant(3)
    >>> tf.cond(x > 2, lambda: x * 2, lambda: x)
    <tf.Tensor: shape=(), dtype=int32, numpy=6>

    Raises:
      TypeError: if ``pred`` is a Python bool while tracing, a function is none, or
        they disagree.
      InvalidArgumentError: if ``pred`` is known to be no scalar.
    """
    for label, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"'{label}' must be callable, not {function!r}.")
    assert true_fn is not None
    assert false_fn is not None
    trace = current_trace()
    if trace is not None and isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    if trace is None:
        taken = true_fn if bool(convert_to_tensor(pred)) else false_fn
        return taken()
    with name_scope(name or "cond") as scope:
        inside = trace.capture(convert_to_tensor(pred, name="pred"), "pred")
        if inside.shape.rank:
            raise InvalidArgumentError(
                None,
                None,
                "The predicate of tf.cond must be a scalar, but it has shape "
                f"{inside.shape.as_list()}: use tf.reduce_all, tf.reduce_any or "
                "tf.where.",
            )
        return build_cond(inside, true_fn, false_fn, scope)


def switch_case(
    branch_index: TensorLike,
    branch_fns: Any,
    default: Branch | None = None,
    name: str = "switch_case",
) -> Any:
    """Calls the branch at ``branch_index``, or the default for an index out of range.

    ``branch_fns`` is a list of functions, or of pairs of index and function, or a
    dict. Without ``default`` the function of the highest index is the default.

    >>> tf.switch_case(tf.constant(1), [lambda: 10, lambda: 20])
    20

    Raises:
      TypeError: if ``branch_index`` is no int32 tensor, or a branch is no function.
      ValueError: if the indices are not 0, 1, 2 and so on.
    """
    functions = _indexed(branch_fns)
    if default is not None:
        functions.append(default)
    with name_scope(name):
        index = convert_to_tensor(branch_index, name="branch_index")
        if index.dtype is not dtypes.int32:
            raise TypeError(f"branch_index must be an int32 tensor, not {index!r}.")
        trace = current_trace()
        if trace is None:
            position = int(index)
            is_inside = 0 <= position < len(functions)
            return functions[position if is_inside else -1]()
        inside = trace.capture(index, "branch_index")
        with name_scope("indexed_case") as scope:
            return build_case(inside, functions, scope)


def _indexed(branch_fns: Any) -> list[Branch]:
    if isinstance(branch_fns, Mapping):
        pairs = sorted(branch_fns.items())
    elif all(callable(each) for each in branch_fns):
        pairs = list(enumerate(branch_fns))
    else:
        pairs = sorted(map(_as_pair, branch_fns), key=lambda pair: pair[0])
    if not pairs:
        raise ValueError("Must provide at least one item in 'branch_fns'.")
    if [index for index, _ in pairs] != list(range(len(pairs))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(pairs)}) "
            f"but found {{{','.join(str(index) for index, _ in pairs)}}}"
        )
    for _, function in pairs:
        if not callable(function):
            raise TypeError(f"branch_fns must be callable, not {function!r}.")
    return [function for _, function in pairs]


def _as_pair(entry: Any) -> tuple[Any, Any]:
    if not isinstance(entry, (list, tuple)) or len(entry) != 2:
        raise TypeError(
            "Each entry in 'branch_fns' must be a function, or a 2-tuple of an index "
            f"and a function. Received {entry!r}."
        )
    return entry[0], entry[1]


def case(
    pred_fn_pairs: Any,
    default: Branch | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Calls the function of the first true predicate, or the default if all are false.

    >>> x = tf.constant(3)
    >>> tf.case([(x < 0, lambda: -1), (x > 0, lambda: 1)], default=lambda: 0)
    1

    Raises:
      TypeError: if a pair is not a bool tensor and a function.
      InvalidArgumentError: if none holds and there is no default, or, when
        ``exclusive``, if several hold.
    """
    pairs = _checked_pairs(pred_fn_pairs)
    with name_scope(name):
        # the last function takes the place of the default that is missing
        tested = pairs if default is not None else pairs[:-1]
        chosen = _last_resort(pairs) if default is None else default
        for pred, function in reversed(tested):
            chosen = _either(pred, function, chosen)
        if not exclusive:
            return chosen()
        checks = [_require_at_most(1, [pred for pred, _ in pairs], _EXCLUSIVE)]
        with control_dependencies([each for each in checks if each is not None]):
            return chosen()


def _either(pred: Any, function: Branch, otherwise: Branch) -> Branch:
    def choose() -> Any:
        result = cond(pred, function, otherwise, name="cond")
        is_one = isinstance(result, (list, tuple)) and len(result) == 1
        # tf.case alone, and only eagerly, takes a sequence of one apart
        return result[0] if is_one and current_trace() is None else result

    return choose


def _checked_pairs(pairs: Any) -> list[tuple[Any, Branch]]:
    if isinstance(pairs, Mapping):
        pairs = list(pairs.items())
    if not isinstance(pairs, (list, tuple)) or not pairs:
        raise TypeError("pred_fn_pairs must be a non-empty list, tuple or dict.")
    checked = []
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(
                "Each entry in 'pred_fn_pairs' must be a 2-tuple of a predicate and a "
                f"function. Received {pair!r}."
            )
        pred, function = pair
        pred = pred.deref() if hasattr(pred, "deref") else pred
        if getattr(pred, "dtype", None) is not dtypes.bool_ or not callable(function):
            raise TypeError(f"{pair!r} is not a pair of a bool tensor and a function.")
        checked.append((pred, function))
    return checked


_EXCLUSIVE: Final = "Input error: exclusive=True"
_UNREACHABLE: Final = (
    "Implementation error: selected default action #{} was called, but some of other "
    "predicates are True: "
)


def _last_resort(pairs: list[tuple[Any, Branch]]) -> Branch:
    """The last function where there is no default: its predicate must hold then."""
    pred, last = pairs[-1]
    others = [other for other, _ in pairs[:-1]]

    def run_last() -> Any:
        message = "Input error: None of conditions evaluated as True:"
        packed = _packed([*others, pred])
        problem = _UNREACHABLE.format(len(others))
        checks = [_require_at_most(0, others, problem)] if others else []
        checks.append(Assert(pred, [message, packed]))
        with control_dependencies([each for each in checks if each is not None]):
            return last()

    return run_last


def _require_at_most(limit: int, predicates: list[Any], problem: str) -> Any:
    packed = _packed(predicates)
    attrs = {"DstT": dtypes.int32, "Truncate": False}
    numbers = apply_op("Cast", [packed], attrs)
    axis = convert_to_tensor([0], name="Const")
    total = apply_op("Sum", [numbers, axis], None, "num_true_conds")
    most = convert_to_tensor(limit, name="n_true_conds")
    names = ", ".join(
        each.name if isinstance(each, SymbolicTensor) else "?" for each in predicates
    )
    text = f"{problem}: more than {limit} conditions ({names}) evaluated as True:"
    is_kept = apply_op("LessEqual", [total, most])
    return Assert(is_kept, [text, packed], summarize=len(predicates))


def _packed(predicates: list[Any]) -> Any:
    return apply_op("Pack", [predicates], {"axis": 0}, "preds_c")


def no_op(name: str | None = None) -> Any:
    """Does nothing; in a graph, adds an operation for control edges.

    >>> tf.no_op()
    """
    return apply_op("NoOp", [], None, name)


def group(*inputs: Any, name: str | None = None) -> Any:
    """An operation that runs after its inputs; None when eager.

    >>> tf.group(tf.constant(1), tf.constant(2))
    """
    if current_trace() is None:
        return None
    with control_dependencies(
        [each for each in flatten(list(inputs)) if each is not None]
    ):
        return apply_op("NoOp", [], None, name or "group_deps")


def Assert(
    condition: TensorLike,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Raises an error that shows ``data`` unless the condition is true.

    >>> tf.Assert(tf.constant(True), ["never shown"])

    Raises:
      InvalidArgumentError: if the condition is false; in a graph, when it runs.
    """
    shown = 3 if summarize is None else summarize
    trace = current_trace()
    if trace is None:
        if not bool(convert_to_tensor(condition, dtypes.bool_)):
            text = "\n".join(_shown(each, shown) for each in data)
            raise InvalidArgumentError(
                f"Expected '{condition!s}' to be true. Summarized data: {text}"
            )
        return None
    with name_scope(name or "Assert"):
        attrs = {"summarize": shown}
        dtypes_shown = {convert_to_tensor(each).dtype for each in data}
        if dtypes_shown <= {dtypes.string, dtypes.int32}:
            return apply_op("Assert", [condition, data], attrs)
        holds = convert_to_tensor(condition, dtypes.bool_)
        trace.capture(holds, "condition")
        with name_scope("AssertGuard") as scope:
            guarded = build_cond(
                holds,
                no_op,
                lambda: apply_op("Assert", [condition, data], attrs),
                scope,
            )
    return guarded.op if isinstance(guarded, SymbolicTensor) else guarded


def _shown(value: Any, summarize: int) -> str:
    tensor = convert_to_tensor(value)
    if not isinstance(tensor, EagerTensor):
        return str(tensor)  # a ragged or sparse one
    elements = np.ravel(tensor._array)
    shown = elements if summarize < 0 else elements[:summarize]
    texts = [str(element) for element in shown]
    return ", ".join(texts if len(texts) == elements.size else [*texts, "..."])
