"""The graph being recorded: its nodes, captures, names and order of effects.

Not here: statements of Python (`staging`), and calls of traces (`functions`).
"""
