"""Source text and syntax trees, independent of conversion."""
