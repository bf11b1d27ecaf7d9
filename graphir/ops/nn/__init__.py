"""Ops of neural networks: convolutions, pools, activations, normalization, losses.

Not here: steps of optimizers (`state`), and image processing (`images`).
"""
