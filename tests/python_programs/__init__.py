"""Random modules over the grammar of Python."""
