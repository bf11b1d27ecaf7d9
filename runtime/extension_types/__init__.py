"""Extension types: classes of users whose values are several tensors and constants."""
