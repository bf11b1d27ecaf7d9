"""Functions on the shape and order of elements of tensors; most are in `tf` itself.

Not here: arithmetic (`math`), and functions mapped over the first axis (`mapping`).
"""
