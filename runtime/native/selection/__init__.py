"""Which parts of a graph become native regions."""
