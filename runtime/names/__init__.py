"""The tables of public names, and the finder that serves ``tf`` from them."""
