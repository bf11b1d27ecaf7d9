"""Functions on the shape and the order of tensors; their names are in `tf` itself.

Not here: arithmetic (`math`), and functions applied to parts (`mapping`).
"""
