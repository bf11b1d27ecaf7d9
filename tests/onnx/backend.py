"""ONNX's own backend tests on our runtime: ``python -m tests.onnx.backend``.

Arguments are parts of names of tests; with ``-v`` each failure is told at length.
``--kind`` chooses another suite of the wheel (``simple``, ``pytorch-operator``, ...).
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import graphir.onnx
import runtime as tf


def cases(kind: str = "node") -> list[Any]:
    """The tests of a suite."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(load_model_tests(kind=kind))


def check(case: Any) -> None:
    """Runs one test.

    Raises:
      AssertionError: if a result differs.
    """
    import onnx

    model = case.model or onnx.load(Path(case.model_dir) / "model.onnx")
    graph = graphir.onnx.load(model)
    for inputs, expected in _data_sets(case, model):
        given = [_plain(each) for each in inputs]
        feeds = {
            value.name: array
            for value, array in zip(graph.inputs, given)
            if value.node.graph is graph
        }
        names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = tf.run_graph(graph, feeds, names)
        assert len(found) == len(expected)
        for ours, theirs in zip(found, expected):
            _assert_alike(ours, _plain(theirs), case)


def _data_sets(case: Any, model: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    if case.data_sets is not None:
        for inputs, outputs in case.data_sets:
            yield list(inputs), list(outputs)
        return
    for folder in sorted(Path(case.model_dir).glob("test_data_set_*")):
        yield (
            _tensors(folder, "input", model.graph.input),
            _tensors(folder, "output", model.graph.output),
        )


def _tensors(folder: Path, kind: str, infos: Any) -> list[Any]:
    import onnx

    found = []
    for index in range(len(list(folder.glob(f"{kind}_*.pb")))):
        tensor = onnx.TensorProto()
        tensor.ParseFromString((folder / f"{kind}_{index}.pb").read_bytes())
        found.append(onnx.numpy_helper.to_array(tensor))
    return found


def _plain(array: Any) -> Any:
    import onnx
    from onnx import numpy_helper

    if isinstance(array, onnx.TensorProto):
        array = numpy_helper.to_array(array)
    if not isinstance(array, (np.ndarray, np.generic, int, float)):
        raise TypeError(f"a {type(array).__name__} is no tensor")
    return np.asarray(array)


def _assert_alike(ours: Any, theirs: Any, case: Any) -> None:
    assert ours.shape == theirs.shape, f"{ours.shape} for {theirs.shape}"
    if theirs.dtype.kind in "OUS":
        decoded = [x.decode() if isinstance(x, bytes) else str(x) for x in ours.ravel()]
        wanted = [
            x.decode() if isinstance(x, bytes) else str(x) for x in theirs.ravel()
        ]
        assert decoded == wanted, f"{decoded} for {wanted}"
        return
    assert ours.dtype == theirs.dtype, f"{ours.dtype} for {theirs.dtype}"
    if theirs.dtype.kind not in "biufc":
        ours, theirs = ours.astype(np.float32), theirs.astype(np.float32)
    np.testing.assert_allclose(ours, theirs, rtol=case.rtol, atol=case.atol)


def main() -> int:
    """Runs the tests and prints how many pass."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--kind", default="node")
    parser.add_argument("--verbose", "-v", action="store_true")
    parser.add_argument(
        "--least", type=float, default=100.0, help="per cent that must pass"
    )
    args = parser.parse_args()
    passed, reasons = 0, Counter()
    chosen = [
        case
        for case in cases(args.kind)
        if not args.names or any(part in case.name for part in args.names)
    ]
    for case in chosen:
        try:
            check(case)
            passed += 1
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            if args.verbose:
                traceback.print_exc()
            first = " ".join(text.split())[:170]
            reasons[first.partition(": node ")[2] or first] += 1
            print(f"{case.name}: {first}")
    print(f"{passed} of {len(chosen)} pass, {100 * passed / max(1, len(chosen)):.1f} %")
    return 0 if 100 * passed >= args.least * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
