"""Selection of the parts of a graph that become native regions."""
