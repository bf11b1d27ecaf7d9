"""The formats of graphs and models, as `--help` lists them."""

from __future__ import annotations

from typing import Final

FORMATS: Final = """\
format                     read                       convert -o    graph --format, -o
.pb .pbtxt .json           a GraphDef                 node by node  node by node
.onnx                      any version of op sets     13 to 25      18
the folder of a SavedModel --signature, or the first  NAME/         -
.keras                     a model of Keras           -             -
F, a Python function       traced, --arg for each     -             python program
.dot .svg .html            -                          -             drawings
listing tabular text       -                          -             for reading

`optimize -o` writes graph files, and SavedModels, whose variables stay.
`convert` writes variables as constants, `graph` leaves them inputs; those of a GraphDef
become constants by `freeze`."""
"""One row for each format: how it is read, and which verb writes it."""
