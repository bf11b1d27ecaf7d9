"""Python's control flow inside `jax.jit`."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp

import autograph
from autograph.errors import StagingError, UndefinedVariableError
from autograph.stages.jax import jit
from tests.autograph.stages.jax_cases import CASES
from tests.program_strategies import Program, make_program

PAGE = Path(__file__).parents[3] / "docs" / "staging.md"
PROGRAMS = 60


def as_python(value: Any) -> Any:
    return jax.tree.map(
        lambda leaf: leaf.item() if hasattr(leaf, "item") else leaf, value
    )


@pytest.mark.parametrize("name", CASES)
def test_traced_is_what_python_gives(name):
    function, inputs = CASES[name]
    staged = jit(function)
    for arguments in inputs:
        assert as_python(staged(*arguments)) == as_python(function(*arguments))


@pytest.mark.parametrize("name", CASES)
def test_one_trace_serves_all_inputs(name):
    """The control flow is in the program: other values need no other trace."""
    function, inputs = CASES[name]
    traced = []

    def counted(*arguments):
        traced.append(arguments)
        return function(*arguments)

    staged = jit(counted)
    for arguments in inputs:
        staged(*arguments)
    assert len(traced) == 1


def test_loops_and_branches_are_those_of_lax():
    text = str(jax.make_jaxpr(jit(CASES["collatz"][0]))(3))
    assert "while[" in text
    assert "cond[" in text


def test_a_loop_over_an_array_has_a_gradient():
    def product(xs):
        result = 1.0
        for x in xs:
            if x > 0:
                result = result * x
        return result

    xs = jnp.array([2.0, -1.0, 3.0])
    assert jax.grad(jit(product))(xs).tolist() == [3.0, 0.0, 2.0]


def test_branches_can_be_mapped():
    function, _ = CASES["early_return"]
    found = jax.vmap(jit(function))(jnp.array([-2.0, 4.0]))
    assert found.tolist() == [1.0, 4.0]


def test_known_values_decide_in_python():
    """Under `grad` alone the value is there: no branch is recorded."""
    taken = []

    def relu(x):
        if x > 0:
            taken.append("first")
            return x
        taken.append("second")
        return 0.0 * x

    assert jax.grad(autograph.converted(relu))(3.0) == 1.0
    assert taken == ["first"]


def test_options_are_those_of_jax_jit():
    @jit(static_argnames="times")
    def repeated(x, times):
        for _ in range(times):
            x = x + 1 if x > 0 else x - 1
        return x

    assert repeated(1, times=3) == 4
    assert repeated.__name__ == "repeated"


def test_maximum_iterations_ends_a_loop():
    def count(n):
        i = 0
        while i < n:
            autograph.set_loop_options(maximum_iterations=3)
            i += 1
        return i

    assert [int(jit(count)(n)) for n in (2, 9)] == [2, 3]


def function_without_a_result(x):
    if x > 0:
        return x


def variable_of_one_branch(x):
    if x > 0:
        y = x
    return y


def list_in_a_loop(n):
    items = []
    for i in range(n):
        items.append(i)
    return items[0]


def raise_in_a_branch(x):
    if x > 0:
        raise ValueError("positive")
    return x


def dtype_of_branches(x):
    y = jnp.int32(1)
    if x > 0:
        y = jnp.float32(2)
    return y


def dtype_of_a_loop(n):
    x = jnp.int32(1)
    while x < n:
        x = x * 1.5
    return x


def shape_of_a_loop(n):
    x = jnp.zeros(2)
    while n > 0:
        x = jnp.concatenate([x, x])
        n -= 1
    return x


def truth_of_an_array(n):
    return 1 if jnp.zeros(3) + n > 0 else 2


def text_of_branches(x):
    name = "negative"
    if x > 0:
        name = "positive"
    return len(name)


REFUSED = {
    function_without_a_result: "on others it comes to its end",
    variable_of_one_branch: "'y' is used before assignment",
    list_in_a_loop: "items changes under control flow that is recorded once",
    raise_in_a_branch: "ValueError is raised under a condition",
    dtype_of_branches: r"'y' is float32\[\] in one branch and int32\[\] in the other",
    dtype_of_a_loop: r"'x' is int32\[\] before the loop, but float32\[\] after",
    shape_of_a_loop: r"'x' is float32\[2\] before the loop, but float32\[4\] after",
    truth_of_an_array: r"has shape \(3,\); use .any\(\) or .all\(\)",
    text_of_branches: "'name' cannot be one value: it is 'positive' in one branch",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda each: each.__name__)
def test_what_jax_cannot_record_is_refused_with_the_line(function):
    kinds = StagingError, UndefinedVariableError
    with pytest.raises(kinds, match=f"(?s){REFUSED[function]}") as caught:
        jit(function)(3)
    text = str(caught.value)
    assert text.startswith("in user code:")
    assert f'{Path(__file__).name}", line' in text
    assert "site-packages" not in text


def load(program: Program, path: Path) -> Any:
    path.write_text(program.text)
    module = ModuleType("generated_program")
    module.span = range  # type: ignore[attr-defined]
    exec(compile(program.text, str(path), "exec"), vars(module))
    return module.program


def outcome(function: Any, a: int, b: int, values: Any) -> Any:
    try:
        return as_python(function(a, b, values))
    except UnboundLocalError:
        return "no value"


@pytest.mark.parametrize("chunk", range(4))
def test_random_programs_agree(chunk, tmp_path):
    numbers = range(chunk * PROGRAMS // 4, (chunk + 1) * PROGRAMS // 4)
    texts = (make_program(Random(number)) for number in numbers)
    for program in (each for each in texts if "raise" not in each.text):
        function = load(program, tmp_path / "program.py")
        expected = [outcome(function, a, b, list(v)) for a, b, v in program.inputs]
        staged = jit(function)
        arrays = [(a, b, jnp.array(v)) for a, b, v in program.inputs]
        assert [outcome(staged, *each) for each in arrays] == expected, program.text


def test_the_example_of_the_page_runs(tmp_path):
    (code,) = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    path = tmp_path / "page.py"
    path.write_text(code)
    exec(compile(code, str(path), "exec"), {"__name__": "page"})
