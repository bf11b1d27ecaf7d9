"""Stages for values of other libraries; import the one that you use.

Not here: tensors of `runtime`, which registers its own stage.
"""
