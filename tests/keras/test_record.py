"""The list of Keras' tests, and who is in the sample."""

from __future__ import annotations

from pathlib import Path

from tests.keras import outcomes, record


def test_a_list_reads_as_it_was_written(tmp_path: Path) -> None:
    ids = {"a/b_test.py::T::test_x[1, 2]", "a/b_test.py::test_y", "c_test.py::U::t"}
    record.write(ids, tmp_path / "list")
    assert record.read(tmp_path / "list") == ids


def test_the_sample_is_the_same_each_time_and_of_many_files() -> None:
    listed = record.read()
    chosen = record.sample(listed)
    assert chosen == record.sample(sorted(listed))
    assert len(listed) / 10 < len(chosen) < len(listed) / 6
    files = {each.partition("::")[0] for each in listed}
    assert len({each.partition("::")[0] for each in chosen}) > len(files) / 2


def test_a_run_renews_the_files_that_ran_and_no_others() -> None:
    listed = {"a_test.py::T::x", "a_test.py::T::y", "b_test.py::T::z"}
    ran = ["a_test.py::T::x", "a_test.py::T::y", "c_test.py::T::w"]
    passed = {"a_test.py::T::y", "c_test.py::T::w"}
    assert record.renewed(listed, ran, passed) == passed | {"b_test.py::T::z"}


def test_ids_have_no_addresses() -> None:
    """Blanks are left out of ids: an address may follow a letter."""
    assert (
        outcomes.lasting("t[<functionfat0x7f258e9b8180>-0]") == "t[<functionfat0x>-0]"
    )
