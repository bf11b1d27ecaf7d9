"""Products of matrices: NumPy's values, and NumPy's settings left as they were."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import ThreadpoolController, threadpool_limits

from graphir.compute import blas
from graphir.compute.blas import OneThread, product
from tests.runtime.interruptions import interrupted


def blas_threads() -> list[int]:
    found = ThreadpoolController().select(user_api="blas").lib_controllers
    return [each.get_num_threads() for each in found]


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from([(3, 4, 5), (300, 200, 90), (64, 784, 256), (500, 300, 40)]),
    st.sampled_from(["f4", "f8", "c8", "i4"]),
    st.booleans(),
    st.booleans(),
)
def test_products_are_those_of_numpy(
    sizes: tuple[int, int, int], kind: str, flip_a: bool, flip_b: bool
) -> None:
    rows, inner, columns = sizes
    source = np.random.RandomState(1)
    a = (source.standard_normal((rows, inner)) * 9).astype(kind)
    b = (source.standard_normal((inner, columns)) * 9).astype(kind)
    # the same values, in the other order in memory
    a = np.asfortranarray(a) if flip_a else a
    b = np.asfortranarray(b) if flip_b else b
    found = product(a, b)
    assert found.dtype == a.dtype
    np.testing.assert_allclose(found, a @ b, rtol=1e-4, atol=1e-2)


def test_wide_products_are_shared_by_columns() -> None:
    a = np.random.RandomState(1).standard_normal((20, 500))
    b = np.random.RandomState(2).standard_normal((500, 900))
    np.testing.assert_allclose(product(a, b), a @ b)


@pytest.mark.parametrize("shapes", [((300, 300), (299, 300)), ((900, 900), (800, 9))])
def test_what_does_not_fit_is_refused_as_numpy_does(
    shapes: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    with pytest.raises(ValueError, match="mismatch"):
        product(*map(np.ones, shapes))


def test_settings_come_back_when_the_last_user_leaves() -> None:
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        with OneThread():
            with OneThread():
                assert set(blas_threads()) <= {1}
            assert set(blas_threads()) <= {1}
        assert blas_threads() == before


def test_settings_come_back_after_an_error() -> None:
    before = blas_threads()
    with pytest.raises(ArithmeticError), OneThread():
        raise ArithmeticError
    assert blas_threads() == before


def test_many_threads_multiply_at_once() -> None:
    before = blas_threads()
    a = np.random.RandomState(1).standard_normal((300, 300))
    found = []

    def work() -> None:
        for _ in range(5):
            found.append(product(a, a))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 30
    for each in found:
        np.testing.assert_allclose(each, a @ a)
    assert blas_threads() == before


@pytest.mark.parametrize("act", ["enter", "leave"])
def test_settings_come_back_with_the_next_context_after_an_interrupt(act: str) -> None:
    before = blas_threads()
    for number in range(1, 200):
        context = OneThread()
        if act == "leave":
            context.__enter__()
        was_hit = interrupted(
            context.__enter__ if act == "enter" else context.__exit__, number
        )
        while threading.get_ident() in blas._ENTERED:
            context.__exit__()
        with OneThread():
            assert set(blas_threads()) == {1}
        assert blas_threads() == before, number
        if not was_hit:
            break
    assert 3 < number < 199
