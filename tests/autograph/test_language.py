"""`docs/language.md` is what the constructs in `language_cases` do."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph
import runtime as tf
from autograph.operators import remaining_items
from tests.autograph import (
    language_class_cases,
    language_exception_cases,
    language_iterator_cases,
    language_object_cases,
    language_text_cases,
)
from tests.autograph.language_cases import ROWS, Row

DOCUMENT = Path(__file__).parents[2] / "docs" / "language.md"
HEAD = """\
# The language: Python constructs in converted code

Each row is a function in `tests/autograph/language_cases.py`, or beside it in
`language_object_cases.py`, `language_class_cases.py`, `language_exception_cases.py`,
`language_iterator_cases.py` and `language_text_cases.py`. It runs on plain Python
values, converted on the same values, and staged: as a `tf.function` on tensors. The
table is written by `tests/autograph/test_language.py`, which fails when it is not true;
`pytest tests/autograph/test_language.py --update-goldens` writes it anew.

*staged?* says which control flow the graph has, or how the construct is refused; every
refusal names the variable or the call, and the user's line. *equal to Python?* compares
results, or the exceptions raised. TensorFlow is 2.21.

## On plain values

Outside of `tf.function` and graphs, converted code is the user's own text, of which only
the calls are looked up: it is Python, exactly, in the user's frames. `make real` runs the
tests of packages so, and `tests/python_programs` makes random programs. Known
differences, with their reasons:

* `__init__` and `__new__` of a class, and functions that Python calls (as a key, by
  `map`, as a property or an operator) run unconverted there: a frame of ours would stand
  between them and their caller.
* A function without a call in it is the user's own there. A method that is put in the
  place of such a one, in its class or in an object, is called as it is until a recording
  begins: where it begins one itself, a tensor in its tests is refused with its line.
* The text of a `RecursionError` may go on "while calling a Python object".
* A recording that begins in mid-function, as by `with tf.Graph().as_default():`, is seen
  in the body of the `with`; a `break` or `continue` out of that body is not, and neither
  is a graph entered otherwise: a tensor in a test is then refused with its line.

While something is recorded, the form that `to_code` shows runs on plain values too, and
there frames of ours stand between two of the user's. Recursion comes to Python's depth all
the same (920 of 997 where each call stands in a loop), and ends in `RecursionError`: from
the sixteenth nested call on, `sys.getrecursionlimit()` is larger by those frames, until
the call is done. `warnings.warn`, `logging`,
`sys._getframe`, `inspect.currentframe`, `inspect.stack` and the functions of `traceback`
(`extract_stack`, `walk_tb`, `format_exc`, `TracebackException`, ...) do not count them, and
branches and loops have the name of their function. With `stack_info=True` the logger gets
a filter before all others for this call, which puts the user's stack into the record: an
overridden `makeRecord` or `handle` of the user's sees our frames still. Impossible is: `frame.f_back`,
`tb_frame` and `tb_next` that a program walks itself meet frames of ours, `f_lineno` of
a function's frame and `tb_lineno` of its traceback are the line of its outermost branch
or loop, and its `f_locals` have our names beside the user's, since Python's frames are
read-only, and no program can make or relink them (`inspect.stack()`, `sys._getframe(n)`
and `traceback.extract_tb` are right). An `UnboundLocalError` has our text after Python's;
nested functions carry a mark in `__dict__`, which says that calls need not convert them,
and have the operators as a free variable `ag__`, through which all that is generated
reaches them: the user's globals are left alone, so nothing else could hold it. Where
`f.__code__` gets code with other free variables, that is Python's `ValueError`. An object
with `__bool__` or `__len__` is asked as often as in Python, in tests and in values.
Generators, coroutines, functions
where a jump leaves a `finally`, and those where a branch or loop in an `except*` has a
bare `raise` (Python knows the group by its frames), have no staged form: they run as
Python has them, calls in them are staged, and a tensor that decides in them is refused
with its line; where a jump out of a `finally` swallows that, a warning names the jump.
A variable that has no value so far, read where a `break`, `continue` or `return` that a
tensor decides may leave out the read, is an error of the graph, when it is reached; a
lambda without parameters that reads a variable of the function before it has a value
raises `UnboundLocalError`, where Python raises its base `NameError`. In bodies of local
classes, `break`, `and`, `or` and comparisons stay Python's; TensorFlow's text differs
there, and is wrong. The name of an `except` clause that the function uses otherwise too
is a variable in the text, deleted in a `finally`, and what `del` deletes must have a
value: TensorFlow's text forgets both. `python -m tests.properties.test_python_programs
FROM TO [staged]` compares random programs in either form (the first 500 agree on Python
3.10, 3.12 and 3.13 too). The runs that were kept made 49,240 comparisons, on 3.10 to 3.13;
55 programs differed once, and agree now, in either form; of the 20,000 from 110,000 on, all run
on one version (3.11), none differs. And `AUTOGRAPH_CONVERT_TESTS=1 pytest tests/autograph
tests/programs` runs our own tests converted.

## Beside TensorFlow

Static errors of dtype, shape, structure and None in loops and branches have TensorFlow's
class (or a subclass of it) and begin with its text; ours go on with the lines that made
the values. With `Feature.BUILTIN_FUNCTIONS`, `print` of a tensor writes to `sys.stdout`
when the graph runs (`file=` takes that and `sys.stderr`; others are refused, since a
graph cannot write to them); `len`, `any` and `all` of a dataset are computed by the
graph. `to_graph` of such a function, called with eager tensors, is Python's own, and
prints what Python prints. 402 programs in `tests/autograph/reference`, which go over what
TensorFlow's public tests of AutoGraph try, are held against its recorded answers. They do
something else only where:

* Python's meaning can be recorded, and TensorFlow refuses it: `return` and `else` of
  loops over datasets, comparing the items of tensors (`max`, `any`, `sorted`, `zip`, ...),
  lists that grow, numbers as truth values, values that both branches have alike.
* a loop over a distributed dataset may `break`, and change shapes: it is a scan, as one
  over a dataset.
* None before a loop is refused, where TensorFlow takes it for no value: `if s is None:`
  in the body would be decided once, for all iterations.
* a loop variable after no iteration has no value, as in Python; TensorFlow makes it 0.
* a vector of one truth is none: `while` refuses it as `if` does.
* a branch that returns nothing is found when the graph runs, if none of its callers needs
  the value while tracing; so is a variable that an empty dataset leaves without one.
* `print` gives None; an unknown keyword of `print` is Python's TypeError.
* the error names the objects of both branches, where a graph would have to choose between
  two; and where the error says more, as what to write instead.

The text of `to_code` is TensorFlow's, but for these, which
`python -m tests.real.texts TENSORFLOW_PYTHON 1000` counts on functions of the standard
library (on Python 3.11: 750 of the 849 that TensorFlow converts to valid Python have the
same text, 85 differ by the first kind, 14 by the others):

* `x in y` is `ag__.in_(x, y)`, so that it can be staged.
* The variables that a statement carries: those that a generator expression or lambda
  reads belong to them while it can still run; those that are read after an exception
  left the statement; those declared `global`; and those that `:=` assigns. TensorFlow
  misses each of these, with a stale or missing value as the result.
* The order of names in `nonlocal`, and of `x = ag__.Undefined('x')`, is that of a set in
  TensorFlow, another in each process; here it is alphabetical.
* Where closing quotes stand left of the function's body, TensorFlow indents the whole
  text; here it begins at the margin.

## Beside diastatic-malt

`diastatic-malt` is TensorFlow's AutoGraph cut out of TensorFlow, for other libraries to plug
their own operators in, which here is what a [stage](staging.md) does. Its source archive has
no tests.
Version 2.15.3 on Python 3.11, on the 1,196 functions of ten modules of the standard library
(`python benchmarks/malt_texts.py PYTHON_WITH_MALT`, processor time):

| | here | diastatic-malt |
| --- | --- | --- |
| functions that are converted | 1,175 | 1,131 |
| texts among them that are no Python | 0 | 158 |
| lines of source in a second, by module | 4,220 to 7,175 | 198 to 581 |

The 21 that are refused here have a `yield`, for which there is no staged form.

## Construct by construct

| construct | TensorFlow | staged? | equal to Python? |
| --- | --- | --- | --- |
"""
MORE_CASES = (
    language_class_cases,
    language_exception_cases,
    language_iterator_cases,
    language_object_cases,
    language_text_cases,
)
CONTROL_FLOW = {"If", "StatelessIf", "While", "StatelessWhile", "Assert"}


def outcome(function: Callable[..., Any], argument: Any) -> Any:
    """The result as Python values, or the class of the exception."""
    try:
        result = function(argument)
    except Exception as error:
        return f"raises {type(error).__name__}"
    return as_python(result)


def as_python(result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return [as_python(each) for each in result]
    if isinstance(result, (tf.Tensor, np.ndarray, np.generic)):
        return as_python(np.asarray(result).tolist())
    return result.decode() if isinstance(result, bytes) else result


def staged_kind(row: Row, function: Any) -> str:
    """The control flow in the graph that the row makes."""
    concrete = function.get_concrete_function(tf.constant(row.inputs_of_calls()[0]))
    graph = concrete.graph.as_graph_def()
    nodes = [node.op for node in graph.node]
    nodes += [node.op for each in graph.library.function for node in each.node_def]
    found = sorted({op.removeprefix("Stateless") for op in nodes if op in CONTROL_FLOW})
    return ", ".join(found) or "no control flow"


def document_row(row: Row) -> str:
    """The row of the table."""
    staged = tf.function(row.function)
    inputs = row.inputs_of_calls()
    if row.refusal:
        pattern = re.compile(row.refusal, re.DOTALL)
        with pytest.raises(Exception, match=pattern) as caught:
            staged(tf.constant(inputs[0]))
        return f"refused: {told(caught.value)} | refused"
    expected = [outcome(row.function, each) for each in inputs]
    results = [outcome(staged, tf.constant(each)) for each in inputs]
    return f"{staged_kind(row, staged)} | {'yes' if results == expected else 'NO'}"


def told(error: BaseException) -> str:
    """The last line of the message, without what differs from place to place."""
    text = str(error).strip().splitlines()[-1].strip()
    text = re.sub(r"^\w+: ", "", text)
    text = re.sub(r"\S*language_\w*cases.py", "FILE", text)
    text = re.sub(r"<tf.Tensor [^>]*>", "a tensor", text)
    text = re.sub(r"the graph of '\w+'", "the graph", text)
    text = re.sub(r"line \d+", "line N", text).replace("|", "\\|")
    text = re.sub(r"within \d+ items", "within N items", text)
    first, *others = re.split(r"(?<=[a-z`])\. (?=[A-Z])", text)
    return first if not others else f"{first}. ... {others[-1].rstrip('.')}"


def test_document_is_true(golden: Callable[..., None]) -> None:
    lines = [
        f"| {row.construct} | {row.tensorflow} | {document_row(row)} |" for row in ROWS
    ]
    golden(DOCUMENT, HEAD + "\n".join(lines))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.function.__name__)
def test_converted_function_means_the_same(row: Row) -> None:
    converted = autograph.to_graph(row.function)
    for each in row.inputs_of_calls():
        assert outcome(converted, each) == outcome(row.function, each)


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if not row.refusal],
    ids=lambda row: row.function.__name__,
)
def test_staged_function_equals_python(row: Row) -> None:
    staged = tf.function(row.function)
    for each in row.inputs_of_calls():
        assert outcome(staged, tf.constant(each)) == outcome(row.function, each)


@pytest.fixture(autouse=True)
def _few_items_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless iterator is given up after 10,000 items: 15 seconds of tracing."""
    monkeypatch.setattr(remaining_items, "MOST_ITEMS", 100)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.refusal], ids=lambda row: row.function.__name__
)
def test_refusal_says_what_and_where(row: Row) -> None:
    given = tf.constant(row.inputs_of_calls()[0])
    with pytest.raises(Exception, match=re.compile(row.refusal, re.DOTALL)) as caught:
        tf.function(row.function)(given)
    assert re.search(r"language_\w*cases.py", str(caught.value))


def test_every_function_of_the_files_is_a_row() -> None:
    files = ("language_cases.py", *(Path(each.__file__).name for each in MORE_CASES))
    trees = [ast.parse((Path(__file__).parent / file).read_text()) for file in files]
    decorated = [
        node.name
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    assert decorated == [row.function.__name__ for row in ROWS]
