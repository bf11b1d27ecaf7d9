"""Tests of the ops on tensor lists: every op's kernel, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.dtypes import float32, int32, string
from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.tensor_list_values import TensorList
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN, Shape

ANY = np.int32(-1)


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    attrs.setdefault("element_dtype", float32)
    return lookup(op).bind(attrs)(*inputs)


def listed(*values: Any) -> TensorList:
    return TensorList(float32, UNKNOWN, [np.float32(each) for each in values])


def rows(*values: Any) -> Any:
    return np.array(values, np.float32)


def test_rows_go_in_and_come_out() -> None:
    handle = run("TensorListFromTensor", rows([1, 2], [3, 4]), np.array([2], np.int32))
    stacked = run("TensorListStack", handle, ANY, num_elements=-1)
    assert stacked.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_empty_list_is_stacked_when_its_shape_is_known() -> None:
    handle = run("EmptyTensorList", np.array([2], np.int32), ANY)
    assert run("TensorListStack", handle, ANY, num_elements=-1).shape == (0, 2)


def test_full_list_takes_no_more() -> None:
    handle = run("EmptyTensorList", ANY, np.int32(0))
    with pytest.raises(InvalidArgumentError, match="full list"):
        run("TensorListPushBack", handle, np.float32(1))


def test_reserved_elements_are_zeros_until_written() -> None:
    handle = run("TensorListReserve", np.array([2], np.int32), np.int32(2))
    handle = run("TensorListSetItem", handle, np.int32(1), rows(1, 2))
    assert run("TensorListGetItem", handle, np.int32(0), ANY).tolist() == [0.0, 0.0]
    assert run("TensorListGetItem", handle, np.int32(1), ANY).tolist() == [1.0, 2.0]


def test_set_grows_the_list_only_when_allowed() -> None:
    handle = listed(1)
    item = np.float32(5)
    with pytest.raises(InvalidArgumentError, match="element 3 in a list with 1"):
        run("TensorListSetItem", handle, np.int32(3), item)
    grown = run(
        "TensorListSetItem",
        handle,
        np.int32(3),
        item,
        resize_if_index_out_of_bounds=True,
    )
    assert run("TensorListLength", grown) == 4


def test_gather_picks_and_scatter_puts() -> None:
    picked = run("TensorListGather", listed(1, 2, 3), np.array([2, 0], np.int32), ANY)
    assert picked.tolist() == [3.0, 1.0]
    made = run(
        "TensorListScatterV2", rows(7, 8), np.array([3, 1], np.int32), ANY, np.int32(4)
    )
    assert made.elements()[1::2] == [8.0, 7.0]
    changed = run(
        "TensorListScatterIntoExistingList",
        listed(1, 2),
        rows(9),
        np.array([1], np.int32),
    )
    assert changed.elements() == [1.0, 9.0]


def test_concat_and_split_undo_each_other() -> None:
    tensor = rows([1, 1], [2, 2], [3, 3])
    handle = run("TensorListSplit", tensor, ANY, np.array([1, 2], np.int64))
    joined, lengths = run("TensorListConcatV2", handle, ANY, np.array([], np.int64))
    assert joined.tolist() == tensor.tolist()
    assert lengths.tolist() == [1, 2]


def test_lists_are_resized_and_joined() -> None:
    assert run("TensorListResize", listed(1, 2), np.int32(1)).elements() == [1.0]
    assert run("TensorListResize", listed(1), np.int32(2)).elements() == [1.0, None]
    both = run("TensorListConcatLists", listed(1), listed(2))
    assert both.elements() == [1.0, 2.0]


def test_element_shape_has_minus_one_for_what_is_unknown() -> None:
    handle = TensorList(float32, Shape([None, 2]), [])
    shape = run("TensorListElementShape", handle, shape_type=int32)
    assert shape.tolist() == [-1, 2]


@pytest.mark.parametrize(
    ("op", "inputs", "message"),
    [
        ("TensorListFromTensor", (np.float32(1), ANY), "at least a vector"),
        ("TensorListFromTensor", (rows([1, 2]), np.array([3], np.int32)), "with shape"),
        ("TensorListReserve", (ANY, np.int32(-2)), "non negative"),
        ("TensorListSplit", (rows(1, 2), ANY, np.array([1], np.int64)), "must add up"),
        (
            "TensorListConcatV2",
            (listed(1), ANY, np.array([], np.int64)),
            "found scalars",
        ),
        ("TensorListPopBack", (listed(), ANY), "empty list"),
        (
            "TensorListGather",
            (listed(1), np.array([4], np.int32), ANY),
            "access element 4",
        ),
        ("TensorListScatter", (rows(1), np.array([-1], np.int32), ANY), "non-negative"),
    ],
)
def test_impossible_input_is_refused(op: str, inputs: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        run(op, *inputs)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3), (2, 0, 2), (2, 3)])
def test_elements_without_content_are_stacked(shape: tuple[int, ...]) -> None:
    elements = [np.full(shape, number, np.float32) for number in range(2)]
    handle = TensorList(float32, UNKNOWN, elements)
    found = run("TensorListStack", handle, ANY, num_elements=2)
    np.testing.assert_array_equal(found, np.stack(elements))


def test_strings_are_stacked_although_their_elements_are_bytes() -> None:
    handle = TensorList(string, UNKNOWN, [b"one", b"two"])
    stacked = run("TensorListStack", handle, ANY, num_elements=-1, element_dtype=string)
    assert stacked.tolist() == [b"one", b"two"]


def test_rows_of_a_transposed_tensor_are_each_in_one_piece() -> None:
    whole = np.arange(24, dtype=np.float32).reshape(4, 2, 3)
    turned = whole.transpose(1, 0, 2)
    handle = run("TensorListFromTensor", turned, np.array([4, 3], np.int32))
    assert all(each.flags.c_contiguous for each in handle.elements())
    stacked = run("TensorListStack", handle, ANY, num_elements=2)
    np.testing.assert_array_equal(stacked, turned)
    assert whole[0, 1, 2] == 5.0  # what was given is as it was


def test_the_rows_of_texts_are_a_list() -> None:
    texts = np.array([b"a", b"b"], object)
    listed = run("TensorListFromTensor", texts, ANY, element_dtype=string)
    found = run("TensorListStack", listed, ANY, element_dtype=string)
    assert found.tolist() == [b"a", b"b"]
