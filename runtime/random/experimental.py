"""`tf.random.experimental`."""

from __future__ import annotations

from runtime.random.generators import (
    Generator,
    create_rng_state,
    get_global_generator,
    set_global_generator,
)
from runtime.random.seeds import Algorithm
from runtime.random.stateless import fold_in as stateless_fold_in
from runtime.random.stateless import index_shuffle, stateless_shuffle
from runtime.random.stateless import split as stateless_split

__all__ = [
    "Algorithm",
    "Generator",
    "create_rng_state",
    "get_global_generator",
    "index_shuffle",
    "set_global_generator",
    "stateless_fold_in",
    "stateless_shuffle",
    "stateless_split",
]
