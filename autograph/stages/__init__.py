"""Stages for values of other libraries; a program imports the module for its library.

Not here: tensors of `runtime`, which registers its own stage.
"""
