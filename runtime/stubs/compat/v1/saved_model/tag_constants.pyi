# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.constants import GPU as GPU
from runtime.saved_model.constants import SERVING as SERVING
from runtime.saved_model.constants import TPU as TPU
from runtime.saved_model.constants import TRAINING as TRAINING
