# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.sessions.signature_messages import build_tensor_info as build_tensor_info
from runtime.saved_model.sessions.signature_messages import get_tensor_from_tensor_info as get_tensor_from_tensor_info
