"""What `if`, `while`, `for` and built-in calls mean on tensors while tracing."""
