"""Ops on references, which TensorFlow 1 had before there were resources.

Not here: most ops that change a variable, which are declared once, for resources, with
the earlier name that they have for references (`state`).
"""
