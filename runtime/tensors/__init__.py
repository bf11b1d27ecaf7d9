"""Tensors, conversion to them, and nested structures; no op is applied here.

Not here: ops on them: an op happens in `runtime.apply`.
"""
