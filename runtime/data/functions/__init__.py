"""User functions passed to datasets: traced once, converted by AutoGraph.

Not here: traced functions of users (`runtime.functions`).
"""
