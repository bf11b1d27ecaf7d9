"""Ops on references, which TensorFlow 1 had before there were resources.

Most ops that change a variable are declared once, for resources, with the earlier name
that they have for references (`state`); here are those that have no such twin.
"""
