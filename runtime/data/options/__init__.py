"""Options of pipelines.

Layers: policies, options
"""
