"""Stages: what dataset ops are, and the iterators over them.

Layers: stage, functions, batches, words, parallel_calls, then the stages by kind, which
import each other only downwards, and resources
"""
