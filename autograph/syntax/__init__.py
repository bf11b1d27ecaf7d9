"""Python text and trees; knows nothing of conversion."""
