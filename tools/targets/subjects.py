"""Subjects of the optimizer's verbs: a graph with its feeds and its state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..failures import BAD_INPUT, Failure
from .arguments import Arguments, parse_arguments
from .datasets import dataset_in, graph_of_dataset
from .functions import function_in, is_graph_file, module_of
from .keras_files import is_keras_file, model_of
from .models import is_model, signature_of
from .tracing import graph_of, trace


@dataclass
class Subject:
    """A graph that may be changed, with its feeds and its state."""

    graph: Any
    """The ``graphir.Graph``."""
    target: str
    fixed: dict[str, Any] = field(default_factory=dict)
    """Input name -> its value: captures, and arguments given as values."""
    specs: dict[str, Any] = field(default_factory=dict)
    """Input name -> ``TensorSpec``, where it says more than the graph."""
    variables: tuple[Any, ...] = ()
    """The variables that a run may read and change."""
    function: Any = None
    """The Python function that was traced, if one was."""
    concrete: Any = None
    """What it was traced to."""
    owner: Any = None
    """What keeps its variables alive."""
    captures: Mapping[str, str] = field(default_factory=dict)
    """Input name -> the variable that it stands for, as the user's code names it."""
    passes: list[str] | None = None
    """The passes that it is rewritten by, where they are not those of all graphs."""

    @property
    def is_file(self) -> bool:
        """Whether the graph was read from a file."""
        return is_graph_file(self.target)

    @contextmanager
    def kept_state(self) -> Iterator[None]:
        """Inside, the graph may change its variables; afterwards they are as before."""
        before = [(each, each.numpy()) for each in self.variables]
        try:
            yield
        finally:
            for variable, value in before:
                variable.assign(value)


def subject_of(
    target: str,
    texts: list[str],
    fetches: list[str] | None = None,
    signature: str | None = None,
    allow: Sequence[str] = (),
) -> Subject:
    """The graph of a target as it was traced or read.

    Raises:
      Failure: if the target cannot be loaded, converted or traced.
    """
    from runtime.explorer.captured_names import captured_variables

    arguments = parse_arguments(texts)
    if is_graph_file(target):
        return _file_subject(target, arguments, fetches)
    if fetches:
        raise Failure("--fetch goes with a graph file.", BAD_INPUT)
    if is_model(target):
        if arguments.positional:
            text = "a signature's inputs have names: --arg NAME=VALUE."
            raise Failure(text, BAD_INPUT)
        made = signature_of(target, signature, allow)
        return _model_subject(target, *made, arguments)
    if is_keras_file(target):
        made = model_of(target, arguments, signature, allow)
        return _model_subject(target, *made, Arguments((), {}))
    if signature is not None:
        raise Failure("--signature goes with a SavedModel.", BAD_INPUT)
    module = module_of(target)  # once: what it does when it is imported may last
    dataset = dataset_in(module, target)
    if dataset is not None:
        graph, fixed, passes = graph_of_dataset(dataset)
        return Subject(graph, target, fixed, passes=passes, owner=dataset)
    traced = trace(function_in(module, target), arguments)
    concrete = traced.concrete
    subject = Subject(
        concrete.graph.ir.copy(),
        target,
        variables=concrete.variables,
        function=traced.python_function,
        concrete=concrete,
        captures=captured_variables(traced.call, concrete),
    )
    captures = concrete.captured_inputs
    names = [value.node.name for value in subject.graph.inputs]
    given = names[: len(names) - len(captures)]
    subject.fixed = dict(zip(names[len(given) :], concrete.captured_arrays))
    subject.fixed.update(_values_given(given, arguments))
    return subject


def _model_subject(
    target: str, owner: Any, concrete: Any, arguments: Arguments
) -> Subject:
    from runtime.explorer.captured_names import captured_variables

    subject = Subject(
        concrete.graph.ir.copy(),
        target,
        variables=concrete.variables,
        concrete=concrete,
        owner=owner,
        captures=captured_variables(owner, concrete),
    )
    _fix_inputs(subject, arguments)
    inputs = [value.node.name for value in subject.graph.inputs]
    captured = inputs[len(inputs) - len(concrete.captured_inputs) :]
    subject.fixed.update(zip(captured, concrete.captured_arrays))
    return subject


def _values_given(names: list[str], arguments: Arguments) -> dict[str, Any]:
    """The values of tensors among the arguments, where each is one input."""
    values = [*arguments.positional, *arguments.named.values()]
    tensors = [each for each in values if hasattr(each, "dtype")]
    if len(tensors) != len(names):
        return {}
    order = [each for each in arguments.positional if hasattr(each, "dtype")]
    found = dict(zip(names, order))
    found.update(
        {
            name: value
            for name, value in arguments.named.items()
            if name in names and hasattr(value, "dtype")
        }
    )
    return {
        name: value.numpy() for name, value in found.items() if hasattr(value, "numpy")
    }


def _file_subject(
    target: str, arguments: Arguments, fetches: list[str] | None
) -> Subject:
    if arguments.positional:
        raise Failure("a graph's inputs have names: --arg NAME=VALUE.", BAD_INPUT)
    subject = Subject(graph_of(target, [], fetches=fetches), target)
    _fix_inputs(subject, arguments)
    return subject


def _fix_inputs(subject: Subject, arguments: Arguments) -> None:
    """Uses the arguments as values or specs of the named inputs."""
    known = {value.node.name: value for value in subject.graph.inputs}
    for name, given in arguments.named.items():
        key = name.removesuffix(":0")
        if key not in known:
            offered = ", ".join(known) or "none"
            raise Failure(
                f"--arg {name}=...: the graph has no such input; its inputs are: "
                f"{offered}.",
                BAD_INPUT,
            )
        if hasattr(given, "numpy"):
            subject.fixed[key] = given.numpy()
        elif hasattr(given, "dtype"):
            subject.specs[key] = given
        else:
            subject.fixed[key] = _as_input(given, known[key])


def _as_input(given: Any, value: Any) -> Any:
    import numpy as np

    try:
        return np.asarray(given, value.dtype.numpy_dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise Failure(f"--arg {value.name}={given!r}: {error}", BAD_INPUT) from error
