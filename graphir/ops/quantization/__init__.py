"""Ops between floats and integers of few steps.

Not here: floats of few bits, which are dtypes as others.
"""
