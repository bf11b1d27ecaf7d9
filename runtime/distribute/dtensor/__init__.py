"""DTensor: tensors divided over a mesh of logical CPUs, and their layouts.

A DTensor is one array in memory; its layout says which part each device of the mesh
has. Devices are one memory here, so parts are views, and an op computes the whole.

Not here: replicas of a function (`distribute`), devices themselves (`devices`).
"""
