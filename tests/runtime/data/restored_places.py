"""Iterators of drawn pipelines, saved at each position: restored ones go on equally.

python -m tests.runtime.data.restored_places --draw 2000 --seed 3
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from typing import Any

from tests.runtime.data.drawn_pipelines import shown
from tests.runtime.data.generated_pipelines import functions, pipelines

POSITIONS = 8
"""Elements before which the iterator is saved."""

LEFT_OUT = ("counted", "every_second", "noise", "deterministic=False")
"""What another iterator in the same process would give otherwise."""


def places_that_differ(tf: Any, helpers: Any, text: str) -> str | None:
    """What a restored iterator gave, if it is not what the saved one did.

    None for a pipeline that fails, or has nothing to be read.
    """
    if any(each in text for each in LEFT_OUT):
        return None

    def made() -> Any:
        tf.random.set_seed(5)
        return eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})

    try:
        has_elements = bool([shown(tf, each) for each in made().take(20)])
    except Exception:  # the comparison with TensorFlow looks at errors
        has_elements = False
    if not has_elements:
        return None
    iterator, states, expected = iter(made()), [], []
    for _ in range(POSITIONS):
        states.append(iterator._save())
        expected += [shown(tf, each) for each in islice(iterator, 1)]
    expected += [shown(tf, each) for each in islice(iterator, POSITIONS)]
    for place, state in enumerate(states[: len(expected)]):
        other = iter(made())
        other._restore(state)
        rest = expected[place:]
        found = [shown(tf, each) for each in islice(other, len(rest))]
        if found != rest:
            return f"{text}\n  at {place}: {found}\n  not {rest}"
    return ""


def main() -> int:
    """Prints the pipelines whose iterators go on otherwise."""
    import runtime

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draw", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    helpers = functions(runtime)
    texts = pipelines(asked.seed, asked.draw)
    found = [places_that_differ(runtime, helpers, each) for each in texts]
    different = list(filter(None, found))
    read = sum(each is not None for each in found)
    print(*different, f"{len(different)} of {read} differ", sep="\n")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
