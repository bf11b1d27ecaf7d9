"""Checkpoints: the state of objects, saved, found again and restored.

Not here: the files (`bundles`), and models with functions (`saved_model`).
"""
