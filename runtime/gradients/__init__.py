"""Derivatives as users ask for them: tapes, jacobians, custom gradients."""
