"""The ops that save and restore tensors by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

RAW = tf.raw_ops
MATRIX = [[1, 2, 3], [4, 5, 6]]


def save(prefix: Path, names: list[str], slices: list[str], tensors: list[Any]) -> None:
    RAW.SaveV2(
        prefix=str(prefix),
        tensor_names=names,
        shape_and_slices=slices,
        tensors=[tf.constant(each) for each in tensors],
    )


def restore(prefix: Path, name: str, part: str = "", dtype: Any = tf.int32) -> Any:
    (found,) = RAW.RestoreV2(
        prefix=str(prefix), tensor_names=[name], shape_and_slices=[part], dtypes=[dtype]
    )
    return found.numpy().tolist()


def test_tensors_lie_in_the_order_in_which_they_are_given(tmp_path: Path) -> None:
    # as TensorFlow's kernel writes them; the index is sorted
    RAW.SaveV2(
        prefix=f"{tmp_path}/c",
        tensor_names=["z", "a"],
        shape_and_slices=["", ""],
        tensors=[tf.constant([1, 2], tf.uint8), tf.constant([3], tf.uint8)],
    )
    assert (tmp_path / "c.data-00000-of-00001").read_bytes() == b"\x01\x02\x03"
    assert [name for name, _ in tf.train.list_variables(f"{tmp_path}/c")] == ["a", "z"]


def test_slices_are_saved_apart_and_restored_in_part(tmp_path: Path) -> None:
    path = tmp_path / "m"
    save(path, ["v", "v"], ["2 3 0,1:-", "2 3 1,1:-"], [MATRIX[:1], MATRIX[1:]])
    assert restore(path, "v") == MATRIX
    assert restore(path, "v", "2 3 -:1,2") == [[2, 3], [5, 6]]


@pytest.mark.parametrize(
    ("name", "part", "dtype", "error", "told"),
    [
        ("w", "", tf.int32, "NotFoundError", "w"),
        ("v", "", tf.float32, "InvalidArgumentError", "expected dtype float"),
        ("v", "3 3 -:-", tf.int32, "InvalidArgumentError", "does not match the shape"),
    ],
)
def test_what_cannot_be_restored(
    tmp_path: Path, name: str, part: str, dtype: Any, error: str, told: str
) -> None:
    save(tmp_path / "m", ["v"], [""], [MATRIX])
    with pytest.raises(getattr(tf.errors, error), match=told):
        restore(tmp_path / "m", name, part, dtype)


def test_a_slice_has_the_shape_that_it_says(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not match the shap"):
        save(tmp_path / "m", ["v"], ["2 3 0,1:-"], [MATRIX])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Got 1 tensor_names"):
        save(tmp_path / "m", ["v"], [""], [1, 2])


def test_files_of_version_1(tmp_path: Path) -> None:
    path = str(tmp_path / "m")
    RAW.Save(filename=path, tensor_names=["a", "b"], data=[tf.constant(1), MATRIX])
    found = RAW.Restore(file_pattern=path, tensor_name="b", dt=tf.int32)
    assert found.numpy().tolist() == MATRIX
    part = RAW.RestoreSlice(
        file_pattern=path, tensor_name="b", shape_and_slice="2 3 1,1:-", dt=tf.int32
    )
    assert part.numpy().tolist() == MATRIX[1:]


def test_shards_are_merged_into_one_checkpoint(tmp_path: Path) -> None:
    shards = [tmp_path / "temp" / name for name in "ab"]
    for number, each in enumerate(shards):
        save(each, [f"v{number}"], [""], [number])
    RAW.MergeV2Checkpoints(
        checkpoint_prefixes=list(map(str, shards)),
        destination_prefix=str(tmp_path / "m"),
    )
    assert [restore(tmp_path / "m", f"v{number}") for number in (0, 1)] == [0, 1]
    assert not (tmp_path / "temp").exists()


def test_a_part_needs_only_its_own_slices(tmp_path: Path) -> None:
    path = tmp_path / "m"
    save(path, ["v", "v"], ["4 0,1", "4 1,1"], [[1], [2]])
    assert restore(path, "v", "4 0,2") == [1, 2]
    assert restore(path, "v", "4 1,1") == [2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="sufficient slices .*1,2"):
        restore(path, "v", "4 1,2")
    with pytest.raises(tf.errors.DataLossError, match="not all of it"):
        restore(path, "v")


def test_each_name_has_a_slice_and_a_dtype(tmp_path: Path) -> None:
    save(tmp_path / "m", ["v"], [""], [MATRIX])
    for names, parts in ((["v", "v"], [""]), (["v"], ["", ""])):
        with pytest.raises(tf.errors.InvalidArgumentError, match="1 expected dtypes"):
            RAW.RestoreV2(
                prefix=str(tmp_path / "m"),
                tensor_names=names,
                shape_and_slices=parts,
                dtypes=[tf.int32],
            )
