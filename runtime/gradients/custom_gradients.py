"""`custom_gradient`: a function with a user-defined gradient."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from itertools import count
from typing import Any, Final

from runtime.apply import apply_op, apply_single
from runtime.context import CURRENT, Ambient, enter_tape, entered, op_scope
from runtime.gradients.backward.rules import RULES_BY_NAME, Backward
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices, flatten_gradients
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor

_NUMBERS: Final = count(1)
_TAKES_KEYWORDS: Final = 0x08
_VARIABLES: Final = "variables"


def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Decorates a function that returns its result and a gradient function.

    The gradient function takes the gradients of the results and returns those of the
    arguments. If the function reads variables that are no arguments, it also takes
    ``variables=``, and returns a pair: gradients of arguments, and of these variables.
    In a graph, nodes refer to the rule by a name that is valid in this process only.

    >>> @tf.custom_gradient
    ... def bounded(x):
    ...     return x, lambda d: tf.clip_by_value(d, -1.0, 1.0)
    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = 10.0 * bounded(x)
    >>> float(tape.gradient(y, x))
    1.0

    Raises:
      TypeError: if the function does not return a pair of result and callable, or
        reads variables and the gradient function does not take ``variables``.
      ValueError: if the number of gradients differs from the number of arguments or
        variables; for keyword arguments in a graph.
    """
    if f is None:
        return custom_gradient

    return _WithGradient(f)


class _WithGradient:
    """A callable with a custom gradient; as a method it binds like a function."""

    def __init__(self, f: Callable[..., Any]) -> None:
        self._f = f
        update_wrapper(self, f)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _call(self._f, args, kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> _WithGradient:
        if instance is None:
            return self
        return _WithGradient(self._f.__get__(instance, owner))


class VariableWatcher:
    """A pseudo-tape that records which variables are read."""

    def __init__(self) -> None:
        self.variables: dict[int, Any] = {}

    def variable_accessed(self, variable: Any) -> None:
        """Notes a variable that can be trained."""
        if variable.trainable:
            self.variables[id(variable.handle)] = variable

    def record(self, *call: Any) -> None:
        """Ignores calls: the watcher records reads of variables only."""

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """Always False, since no call is recorded."""
        return False

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Ignores results, since no call is recorded."""


def _call(f: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    ambient = CURRENT.get()
    is_traced = ambient is not None and ambient.trace is not None
    if kwargs and is_traced:
        raise ValueError(
            "The custom_gradient decorator currently supports keywords arguments only "
            "when eager execution is enabled."
        )
    # in a graph the function gets tensors, otherwise what it was called with
    arguments = [_as_argument(each) for each in args] if is_traced else args
    watcher = VariableWatcher()
    with enter_tape(watcher):
        pair = f(*arguments, **kwargs)
    result, gradient = _checked_pair(f, pair)
    inputs = [convert_to_tensor(each) for each in flatten(arguments)]
    results = [convert_to_tensor(each) for each in flatten(result)]
    variables = _not_among(args, watcher.variables)
    _check_takes(gradient, variables)
    if ambient is None:
        return pack(result, results)
    for tape in ambient.tapes:
        for variable in variables:
            # f may have read them where that tape does not see it
            tape.variable_accessed(variable)
    backward = _checked(gradient, len(inputs), len(results), variables)
    if ambient.trace is None:
        read = [*inputs, *[each.handle for each in variables]]
        outputs = _recorded(ambient, read, results, backward)
    else:
        outputs = _named(ambient, inputs, variables, results, backward)
    return pack(result, outputs)


def _not_among(args: Sequence[Any], variables: dict[int, Any]) -> list[Any]:
    """The variables that were read and are no arguments, by the ids of handles."""
    handles = [getattr(each, "handle", None) for each in flatten(args)]
    given = {id(each) for each in handles}
    return [each for key, each in variables.items() if key not in given]


def _checked_pair(f: Callable[..., Any], pair: Any) -> tuple[Any, Any]:
    is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2
    if not is_pair or not callable(pair[1]):
        name = getattr(f, "__name__", repr(f))
        raise TypeError(
            f"The function {name!r} under tf.custom_gradient must return its result "
            f"and a gradient function, not {pair!r}."
        )
    return pair[0], pair[1]


def _as_argument(value: Any) -> Any:
    return pack(value, [convert_to_tensor(each) for each in flatten(value)])


def _check_takes(gradient: Callable[..., Any], variables: list[Any]) -> None:
    if not variables:
        return
    code = getattr(gradient, "__code__", None)
    if code is None:
        return  # a callable object: it will say what it misses
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if _VARIABLES not in names and not code.co_flags & _TAKES_KEYWORDS:
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', "
            f"since function uses variables: {variables}"
        )


def _recorded(
    ambient: Ambient, inputs: list[Any], results: list[Any], backward: Backward
) -> list[Any]:
    with entered(Ambient(None)):
        # copies, so that the tapes do not know them yet
        outputs = [_fresh(each) for each in results]
    for tape in ambient.tapes:
        if getattr(tape, "goes_forward", False):
            tape.record("IdentityN", results, {}, outputs)
        else:
            tape.record("custom_gradient", inputs, {}, outputs, backward)
    return outputs


def _fresh(tensor: Any) -> Tensor:
    return apply_single("Identity", [tensor])


def _named(
    ambient: Ambient,
    inputs: list[Any],
    variables: list[Any],
    results: list[Any],
    backward: Backward,
) -> list[Any]:
    """Results and arguments go through one node, which carries the rule's name.

    So do the values of variables: to their handles the gradients go from there.
    """
    trace = ambient.trace
    assert trace is not None
    name = next_rule_name()
    captured = [trace.capture(each) for each in inputs]
    count_of_results = len(results)

    def whole(d_outputs: Sequence[Any]) -> list[Any]:
        found = backward(d_outputs[:count_of_results])
        return [*[None] * count_of_results, *found]

    RULES_BY_NAME[name] = whole
    attrs = {"_gradient_op_type": name}
    with op_scope(None, "IdentityN") as scope:
        values = [convert_to_tensor(each) for each in variables]
        given = [*results, *captured, *values]
        outputs = apply_op("IdentityN", [given], attrs, scope)
    return list(outputs[:count_of_results])


def next_rule_name() -> bytes:
    """A name for a rule that no other has in this process."""
    return f"CustomGradient-{next(_NUMBERS)}".encode()


def _checked(
    gradient: Callable[..., Any],
    input_count: int,
    result_count: int,
    variables: list[Any],
) -> Backward:
    def backward(d_outputs: Sequence[Any]) -> list[Any]:
        given = d_outputs[:result_count]
        of_variables: list[Any] = []
        if variables:
            pair = gradient(*given, variables=variables)
            if not _is_pair_with_list(pair):
                raise TypeError(
                    "A @custom_gradient grad_fn of a function that uses variables "
                    "returns a pair, the gradients of its arguments and a list of "
                    f"those of the variables, not {pair!r}."
                )
            found, of_variables = pair[0], flatten_gradients(pair[1])
            if len(of_variables) != len(variables):
                raise ValueError(
                    "Must return gradient for each variable from @custom_gradient "
                    f"grad_fn: {len(of_variables)} for {len(variables)}."
                )
        else:
            found = gradient(*given)
        flat = flatten_gradients(found)
        if len(flat) != input_count:
            raise ValueError(
                f"custom_gradient function expected to return {input_count} gradients, "
                f"but returned {len(flat)} instead."
            )
        return [_as_gradient(each) for each in (*flat, *of_variables)]

    return backward


def _is_pair_with_list(pair: Any) -> bool:
    is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2
    return is_pair and isinstance(pair[1], (tuple, list))


def _as_gradient(value: Any) -> Any:
    if value is None or isinstance(value, IndexedSlices):
        return value
    return convert_to_tensor(value)
