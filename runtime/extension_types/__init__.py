"""Extension types: user-defined classes whose fields are tensors and constants."""
