"""Code that nobody here wrote, converted: `make real`."""
