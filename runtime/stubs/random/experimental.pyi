# Made by `python -m tools.stubs` of the tables of names.
from runtime.random.generators import Generator as Generator
from runtime.random.generators import create_rng_state as create_rng_state
from runtime.random.generators import get_global_generator as get_global_generator
from runtime.random.generators import set_global_generator as set_global_generator
from runtime.random.seeds import Algorithm as Algorithm
from runtime.random.shuffles import index_shuffle as index_shuffle
from runtime.random.shuffles import stateless_shuffle as stateless_shuffle
from runtime.random.stateless import fold_in as _fold_in
from runtime.random.stateless import split as _split
stateless_fold_in = _fold_in
stateless_split = _split
