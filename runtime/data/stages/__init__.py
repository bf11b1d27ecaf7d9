"""Stages: the implementation of dataset ops, and their iterators.

Layers: stage, functions, batches, words, parallel_calls, then the stages by kind, which
import each other only downwards, and resources
"""
