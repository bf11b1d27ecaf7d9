"""Elements of datasets: nested structures, their specs, and their component tensors.

Layers: specs, components, structures
"""
