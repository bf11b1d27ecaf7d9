"""Tensors, what converts to them, and structures of them; no op is applied here.

Not here: ops on them: an op happens in `runtime.apply`.
"""
