"""Ops that combine many elements.

Along axes, by segment, running, by rank or count.

Not here: running reductions of sparse tensors (`sparse`).
"""
