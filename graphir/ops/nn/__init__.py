"""Ops of neural networks: convolutions, pools, activations, normalization, losses."""
