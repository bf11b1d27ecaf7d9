"""Text that Python makes of tensors without values, and what the graph makes of it."""

from __future__ import annotations

import sys

import pytest

import runtime as tf


def text_of(function, *arguments):
    """What the staged function returns, as text."""
    return tf.function(function)(*map(tf.constant, arguments)).numpy().decode()


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("", 7),
        ("", -7),
        ("", True),
        ("", 0.5),
        ("5d", 7),
        ("05d", -7),
        (".2f", 2.0),
        (".3e", 1234.5),
        ("9.1f", 1.25),
        (".3g", 0.0001),
        (".2f", 3),
    ],
)
def test_value_is_written_as_python_writes_it(spec, value):
    def formatted(x):
        return f"<{x:{spec}}>"

    assert text_of(formatted, value) == formatted(value)


def test_string_tensors_are_written_without_quotes():
    assert text_of(lambda x: f"[{x}]", "abc") == "[abc]"


def test_tensors_with_axes_are_written_as_numpy_writes_them():
    assert text_of(lambda x: f"{x}", [1, 2, 3]) == "[1 2 3]"


@pytest.mark.parametrize("spec", ["%", ",", ">5", "x", "b"])
def test_unknown_format_is_refused(spec):
    def formatted(x):
        return f"{x:{spec}}"

    with pytest.raises(TypeError, match="unsupported format string"):
        tf.function(formatted)(tf.constant(1))


def test_text_may_pass_through_branches():
    def chosen(x):
        text = f"{x} is small"
        if x > 2:
            text = f"{x + 1} is one more, " + text
        return text

    staged = tf.function(chosen)
    for each in (1, 5):
        assert staged(tf.constant(each)).numpy().decode() == chosen(each)


def test_tensors_of_one_name_in_two_graphs_are_told_apart():
    def both(x):
        first = x + 1
        text = f"{first}"
        if x > 0:
            second = x + 2
            text = f"{text} {second} {first}"
        return text

    assert text_of(both, 5) == both(5)


def test_lists_of_texts_become_string_tensors():
    def listed(x):
        return tf.strings.reduce_join([[f"{x}", "-"], ["+", f"{x + 1}"]])

    assert text_of(listed, 3) == "3-+4"


def test_repr_and_debugging_form_hold_the_value():
    assert text_of(lambda x: f"{x=} {x!r}", 7) == "x=7 7"


def test_print_of_the_graph_writes_the_value(capfd):
    @tf.function
    def printing(x):
        tf.print(f"value {x}", x, f"{x:03d}", output_stream=sys.stdout)

    printing(tf.constant(7))

    assert capfd.readouterr().out == "value 7 7 007\n"


def test_message_of_an_assert_holds_the_value():
    @tf.function
    def checked(x):
        tf.debugging.assert_less(x, 5, message=f"{x} is too large")
        return x

    with pytest.raises(tf.errors.InvalidArgumentError, match="9 is too large"):
        checked(tf.constant(9))


def test_text_that_no_tensor_is_made_of_is_warned_of_once_a_line(capsys):
    seen = []

    @tf.function
    def noting(x):
        seen.append(f"{x}")
        return x

    noting(tf.constant(1))
    noting(tf.constant(1.0))

    assert (
        capsys.readouterr().err.count("the text is made while a graph is traced") == 1
    )
    assert seen[0] == 'Tensor("x:0", shape=(), dtype=int32)'


def test_used_text_is_not_warned_of(capsys):
    assert text_of(lambda x: f"{x}", 1) == "1"
    assert capsys.readouterr().err == ""


def test_eager_tensors_are_written_at_once():
    assert f"{tf.constant(7)} {tf.constant(0.5):.2f}" == "7 0.50"


class Refusal(ValueError):
    """An exception with a constructor of its own."""

    def __init__(self, value, limit):
        super().__init__(f"{value} is more than {limit}", value)
        self.limit = limit


def test_exception_that_the_graph_raises_holds_the_values():
    @tf.function
    def checked(x):
        if x > 5:
            raise Refusal(x, 5)
        return x

    for value in (9, 7):
        with pytest.raises(Refusal, match=f"{value} is more than 5") as caught:
            checked(tf.constant(value))
        assert caught.value.args == (f"{value} is more than 5", value)
        assert caught.value.limit == 5
