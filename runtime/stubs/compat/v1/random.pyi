# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.settings import get_seed as get_seed
from runtime.compat.v1.settings import set_random_seed as set_random_seed
from runtime.random.candidates import all_candidate_sampler as all_candidate_sampler
from runtime.random.candidates import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from runtime.random.candidates import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from runtime.random.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from runtime.random.candidates import uniform_candidate_sampler as uniform_candidate_sampler
from runtime.random.generators import Generator as Generator
from runtime.random.generators import create_rng_state as create_rng_state
from runtime.random.generators import get_global_generator as get_global_generator
from runtime.random.generators import set_global_generator as set_global_generator
from runtime.random.sampling import categorical as categorical
from runtime.random.sampling import gamma as gamma
from runtime.random.sampling import normal as normal
from runtime.random.sampling import shuffle as shuffle
from runtime.random.sampling import truncated_normal as truncated_normal
from runtime.random.sampling import uniform as uniform
from runtime.random.seeds import Algorithm as Algorithm
from runtime.random.seeds import set_seed as set_seed
from runtime.random.stateless import fold_in as fold_in
from runtime.random.stateless import split as split
from runtime.random.stateless import stateless_binomial as stateless_binomial
from runtime.random.stateless import stateless_categorical as stateless_categorical
from runtime.random.stateless import stateless_gamma as stateless_gamma
from runtime.random.stateless import stateless_normal as stateless_normal
from runtime.random.stateless import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from runtime.random.stateless import stateless_poisson as stateless_poisson
from runtime.random.stateless import stateless_truncated_normal as stateless_truncated_normal
from runtime.random.stateless import stateless_uniform as stateless_uniform
from runtime.stubs.random import experimental as experimental
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import ShapeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
def multinomial(logits: TensorLike, num_samples: TensorLike, seed: int | None = ..., name: str | None = ..., output_dtype: DTypeLike | None = ...) -> Tensor: ...
def poisson(lam: TensorLike, shape: ShapeLike, dtype: DTypeLike = ..., seed: int | None = ..., name: str | None = ...) -> Tensor: ...
def stateless_multinomial(logits: TensorLike, num_samples: TensorLike, seed: TensorLike, output_dtype: DTypeLike | None = ..., name: str | None = ...) -> Tensor: ...
