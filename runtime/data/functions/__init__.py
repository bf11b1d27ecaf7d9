"""Functions that users give to datasets: traced once, converted by AutoGraph.

Layers: debug_mode, staged_function
"""
