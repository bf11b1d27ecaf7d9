"""Ops that combine many elements.

Along axes, by segment, running, by rank or count.
"""
