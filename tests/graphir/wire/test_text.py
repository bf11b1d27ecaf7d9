"""Text and JSON of messages, the same whatever implements protobuf."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from graphir.errors import ParseError
from graphir.wire import messages, text
from graphir.wire.text_printing import print_message

EXAMPLE = """\
node {
  name: "a"
  op: "AddV2"
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_FLOAT
        tensor_shape {
          dim {
            size: 2
          }
        }
        tensor_content: "\\000\\"\\n\\377"
        float_val: 0.1
        float_val: 2
        float_val: -inf
        float_val: 1e+20
        double_val: 0.1
        double_val: 0.30000000000000004
      }
    }
  }
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "T_b"
    value {
      list {
        i: -1
        b: true
      }
    }
  }
}
library {
  function {
    arg_attr {
      key: 0
      value {
        attr {
          key: "a"
          value {
            placeholder: "é"
          }
        }
      }
    }
    arg_attr {
      key: 2
      value {
      }
    }
  }
}
versions {
  producer: 12
}
"""


def test_text_is_printed_as_it_was_read() -> None:
    assert messages.to_text(text.parse_text("GraphDef", EXAMPLE)) == EXAMPLE


def test_own_printer_agrees_with_protobufs() -> None:
    assert print_message(text.parse_text("GraphDef", EXAMPLE)) == EXAMPLE


def test_every_byte_and_letter_is_escaped_as_protobuf_does() -> None:
    value = messages.get("AttrValue.ListValue")(s=[bytes(range(256))])
    letters = "".join(map(chr, range(1, 300)))
    value.func.add(name=letters)
    assert print_message(value) == str(value)


def test_pure_python_protobuf_prints_the_same() -> None:
    code = (
        "import sys; from graphir.wire import text;"
        "sys.stdout.write(str(text.parse_text('GraphDef', sys.stdin.read())))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        input=EXAMPLE,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"},
    )
    assert done.stdout == EXAMPLE


def test_json_is_read_again() -> None:
    message = text.parse_text("GraphDef", EXAMPLE)
    assert text.parse_json("GraphDef", text.to_json(message)) == message


def test_json_names_fields_as_the_table_does() -> None:
    tensor = messages.get("TensorProto")(dtype=1)
    tensor.tensor_shape.SetInParent()
    assert '"tensor_shape"' in text.to_json(tensor)


def test_bad_text_names_line_and_column() -> None:
    with pytest.raises(ParseError, match=r"2:3 .*no field named \"nam\""):
        text.parse_text("GraphDef", 'node {\n  nam: "x"\n}')


def test_bad_json_names_the_reason() -> None:
    with pytest.raises(ParseError, match="Not the JSON form of a GraphDef"):
        text.parse_json("GraphDef", '{"node": 7}')


@pytest.mark.parametrize(
    ("parse", "level"),
    [
        (text.parse_text, "type_spec_value { type_state { "),
        (text.parse_json, '{"typeSpecValue": {"typeState": '),
    ],
)
def test_deep_nesting_is_refused(
    parse: Callable[[str, str], object], level: str
) -> None:
    with pytest.raises(ParseError):
        parse("StructuredValue", level * 20000)
