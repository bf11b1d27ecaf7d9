"""Protocol buffer text format, read; JSON, read and written."""

from __future__ import annotations

from typing import Any

from graphir.errors import ParseError
from graphir.wire import messages

Message = Any


def parse_text(name: str, text: str) -> Message:
    """The message that the text form describes.

    >>> parse_text("NodeDef", 'name: "x" op: "NoOp"').op
    'NoOp'

    Raises:
      ParseError: with protobuf's words, which name line and column.
    """
    from google.protobuf import text_format

    message = messages.get(name)()
    try:
        text_format.Parse(text, message, descriptor_pool=messages.pool())
    except text_format.ParseError as error:
        raise ParseError(f"Not the text form of a {name}: {error}") from error
    except RecursionError as error:
        raise ParseError(f"The text of a {name} is nested too deeply.") from error
    return message


def to_json(message: Message) -> str:
    """The message in protobuf's JSON form, fields named as in the table.

    >>> print(to_json(messages.get("NodeDef")(name="x")))
    {
      "name": "x"
    }
    """
    from google.protobuf import json_format

    return json_format.MessageToJson(
        message,
        preserving_proto_field_name=True,
        sort_keys=True,
        descriptor_pool=messages.pool(),
    )


def parse_json(name: str, text: str | bytes) -> Message:
    """The message that the JSON form describes; field names in either spelling.

    >>> parse_json("TensorProto", '{"dtype": "DT_FLOAT", "floatVal": [1]}').float_val[0]
    1.0

    Raises:
      ParseError: with the reason.
    """
    from google.protobuf import json_format

    try:
        return json_format.Parse(
            text, messages.get(name)(), descriptor_pool=messages.pool()
        )
    except (json_format.ParseError, UnicodeDecodeError) as error:
        raise ParseError(f"Not the JSON form of a {name}: {error}") from error
    except RecursionError as error:
        raise ParseError(f"The JSON of a {name} is nested too deeply.") from error
