"""`autograph checkpoint`: shown, checked, compared, and made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from autograph_tools.main import main


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    state = tf.train.Checkpoint(
        w=tf.Variable([[1.0, 2.0]]),
        names=[tf.Variable(["a", "b"])],
        step=tf.Variable(3, dtype=tf.int64),
    )
    return state.save(str(tmp_path / "c"))


def said(capsys: Any, *arguments: str, status: int = 0) -> str:
    assert main(["checkpoint", *arguments]) == status, capsys.readouterr().err
    found = capsys.readouterr()
    return str(found.out if status in (0, 1) else found.err)


def test_tensors_tree_and_values(prefix: str, capsys: Any) -> None:
    rows = json.loads(said(capsys, prefix, "--json"))
    assert {"tensor": "w/.ATTRIBUTES/VARIABLE_VALUE", "dtype": "float32"}.items() <= (
        rows[-1].items()
    )
    text = said(capsys, str(Path(prefix).parent), "--tree")
    assert "names\n    0" in text.replace(" \n", "\n").replace("  \n", "\n")
    assert said(capsys, f"{prefix}.index", "--values", "step") == (
        "step/.ATTRIBUTES/VARIABLE_VALUE\n3\n"
    )
    values = json.loads(said(capsys, prefix, "--values", "names*", "--json"))
    assert list(values.values()) == [["a", "b"]]
    assert "matches 'x'" in said(capsys, prefix, "--values", "x", status=2)


def test_damage_is_found(prefix: str, capsys: Any) -> None:
    assert "checksums agree" in said(capsys, prefix, "--verify")
    data = Path(f"{prefix}.data-00000-of-00001")
    content = bytearray(data.read_bytes())
    index = content.index(b"\x00\x00\x80\x3f")
    content[index] ^= 1
    data.write_bytes(content)
    assert list(json.loads(said(capsys, prefix, "--verify", "--json", status=1))) == [
        "w/.ATTRIBUTES/VARIABLE_VALUE"
    ]


def test_differences(prefix: str, capsys: Any, tmp_path: Path) -> None:
    other = tf.train.Checkpoint(
        w=tf.Variable([[1.0, 2.5]]), names=[tf.Variable(["a"])], more=tf.Variable(1)
    ).write(str(tmp_path / "other"))
    assert "the same tensors" in said(capsys, prefix, "--diff", prefix)
    rows = json.loads(said(capsys, prefix, "--diff", other, "--json", status=1))
    found = {each["tensor"].split("/")[0]: each for each in rows}
    assert found["w"]["difference"] == "1 of 2 elements"
    assert found["w"]["largest"] == 0.5
    assert found["names"]["difference"] == "shape [2] -> [1]"
    assert found["more"]["difference"] == "only in the second"
    assert found["step"]["difference"] == "only in the first"


def test_another_is_written_and_restored(
    prefix: str, capsys: Any, tmp_path: Path
) -> None:
    target = str(tmp_path / "made" / "d")
    said(
        capsys,
        *(prefix, "--rename", "w=kernel", "--cast", "step=int32", "-o", target),
        *("--leave-out", "names/*"),
    )
    keys = [key.split("/")[0] for key, _ in tf.train.list_variables(target)]
    assert keys == ["_CHECKPOINTABLE_OBJECT_GRAPH", "kernel", "save_counter", "step"]
    # objects keep their names, and find their tensors under the new keys
    w, step = tf.Variable([[0.0, 0.0]]), tf.Variable(0)
    tf.train.Checkpoint(w=w, step=step).restore(target).expect_partial()
    assert w.numpy().tolist() == [[1.0, 2.0]]
    assert step.numpy() == 3
    said(capsys, prefix, "--keep", "w", "-o", str(tmp_path / "e"))
    assert len(tf.train.list_variables(tmp_path / "e")) == 2


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (["--rename", "w"], "write OLD=NEW"),
        (["--rename", "w=step"], "Two tensors would be called"),
        (["--cast", "names/0=float32"], "cannot be cast"),
        (["--cast", "w=float7"], "float7"),
        (["--keep", "nothing"], "no tensor matches"),
    ],
)
def test_what_cannot_be_made(
    prefix: str, capsys: Any, tmp_path: Path, flags: list[str], text: str
) -> None:
    assert text in said(capsys, prefix, *flags, "-o", str(tmp_path / "x"), status=2)
    assert not (tmp_path / "x.index").exists()
    assert "-o PREFIX" in said(capsys, prefix, "--keep", "w", status=2)
    assert "there is no checkpoint" in said(capsys, str(tmp_path / "no"), status=2)


def test_a_folder_that_does_not_say_the_latest_names_what_it_has(
    prefix: str, capsys: Any, tmp_path: Path
) -> None:
    (tmp_path / "checkpoint").unlink()
    assert main(["checkpoint", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"name one of {tmp_path / Path(prefix).name}" in told
