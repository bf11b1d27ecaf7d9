"""The definitions of stub files."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from autograph_tools.typed_texts import Definitions

pytestmark = pytest.mark.slow  # the types are looked up in all modules of the runtime


def made(x: TensorLike, *rest: int, flag: bool = False) -> Tensor | None:  # noqa: F821
    raise NotImplementedError


def test_a_made_function_has_its_signature_and_imports() -> None:
    definitions = Definitions(set())
    line = definitions.function("f", made)
    assert line == (
        "def f(x: TensorLike, *rest: int, flag: bool = ...) -> Tensor | None: ..."
    )
    assert definitions.imports == {
        "from runtime.tensors.likes import TensorLike",
        "from runtime.tensors.tensor import Tensor",
    }


def test_names_that_the_file_hides_are_written_otherwise() -> None:
    definitions = Definitions({"bool", "Tensor"})
    assert definitions.type_text("list[bool] | Tensor") == "list[_b.bool] | _Tensor"
    assert definitions.type_text(inspect.Parameter.empty) == "_t.Any"


def test_an_op_with_several_results_gives_a_tuple_with_names() -> None:
    def shown(input: Any, k: Any, name: Any = None) -> None: ...

    kind, line = Definitions(set()).op("f", "TopKV2", inspect.signature(shown))
    assert kind == (
        "_TopKV2 = _t.NamedTuple('_TopKV2', [('values', Tensor), ('indices', Tensor)])"
    )
    assert line.endswith("name: str | None = ...) -> _TopKV2: ...")
