"""The graph under construction: its nodes, captures, names and order of effects.

Not here: Python statements on tensors (`staging`), and calls of traces (`functions`).
"""
