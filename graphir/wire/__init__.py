"""TensorFlow's messages, and graphs in them, both ways.

Layers: garbage, message_names, text_printing, messages, text, shapes, elements,
tensors, attributes, signatures, node_reading, edges, node_building, node_writing,
function_names, function_reading, function_writing, calls, graphdef, validation
"""

from __future__ import annotations
