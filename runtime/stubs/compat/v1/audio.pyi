# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.audio import decode_wav as decode_wav
from runtime.namespaces.audio import encode_wav as encode_wav
