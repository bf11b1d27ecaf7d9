"""A GraphDef message as text to compare: also run inside TensorFlow's own process."""

from __future__ import annotations

import re


def text_of_name(name):
    numbered = r"((?:true|false|body|cond|branch\d|inference_\w+?))_\d+(?=$|___|\b)"
    return re.sub(numbered, r"\1_N", name)


def text_of_attrs(attrs):
    # config_proto describes the machine; seeds depend on what was seeded before
    shown = [
        f"{key}={text_of_name(' '.join(str(attrs[key]).split()))}"
        for key in sorted(attrs)
        if key not in ("config_proto", "seed", "seed2")
    ]
    return "{" + ", ".join(shown) + "}"


def text_of_node(node):
    inputs = ", ".join(map(text_of_name, node.input))
    return f"  {node.name} = {node.op}({inputs}) {text_of_attrs(node.attr)}"


def text_of_function(function):
    signature = function.signature
    arguments = []
    for position, arg in enumerate(signature.input_arg):
        attrs = text_of_attrs(function.arg_attr[position].attr)
        arguments.append(f"{text_of_name(arg.name)}: {arg.type} {attrs}")
    results = [f"{arg.name}={function.ret[arg.name]}" for arg in signature.output_arg]
    effects = sorted(function.control_ret.items())
    lines = [
        f"func {text_of_name(signature.name)} -> {', '.join(results)}"
        f" effects {effects} {sorted(signature.control_output)}"
        f" stateful {signature.is_stateful} {text_of_attrs(function.attr)}"
    ]
    lines += [f"  arg {argument}" for argument in arguments]
    return "\n".join(lines + [text_of_node(node) for node in function.node_def])


def text_of_graph(graph_def):
    functions = sorted(map(text_of_function, graph_def.library.function))
    text = "\n".join([*map(text_of_node, graph_def.node), *functions]) + "\n"
    # what is captured without a name has a number for one
    for number in set(re.findall(r'_user_specified_name=s: "(\d\d+)"', text)):
        text = re.sub(rf"(?<![0-9A-Za-z.]){number}(?=_0|\W)", "N", text)
    return re.sub(r"pyfunc_\w+", "pyfunc_N", text)
