"""Datasets that the workers of a service write, over TCP in one process."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset
service = tf.data.experimental.service
save = tf.data.experimental.distributed_save


@pytest.fixture
def address() -> Iterator[str]:
    """Of a dispatcher with two workers."""
    dispatcher = service.DispatchServer()
    found = dispatcher.target.split("://")[1]
    workers = [service.WorkerServer(service.WorkerConfig(found)) for _ in range(2)]
    yield found
    for each in (*workers, dispatcher):
        each._stop()


def pairs() -> Any:
    return Dataset.range(30).map(lambda x: {"x": x, "text": tf.as_string(x)})


def zipped() -> Any:
    return Dataset.zip({"x": Dataset.range(30), "y": Dataset.range(40, 70)})


@pytest.mark.parametrize("make", [pairs, zipped])
@pytest.mark.parametrize("compression", ["AUTO", None])
def test_each_element_is_written_once(
    tmp_path: Path, address: str, make: Callable[[], Any], compression: Any
) -> None:
    """Also where there are two sources, which nobody divides."""
    path = str(tmp_path / "saved")
    save(make(), path, address, compression)
    loaded = Dataset.load(path)
    assert loaded.element_spec == make().element_spec
    assert sorted(int(each["x"]) for each in loaded) == [*range(30)]


def test_a_folder_is_written_once(tmp_path: Path, address: str) -> None:
    path = str(tmp_path)
    save(Dataset.range(3), path, f"grpc://{address}")
    with pytest.raises(tf.errors.AlreadyExistsError, match="already started"):
        save(Dataset.range(3), path, address)
    with pytest.raises(ValueError, match="`path`"):
        save(Dataset.range(3), "", address)
    with pytest.raises(ValueError, match="`data_service_address`"):
        save(Dataset.range(3), path, "")


def test_a_folder_that_was_removed_is_written_whole_again(
    tmp_path: Path, address: str
) -> None:
    path = tmp_path / "saved"
    for _ in range(2):
        save(pairs(), str(path), address)
        assert sorted(int(each["x"]) for each in Dataset.load(str(path))) == [
            *range(30)
        ]
        shutil.rmtree(path)


def test_a_dispatcher_forgets_who_computed_what_when_all_is_written(
    tmp_path: Path,
) -> None:
    dispatcher = service.DispatchServer()
    found = dispatcher.target.split("://")[1]
    worker = service.WorkerServer(service.WorkerConfig(found))
    save(Dataset.range(9), str(tmp_path), found)
    assert len(list(Dataset.load(str(tmp_path)))) == 9
    assert not dispatcher._splits
    for each in (worker, dispatcher):
        each._stop()


def test_an_error_of_a_worker_is_told_to_readers(tmp_path: Path, address: str) -> None:
    path = str(tmp_path / "saved")
    save(Dataset.range(9).map(lambda x: 12 // (x - 7)), path, address)
    with pytest.raises(tf.errors.InternalError, match="ZERO|zero"):
        list(Dataset.load(path))
