# Made by `python -m tools.stubs` of the tables of names.
from runtime.embedding_tables.configurations import FeatureConfig as FeatureConfig
from runtime.embedding_tables.configurations import QuantizationConfig as QuantizationConfig
from runtime.embedding_tables.configurations import SparseCoreEmbeddingConfig as SparseCoreEmbeddingConfig
from runtime.embedding_tables.configurations import TableConfig as TableConfig
from runtime.embedding_tables.lookups import TPUEmbeddingForServing as TPUEmbeddingForServing
from runtime.embedding_tables.lookups import serving_embedding_lookup as serving_embedding_lookup
from runtime.embedding_tables.optimizers import Adagrad as Adagrad
from runtime.embedding_tables.optimizers import AdagradMomentum as AdagradMomentum
from runtime.embedding_tables.optimizers import Adam as Adam
from runtime.embedding_tables.optimizers import FTRL as FTRL
from runtime.embedding_tables.optimizers import SGD as SGD
from runtime.namespaces.refused_tpu import CustomCombiner as CustomCombiner
from runtime.namespaces.refused_tpu import CustomOptimizer as CustomOptimizer
from runtime.namespaces.refused_tpu import RowIdInitializer as RowIdInitializer
from runtime.namespaces.refused_tpu import TPUEmbedding as TPUEmbedding
from runtime.namespaces.refused_tpu import TPUEmbeddingV0 as TPUEmbeddingV0
from runtime.namespaces.refused_tpu import TPUEmbeddingV2 as TPUEmbeddingV2
