"""Matrix products and convolutions in native code."""
