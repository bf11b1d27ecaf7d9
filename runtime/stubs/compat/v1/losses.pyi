# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.collections import add_loss as add_loss
from runtime.compat.v1.training.element_losses import absolute_difference as absolute_difference
from runtime.compat.v1.training.element_losses import cosine_distance as cosine_distance
from runtime.compat.v1.training.element_losses import get_losses as get_losses
from runtime.compat.v1.training.element_losses import get_regularization_loss as get_regularization_loss
from runtime.compat.v1.training.element_losses import get_regularization_losses as get_regularization_losses
from runtime.compat.v1.training.element_losses import get_total_loss as get_total_loss
from runtime.compat.v1.training.element_losses import hinge_loss as hinge_loss
from runtime.compat.v1.training.element_losses import huber_loss as huber_loss
from runtime.compat.v1.training.element_losses import log_loss as log_loss
from runtime.compat.v1.training.element_losses import mean_pairwise_squared_error as mean_pairwise_squared_error
from runtime.compat.v1.training.element_losses import mean_squared_error as mean_squared_error
from runtime.compat.v1.training.element_losses import sigmoid_cross_entropy as sigmoid_cross_entropy
from runtime.compat.v1.training.element_losses import softmax_cross_entropy as softmax_cross_entropy
from runtime.compat.v1.training.weighted_losses import Reduction as Reduction
from runtime.compat.v1.training.weighted_losses import compute_weighted_loss as compute_weighted_loss
from runtime.compat.v1.training.weighted_losses import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
