"""Graphs in protobuf's text form that several tests use."""

from __future__ import annotations

from typing import Any

from graphir.wire.text import parse_text

CONST = """
node {
  name: "c" op: "Const"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor {
    dtype: DT_FLOAT tensor_shape { } float_val: 1 } } }
}
"""

LOOP = (
    CONST
    + """
node { name: "enter" op: "Enter" input: "c"
  attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "frame_name" value { s: "loop" } } }
node { name: "merge" op: "Merge" input: "enter" input: "next"
  attr { key: "T" value { type: DT_FLOAT } } attr { key: "N" value { i: 2 } } }
node { name: "ten" op: "Const" input: "^merge"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor {
    dtype: DT_FLOAT tensor_shape { } float_val: 10 } } } }
node { name: "less" op: "Less" input: "merge" input: "ten"
  attr { key: "T" value { type: DT_FLOAT } } }
node { name: "cond" op: "LoopCond" input: "less" }
node { name: "switch" op: "Switch" input: "merge" input: "cond"
  attr { key: "T" value { type: DT_FLOAT } } }
node { name: "twice" op: "AddV2" input: "switch:1" input: "switch:1"
  attr { key: "T" value { type: DT_FLOAT } } }
node { name: "next" op: "NextIteration" input: "twice"
  attr { key: "T" value { type: DT_FLOAT } } }
node { name: "exit" op: "Exit" input: "switch"
  attr { key: "T" value { type: DT_FLOAT } } }
"""
)
"""x = 1; while x < 10: x += x"""

CALL = (
    CONST
    + """
node { name: "call" op: "PartitionedCall" input: "c" input: "c"
  attr { key: "f" value { func { name: "add" } } }
  attr { key: "Tin" value { list { type: DT_FLOAT type: DT_FLOAT } } }
  attr { key: "Tout" value { list { type: DT_FLOAT type: DT_FLOAT } } } }
library {
  function {
    signature {
      name: "add"
      input_arg { name: "a" type: DT_FLOAT }
      input_arg { name: "b" type: DT_FLOAT }
      output_arg { name: "first" type: DT_FLOAT }
      output_arg { name: "sum" type: DT_FLOAT }
      is_stateful: true
      control_output: "say"
    }
    attr { key: "_construction_context" value { s: "kEagerRuntime" } }
    arg_attr { key: 0 value {
      attr { key: "_output_shapes" value { list { shape { } } } }
      attr { key: "_user_specified_name" value { s: "a" } } } }
    arg_attr { key: 1 value {
      attr { key: "_output_shapes" value { list { shape { unknown_rank: true } } } }
    } }
    node_def { name: "z" op: "Split" input: "axis:output:0" input: "pair:output:0"
      attr { key: "T" value { type: DT_FLOAT } }
      attr { key: "num_split" value { i: 2 } } }
    node_def { name: "pair" op: "Pack" input: "a" input: "b"
      attr { key: "T" value { type: DT_FLOAT } }
      attr { key: "N" value { i: 2 } } attr { key: "axis" value { i: 0 } } }
    node_def { name: "axis" op: "Const"
      attr { key: "dtype" value { type: DT_INT32 } }
      attr { key: "value" value { tensor {
        dtype: DT_INT32 tensor_shape { } int_val: 0 } } } }
    node_def { name: "text" op: "Const"
      attr { key: "dtype" value { type: DT_STRING } }
      attr { key: "value" value { tensor {
        dtype: DT_STRING tensor_shape { } string_val: "hello" } } } }
    node_def { name: "say" op: "PrintV2" input: "text:output:0"
      attr { key: "output_stream" value { s: "stderr" } }
      attr { key: "end" value { s: "\\n" } } }
    node_def { name: "sum" op: "AddV2" input: "z:output:0" input: "z:output:1"
      input: "^say" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "first" value: "a" }
    ret { key: "sum" value: "sum:z:0" }
    control_ret { key: "say" value: "say" }
  }
}
"""
)
"""A call of a function with two results, nodes out of order, and a side effect."""


def graph_def(text: str, producer: int = 1882) -> Any:
    """The message of a text, with versions."""
    message = parse_text("GraphDef", text)
    message.versions.producer = producer
    message.versions.min_consumer = 12
    return message


def identity(inputs: str, name: str = "a", attrs: str = "") -> str:
    """A constant ``c`` and an Identity with those inputs, between spaces."""
    spelled = " ".join(f'input: "{each}"' for each in inputs.split())
    return CONST + (
        f'node {{ name: "{name}" op: "Identity" {spelled} '
        f'attr {{ key: "T" value {{ type: DT_FLOAT }} }} {attrs} }}'
    )
