"""Names of code objects in converted code: those of the user's functions."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from autograph import operators
from autograph.conversion_cache import converted_function
from autograph.options import ConversionOptions
from autograph.tracebacks.frames import is_body, original_names


def branches(x: Any) -> Any:
    found = []
    for each in range(2):
        if x and each:

            class Local:
                def method(self) -> Any:
                    while self:
                        return lambda: 0
                    return None

            found.append(Local)
    return found


def operand(x: Any) -> Any:
    return x and [-y for y in x]


def lambdas(x: Any) -> Any:
    return x and (lambda: x)


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


def converted(function: Any) -> Any:
    return converted_function(function, ConversionOptions(), operators)


def test_blocks_are_called_as_their_function() -> None:
    found = list(codes(converted(branches).__code__))
    names = {each.co_name for each in found}
    assert names <= {"branches", "Local", "method", "<lambda>"}
    assert names >= {"branches", "Local", "method"}
    blocks = [each for each in found if is_body(each)]
    assert len(blocks) > 3
    assert all(original_names(each) for each in blocks)


def test_qualified_names_have_no_blocks_in_them() -> None:
    (local,) = converted(branches)(1)
    assert local.__qualname__ == "branches.<locals>.Local"
    assert local.method.__qualname__ == "branches.<locals>.Local.method"


def test_an_operand_has_the_name_of_its_function() -> None:
    assert "<lambda>" not in {
        each.co_name for each in codes(converted(operand).__code__)
    }


def test_what_may_be_a_lambda_of_the_users_stays_one() -> None:
    assert converted(lambdas)(1).__name__ == "<lambda>"
    assert converted(lambdas)(1)() == 1
