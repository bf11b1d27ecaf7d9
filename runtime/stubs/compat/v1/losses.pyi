# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.weighted_losses import Reduction as Reduction
from runtime.compat.v1.weighted_losses import compute_weighted_loss as compute_weighted_loss
from runtime.compat.v1.weighted_losses import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
