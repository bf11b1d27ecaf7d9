"""Static analyses of a syntax tree, which they never change."""
