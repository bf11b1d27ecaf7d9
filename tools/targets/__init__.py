"""Inputs of a verb: a function or a graph, its arguments, its trace.

Not here: where results go (`output`).
"""
