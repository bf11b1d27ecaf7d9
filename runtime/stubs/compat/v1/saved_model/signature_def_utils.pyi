# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.sessions.method_names import MethodNameUpdater as MethodNameUpdater
from runtime.saved_model.sessions.signature_messages import build_signature_def as build_signature_def
from runtime.saved_model.sessions.signature_messages import classification_signature_def as classification_signature_def
from runtime.saved_model.sessions.signature_messages import is_valid_signature as is_valid_signature
from runtime.saved_model.sessions.signature_messages import predict_signature_def as predict_signature_def
from runtime.saved_model.sessions.signature_messages import regression_signature_def as regression_signature_def
