"""What the optimizer's verbs share: pipelines, verification, bisection."""
