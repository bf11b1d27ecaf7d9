"""User functions passed to datasets: traced once, converted by AutoGraph.

Layers: debug_mode, staged_function
"""
