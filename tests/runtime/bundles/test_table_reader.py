"""Tables of sorted keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphir.errors import DataLossError
from runtime.bundles.table_reader import TableReader
from runtime.bundles.table_writer import written_table


def test_keys_must_be_in_order(tmp_path: Path) -> None:
    table = written_table([(b"b", b"1"), (b"a", b"2")])
    with pytest.raises(DataLossError, match="not in order"):
        list(TableReader(table, "t"))
