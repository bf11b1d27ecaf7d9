"""Options of input pipelines.

Layers: policies, options
"""
