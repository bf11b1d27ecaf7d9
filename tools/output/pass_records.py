"""Records of each pass while a pipeline runs: the graph written to a file, its size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphir.watching import Watcher

from ..failures import BAD_INPUT, Failure
from .files import write_whole


class ConstantBytes(Watcher):
    """The number of bytes of constants after each pass."""

    def __init__(self) -> None:
        self.after: dict[str, int] = {}

    def pass_ended(self, result: Any, graph: Any) -> None:
        """Counts them, functions included."""
        self.after[result.name] = constant_bytes(graph)


def constant_bytes(graph: Any) -> int:
    """The bytes of the constants in a graph and its functions."""
    from graphir.analysis.costs import constant_bytes as of_node

    bodies = [function.body for function in graph.functions.values()]
    return sum(of_node(node) for each in (graph, *bodies) for node in each)


class GraphDump(Watcher):
    """Writes the graph before the first pass and after each into a folder.

    ``00_given.txt``, ``01_dead_nodes.txt``, ``02_constant_folding.txt``, ...: the
    lossless text form, one file a run of a pass; later rounds only where they changed
    something.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.written: list[Path] = []
        if self.folder.exists() and not self.folder.is_dir():
            raise Failure(f"--dump-dir {folder}: that is a file.", BAD_INPUT)

    def pass_started(self, each: Any, graph: Any, round_number: int) -> None:
        """Writes the original graph."""
        if not self.written:
            self._write("given", graph)

    def pass_ended(self, result: Any, graph: Any) -> None:
        """Writes the graph after the pass."""
        if result.changed or result.round == 1:
            self._write(result.name, graph)

    def _write(self, name: str, graph: Any) -> None:
        path = self.folder / f"{len(self.written):02}_{name}.txt"
        try:
            write_whole(path, str(graph))
        except OSError as error:
            raise Failure(f"--dump-dir {self.folder}: {error}", BAD_INPUT) from error
        self.written.append(path)
