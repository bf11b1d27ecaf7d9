"""Graphs edited on request: parts cut out, graphs put in, variables frozen.

Rewrites that keep the meaning of a graph are passes, in ``graphir.passes``.

Not here: what keeps the meaning of a graph (`passes`).
"""
