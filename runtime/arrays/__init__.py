"""Functions on the shape and the order of tensors; their names are in `tf` itself."""
