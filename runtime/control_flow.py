"""tf.cond, tf.case, tf.switch_case, tf.while_loop; tf.group, tf.no_op, tf.Assert."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_op
from runtime.branches import build_case, build_cond
from runtime.context import current_trace, name_scope
from runtime.conversion import convert_to_tensor
from runtime.graphs import control_dependencies
from runtime.loops import Loop, build_while
from runtime.structure import flatten, is_nested, map_structure, pack
from runtime.symbolic_tensor import SymbolicTensor
from runtime.tensor import EagerTensor, Tensor

Branch = Callable[[], Any]


def cond(
    pred: Any,
    true_fn: Branch | None = None,
    false_fn: Branch | None = None,
    name: str | None = None,
) -> Any:
    """What one of two functions returns, by a bool scalar known when the graph runs.

    While tracing both are recorded; they must return the same structure and dtypes.

    >>> x = tf.constant(3)
    >>> tf.cond(x > 2, lambda: x * 2, lambda: x)
    <tf.Tensor: shape=(), dtype=int32, numpy=6>

    Raises:
      TypeError: if ``pred`` is a Python bool, a function is none, or they disagree.
    """
    for label, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"{label} must be callable, not {function!r}.")
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    assert true_fn is not None
    assert false_fn is not None
    trace = current_trace()
    if trace is None:
        taken = true_fn if bool(convert_to_tensor(pred)) else false_fn
        return _unpacked(taken())
    with name_scope(name or "cond") as scope:
        inside = trace.capture(convert_to_tensor(pred, name="pred"), "pred")
        return _unpacked(build_cond(inside, true_fn, false_fn, scope))


def _unpacked(result: Any) -> Any:
    if isinstance(result, (list, tuple)) and len(result) == 1 and type(result) is list:
        return result[0]
    return result


def switch_case(
    branch_index: Any,
    branch_fns: Any,
    default: Branch | None = None,
    name: str = "switch_case",
) -> Any:
    """What the function of that index returns; one out of range means the default.

    ``branch_fns`` is a list of functions, or of pairs of index and function, or a
    dict. Without ``default`` the function of the highest index is it.

    >>> tf.switch_case(tf.constant(1), [lambda: 10, lambda: 20])
    20

    Raises:
      TypeError: if ``branch_index`` is no int32 tensor or a branch no function.
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
            position = int(index)  # type: ignore[call-overload]
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
        pairs = sorted(branch_fns, key=lambda pair: pair[0])
    if not pairs:
        raise ValueError("Must provide at least one item in branch_fns.")
    if [index for index, _ in pairs] != list(range(len(pairs))):
        raise ValueError(
            f"branch indices must form contiguous range of [0 to {len(pairs)}) "
            f"but found {{{','.join(str(index) for index, _ in pairs)}}}"
        )
    for _, function in pairs:
        if not callable(function):
            raise TypeError(f"branch_fns must be callable, not {function!r}.")
    return [function for _, function in pairs]


def case(
    pred_fn_pairs: Any,
    default: Branch | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function beside the first true predicate returns, else the default.

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
        if exclusive:
            _require_at_most_one([pred for pred, _ in pairs])
        if default is None:
            default = _last_resort(pairs)
        chosen = default
        for pred, function in reversed(pairs[1:]):
            chosen = _either(pred, function, chosen)
        pred, function = pairs[0]
        return cond(pred, function, chosen, name="cond")


def _either(pred: Any, function: Branch, otherwise: Branch) -> Branch:
    return lambda: cond(pred, function, otherwise, name="cond")


def _checked_pairs(pairs: Any) -> list[tuple[Any, Branch]]:
    if isinstance(pairs, Mapping):
        pairs = list(pairs.items())
    if not isinstance(pairs, (list, tuple)) or not pairs:
        raise TypeError("pred_fn_pairs must be a non-empty list, tuple or dict.")
    checked = []
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(f"Each entry must be a pair, not {pair!r}.")
        pred, function = pair
        pred = pred.deref() if hasattr(pred, "deref") else pred
        if getattr(pred, "dtype", None) is not dtypes.bool_ or not callable(function):
            raise TypeError(f"{pair!r} is not a pair of a bool tensor and a function.")
        checked.append((pred, function))
    return checked


def _last_resort(pairs: list[tuple[Any, Branch]]) -> Branch:
    predicates = [pred for pred, _ in pairs]
    _, last = pairs[-1]

    def run_last() -> Any:
        any_holds = apply_op("Any", [predicates, 0], {"keep_dims": False})
        message = "None of the conditions evaluated as True. Conditions:"
        Assert(any_holds, [message, *predicates])
        return last()

    return run_last


def _require_at_most_one(predicates: list[Any]) -> None:
    counts = [
        apply_op("Cast", [each], {"DstT": dtypes.int32, "Truncate": False})
        for each in predicates
    ]
    total = counts[0]
    for each in counts[1:]:
        total = total + each
    message = "Input error: exclusive=True: more than 1 conditions evaluated as True."
    Assert(total <= 1, [message, *predicates])


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Applies ``body`` to the loop variables as long as ``cond`` of them holds.

    Variables may nest; dtypes and shapes stay the same unless ``shape_invariants``
    says which dimensions may change.

    >>> tf.while_loop(lambda i: i < 10, lambda i: (i + 4,), [0])
    [<tf.Tensor: shape=(), dtype=int32, numpy=12>]

    Raises:
      TypeError: if a function is none, or a variable changes its dtype.
      ValueError: if there are no variables, or one changes its shape.
    """
    for label, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise TypeError(f"'{label}' must be callable, not {function!r}.")
    is_single = not isinstance(loop_vars, (list, tuple))
    variables = [loop_vars] if is_single else list(loop_vars)
    if not variables:
        raise ValueError("'loop_vars' must be provided.")
    variables = map_structure(lambda x: convert_to_tensor(x), variables)
    trace = current_trace()
    if trace is None:
        result = _run_loop(cond, body, variables, maximum_iterations)
    else:
        loop = Loop(
            lambda tensors: cond(*pack(variables, tensors)),
            lambda tensors: _flat_body(body, variables, tensors),
            flatten(variables),
            [f"loop_vars[{i}]" for i, _ in enumerate(flatten(variables))],
            _invariants(variables, shape_invariants, is_single),
            maximum_iterations,
            parallel_iterations,
        )
        result = pack(variables, build_while(loop, trace, name or "while"))
    if is_single:
        return result[0]
    return type(loop_vars)(result) if type(loop_vars) in (list, tuple) else result


def _flat_body(
    body: Callable[..., Any], variables: list[Any], tensors: Sequence[Tensor]
) -> list[Any]:
    return flatten(_as_variables(body(*pack(variables, tensors)), variables))


def _as_variables(result: Any, variables: list[Any]) -> list[Any]:
    values = list(result) if _is_sequence_of(result, variables) else [result]
    if len(flatten(values)) != len(flatten(variables)):
        raise ValueError(
            f"The body of a loop returned {len(flatten(values))} values for "
            f"{len(flatten(variables))} loop variables."
        )
    return values


def _is_sequence_of(result: Any, variables: list[Any]) -> bool:
    if not isinstance(result, (list, tuple)):
        return False
    holds_one = len(variables) == 1 and is_nested(variables[0])
    return len(result) == 1 or not holds_one


def _invariants(variables: list[Any], given: Any, is_single: bool) -> list[Shape]:
    shapes = [tensor.shape for tensor in flatten(variables)]
    if given is None:
        return shapes
    told = flatten([given] if is_single else list(given))
    if len(told) != len(shapes):
        raise ValueError(
            f"shape_invariants has {len(told)} entries for {len(shapes)} variables."
        )
    for shape, invariant in zip(shapes, map(_shape_of, told)):
        if not shape.is_subtype_of(invariant):
            raise ValueError(
                f"The shape invariant {invariant} does not allow the initial shape "
                f"{shape}."
            )
    return [_shape_of(each) for each in told]


def _shape_of(invariant: Any) -> Shape:
    return as_shape(getattr(invariant, "shape", invariant))


def _run_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    variables: list[Any],
    maximum_iterations: Any,
) -> list[Any]:
    limit = None if maximum_iterations is None else int(maximum_iterations)
    count = 0
    while (limit is None or count < limit) and cond(*variables):
        values = _as_variables(body(*variables), variables)
        variables = pack(variables, [convert_to_tensor(x) for x in flatten(values)])
        count += 1
    return variables


def no_op(name: str | None = None) -> Any:
    """Does nothing; in a graph, an operation that carries control edges.

    >>> tf.no_op()
    """
    return apply_op("NoOp", [], None, name)


def group(*inputs: Any, name: str | None = None) -> Any:
    """An operation that runs after all the given ones; None when eager.

    >>> tf.group(tf.constant(1), tf.constant(2))
    """
    if current_trace() is None:
        return None
    with control_dependencies(
        [each for each in flatten(list(inputs)) if each is not None]
    ):
        return apply_op("NoOp", [], None, name or "group_deps")


def Assert(
    condition: Any,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails with the data unless the condition holds.

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
                f"Expected '{condition}' to be true. Summarized data: {text}"
            )
        return None
    with name_scope(name or "Assert"):
        tensors = [convert_to_tensor(each) for each in data]
        pred = trace.capture(convert_to_tensor(condition, dtypes.bool_), "condition")
        with name_scope("AssertGuard") as scope:
            guarded = build_cond(
                pred,
                no_op,
                lambda: apply_op("Assert", [pred, tensors], {"summarize": shown}),
                scope,
            )
    return guarded.op if isinstance(guarded, SymbolicTensor) else guarded


def _shown(value: Any, summarize: int) -> str:
    tensor = convert_to_tensor(value)
    assert isinstance(tensor, EagerTensor)
    return str(tensor.numpy())
