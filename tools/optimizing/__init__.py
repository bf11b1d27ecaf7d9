"""Shared parts of the optimizer's verbs: pipelines, verification, bisection."""
