# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.sessions.loader import load_into_session as _load_into_session
from runtime.saved_model.sessions.loader import maybe_saved_model_directory as maybe_saved_model_directory
load = _load_into_session
