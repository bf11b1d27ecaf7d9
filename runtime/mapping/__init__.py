"""Higher-order functions over the first axis: ``map_fn``, ``scan`` and the two folds.

Over dense, ragged and sparse tensors, and over extension types.
"""
