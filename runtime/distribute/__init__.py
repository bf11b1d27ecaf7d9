"""Strategies: distributed computation, and its context inside functions.

Not here: which devices there are (`devices`).
"""
