"""Automatic differentiation as users call it: tapes, jacobians, custom gradients."""
