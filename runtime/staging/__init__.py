"""The meaning of `if`, `while`, `for` and built-in calls on tensors while tracing."""
