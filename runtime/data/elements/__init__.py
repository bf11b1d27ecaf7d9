"""Elements of datasets: structures of values, their specs, and their components.

Layers: specs, components, structures
"""
