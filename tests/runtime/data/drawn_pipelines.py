"""Compares drawn pipelines: under TensorFlow and here, or rewritten and as written.

With `--record` and `--compare`, a Python that has TensorFlow, given by `--python`, runs
the pipelines; it is started anew after a pipeline that ends its process. A difference
is printed as soon as it is found; those that `docs/data.md` explains are counted. With
`--passes`, pipelines that the passes rewrote are compared with the same ones as they
were written.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SHOWN = 12
"""Elements that are compared."""

SORTED = 400
"""So many are read where they come in any order, to be compared sorted."""


def outcome(tf: Any, helpers: Any, text: str) -> list[Any]:
    """The spec, the cardinality, elements, and the class of an error."""
    found: list[Any] = []
    tf.random.set_seed(5)
    helpers.start()
    try:
        dataset = eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})
        found += [repr(dataset), int(dataset.cardinality())]
    except Exception as error:  # what it raises is the outcome
        return [*found, f"!{type(error).__name__}"]
    return found + elements_of(tf, dataset, text)


def elements_of(tf: Any, dataset: Any, text: str) -> list[str]:
    """The first elements, and the class of an error; sorted where order is free."""
    is_ordered = "deterministic=False" not in text
    found: list[str] = []
    try:
        for position, element in enumerate(dataset):
            if position == (SHOWN if is_ordered else SORTED):
                break
            found.append(shown(tf, element))
    except Exception as error:  # what it raises is the outcome
        failed = f"!{type(error).__name__}"
        return [*found, failed] if is_ordered else [failed]
    if is_ordered:
        return found
    return sorted(found) if len(found) < SORTED else ["too many"]


def rewritten(tf: Any, helpers: Any, text: str, passes: Sequence[str]) -> list[Any]:
    """The elements, and the class of an error, with these passes and no others."""
    tf.random.set_seed(5)
    helpers.start()
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    for name in passes:
        setattr(options.experimental_optimization, name, True)
    try:
        dataset = eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})
        dataset = dataset.with_options(options)
    except Exception as error:  # what it raises is the outcome
        return [f"!{type(error).__name__}"]
    return elements_of(tf, dataset, text)


def passes_that_differ(tf: Any, helpers: Any, text: str, draw: random.Random) -> str:
    """What some drawn passes made of a pipeline, if it is not what it was."""
    passes = [name for name in PASSES if draw.random() < 0.6]
    plain = rewritten(tf, helpers, text, ())
    found = rewritten(tf, helpers, text, passes)
    if found == plain:
        return ""
    return f"{text}\n  {' '.join(passes)}\n  rewritten {found}\n  plain     {plain}"


def shown(tf: Any, element: Any) -> str:
    """An element in words."""
    if isinstance(element, tf.data.Dataset):
        return f"dataset of {[shown(tf, each) for each in element]}"
    if isinstance(element, dict):
        return str({key: shown(tf, element[key]) for key in sorted(element)})
    if isinstance(element, tuple):
        name = type(element).__name__ if hasattr(element, "_fields") else ""
        return name + str(tuple(shown(tf, each) for each in element))
    if isinstance(element, tf.RaggedTensor):
        return str(element.to_list())
    if isinstance(element, tf.SparseTensor):
        parts = (element.indices, element.values, element.dense_shape)
        return f"sparse {[shown(tf, each) for each in parts]}"
    if isinstance(element, tf.experimental.Optional):
        has_value = bool(element.has_value())
        return f"optional {shown(tf, element.get_value()) if has_value else None}"
    if element is None:
        return "None"
    value = element.numpy()
    plain = value.tolist() if hasattr(value, "tolist") else value
    return f"{element.dtype.name}{plain}"


TENSORFLOW_PASSES = (
    "filter_fusion",
    "filter_parallelization",
    "inject_prefetch",
    "map_and_batch_fusion",
    "map_and_filter_fusion",
    "map_fusion",
    "map_parallelization",
    "noop_elimination",
    "parallel_batch",
    "shuffle_and_repeat_fusion",
)
"""The passes for pipelines that TensorFlow has too."""

PASSES = ("batch_before_map", *TENSORFLOW_PASSES)

Recorded = tuple[str, list[Any] | None]
"""A pipeline, and its outcome; None if it ended the process, or took too long."""


Explanation = Callable[[str, list[Any], list[Any]], bool]
"""Whether it is why a pipeline has TensorFlow's outcome there, and the other here."""


@dataclass(frozen=True)
class Drawn:
    """What draws pipelines: a module that is run by its file."""

    file: str
    functions: Callable[[Any], Any]
    pipelines: Callable[[int, int], list[str]]
    found: Sequence[str]
    explained: Mapping[str, Explanation] = field(default_factory=dict)
    """Differences of `docs/data.md`, by their names there: which they are."""

    def explanation(self, text: str, theirs: list[Any], mine: list[Any]) -> str:
        """The name of the difference that a pipeline's outcomes have, or nothing."""
        fitting = (
            name for name, is_it in self.explained.items() if is_it(text, theirs, mine)
        )
        return next(fitting, "")

    def texts(self, seed: int, count: int) -> list[str]:
        """Those that once differed, and so many others."""
        return [*self.found, *self.pipelines(seed, count)]


def compare_passes(drawn: Drawn, seed: int, texts: Sequence[str]) -> int:
    """Prints what the passes changed."""
    import runtime

    helpers, draw = drawn.functions(runtime), random.Random(seed)
    differing = _Count(len(texts))
    for text in texts:
        differing.add(passes_that_differ(runtime, helpers, text, draw))
    return differing.finish()


class _Count:
    """Prints each difference at once, and how many there are of how many."""

    def __init__(self, whole: int) -> None:
        self._whole, self._done, self._differing = whole, 0, 0

    def add(self, difference: str) -> None:
        """Counts a pipeline, and its difference if it has one."""
        self._done += 1
        if difference:
            self._differing += 1
            print(difference, flush=True)
        if self._done % STEP == 0 and self._done < self._whole:
            print(f"{self._differing} of {self._done} differ so far", flush=True)

    def finish(self) -> int:
        """The exit status: 1 if anything differs."""
        print(f"{self._differing} of {self._done} differ", flush=True)
        return int(self._differing > 0)


STEP = 100
"""So many pipelines after which the count is printed."""


def record(drawn: Drawn, asked: Any, texts: Sequence[str]) -> None:
    """Prints the outcome of each pipeline from the one that is asked for, in lines."""
    signal.alarm(PATIENCE)  # ends the process, which is started anew
    tf = importlib.import_module(asked.module)
    helpers = drawn.functions(tf)
    for text in texts[asked.start :]:
        signal.alarm(LONGEST)
        found = outcome(tf, helpers, text)
        signal.alarm(0)  # the reader may take its time
        print(json.dumps(found), flush=True)
    signal.alarm(LONGEST)


def recorded(command: Sequence[str], texts: Sequence[str]) -> Iterator[Recorded]:
    """The outcomes that a command prints, which is started anew where it ends early.

    Raises:
      CalledProcessError: if the command fails, other than by a signal.
    """
    done = 0
    while done < len(texts):
        each = [*command, "--start", str(done)]
        with subprocess.Popen(each, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line.endswith(b"\n"):
                    yield texts[done], json.loads(line)
                    done += 1
        if process.returncode > 0:
            raise subprocess.CalledProcessError(process.returncode, each)
        if done < len(texts):
            yield texts[done], None
            done += 1


PATIENCE = 300
"""Seconds for the import of TensorFlow."""

LONGEST = 30
"""Seconds for one pipeline under TensorFlow."""


def compare(drawn: Drawn, whole: int, theirs: Iterable[Recorded]) -> int:
    """Prints the pipelines whose outcome differs, and how many have a reason."""
    import runtime

    helpers, differing = drawn.functions(runtime), _Count(whole)
    reasons: Counter[str] = Counter()
    for text, found in theirs:
        if found is None:
            reasons["TensorFlow's process ends, or waits"] += 1
            print(f"{text}\n  ends TensorFlow", flush=True)
            differing.add("")
            continue
        mine = outcome(runtime, helpers, text)
        reason = drawn.explanation(text, found, mine) if mine != found else ""
        if reason:
            reasons[reason] += 1
        same = mine == found or reason
        differing.add(
            "" if same else f"{text}\n  TensorFlow {found}\n  here       {mine}"
        )
    for reason, count in reasons.most_common():
        print(f"explained: {count} of {reason}", flush=True)
    return differing.finish()


def main(drawn: Drawn) -> int:
    """Records, or compares, as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("record", "compare", "passes", "draw", "start"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="tensorflow")
    parser.add_argument("--python", default=sys.executable)
    asked = parser.parse_args()
    count = asked.passes or asked.record or asked.compare or asked.draw
    texts = drawn.texts(asked.seed, count)
    if asked.passes:
        return compare_passes(drawn, asked.seed, texts)
    if asked.draw:
        record(drawn, asked, texts)
        return 0
    command = [asked.python, drawn.file, "--draw", str(count)]
    command += ["--seed", str(asked.seed), "--module", asked.module]
    found = recorded(command, texts)
    if asked.compare:
        return compare(drawn, len(texts), found)
    lines = [json.dumps(each) for each in found if each[1] is not None]
    print("[\n" + ",\n".join(lines) + "\n]")
    return 0
