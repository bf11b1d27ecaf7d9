"""Archives of Keras' models (`.keras`) with bytes or contents changed.

The first step says what of an archive is changed: `zip` its own bytes, else one of its
members, which is packed again with checksums that are right. Other steps are those of
`files`. Keras reads the archive on the runtime: what Keras itself refuses in its own
words is no fault of ours, a crash, a hang and an unclear error of ours are.
"""

from __future__ import annotations

import io
import traceback
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import runtime as tf
from tests.fuzz.files import MUTATIONS, TEXTUAL
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.outcomes import PACKAGES, unclear

MEMBERS: Final = ("zip", "config.json", "metadata.json", "model.weights.h5")


def make(number: int) -> Steps:
    """What of an archive is changed, and how."""
    random = Random(number)
    member = MEMBERS[number % len(MEMBERS)]
    is_text = member.endswith("json")
    chosen = [each for each in MUTATIONS if is_text or each not in TEXTUAL]
    steps: Steps = [member]
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        place = random.choice((random.random(), random.random() ** 3))
        steps.append([random.choice(chosen), 0, place, random.randrange(256)])
    return steps


@cache
def good_archive() -> bytes:
    """A model of a few layers, as Keras saves it."""
    keras = keras_on_runtime()
    model = keras.Sequential(
        [
            keras.layers.Input([3]),
            keras.layers.Dense(2, activation="relu"),
            keras.layers.LayerNormalization(),
        ]
    )
    model.save("good.keras")
    return Path("good.keras").read_bytes()


@cache
def keras_on_runtime() -> Any:
    """Keras with this runtime below it."""
    tf.as_tensorflow()
    import keras

    return keras


def changed(steps: Steps) -> bytes:
    """The archive of a case."""
    member, *changes = steps
    if member == "zip":
        return _mutated(good_archive(), changes)
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(good_archive())) as good,
        zipfile.ZipFile(made, "w") as bad,
    ):
        for name in good.namelist():
            data = good.read(name)
            bad.writestr(name, _mutated(data, changes) if name == member else data)
    return made.getvalue()


def _mutated(data: bytes, changes: Steps) -> bytes:
    held = bytearray(data)
    for mutation, _, place, value in changes:
        MUTATIONS[mutation](held, int(place * len(held)), value)
    return bytes(held)


def run(steps: Steps, folder: Path) -> str | None:
    """What is wrong with how the archive is read and its model is called."""
    keras = keras_on_runtime()
    path = folder / "model.keras"
    path.write_bytes(changed(steps))
    try:
        model = keras.saving.load_model(path)
        model(tf.ones([2, 3]))
    except MemoryError as error:
        return f"needs too much memory: {error}"
    except Exception as error:  # which ones come out is the question
        return unclear(error) if _is_ours(error) else None
    return None


def _is_ours(error: Exception) -> bool:
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename.startswith(PACKAGES)


def prepare(folder: Path) -> None:
    """Imports Keras, makes the good archive and reads it."""
    run(["zip"], folder)


KIND: Final = Kind(make, run, least=1, prepare=prepare)
