"""Linear operators of users are composite tensors if they name their tensors."""

from __future__ import annotations

import pytest

from runtime.internal.libraries.operators import make_composite_tensor


def test_a_class_that_names_its_tensors_stays_as_it_is() -> None:
    class Named:
        _composite_tensor_fields = ("matrix",)

    assert make_composite_tensor(Named, module_name="mine") is Named


def test_a_class_that_names_none_is_refused() -> None:
    class Unnamed:
        pass

    with pytest.raises(ValueError, match="Unnamed has no _composite_tensor_fields"):
        make_composite_tensor(Unnamed)
