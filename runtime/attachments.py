"""Hooks of lower layers: the function of a higher layer that each calls, and why."""

from __future__ import annotations

from graphir.attachments import attach

attach(
    {
        # a list of tensors is packed by an op, a gradient of rows made dense by one
        "application of an op": "runtime.apply:apply_op",
        # a loop of functions that is called eagerly is a graph of one node
        "eager call of an op of graphs": "runtime.functions.wrapped_ops:wrapped_op",
        # text that stands for tensors of the trace becomes tensors again
        "tensors in place of their text": "runtime.staging.staged_text:converted",
        "text in place of a tensor": "runtime.staging.staged_text:describe",
        "repr of a tensor in its trace": (
            "runtime.staging.staged_text:describe_for_user"
        ),
        # a tensor without a value tells what the user's line should do instead
        "advice on truth values of tensors": (
            "runtime.staging.misuse_advice:advice_on_truth"
        ),
        "advice on iteration over tensors": (
            "runtime.staging.misuse_advice:advice_on_iteration"
        ),
        "judgement of handlers of errors": (
            "runtime.staging.misuse_advice:judge_handler"
        ),
        # a tensor shows users the node that makes it
        "operation of a node": "runtime.tracing.graphs:Operation",
        # a library takes the operators of tensors for classes of its own
        "operators for what acts as a tensor": (
            "runtime.internal.operators:give_to_tensors"
        ),
        # Python statements on tensors mean public functions
        "tf.range": "runtime.arrays.ranges:range",
        # a check puts back what a function did to its variables
        "variables of an object": "runtime.variables.reached:variables_of",
        "tf.function": "runtime.functions.decorator:function",
        # llvmlite is imported with the first graph that is compiled
        "program with native regions": (
            "runtime.native.selection.region_programs:compile_natively"
        ),
        # converted code asks whether anything is recorded
        "begin of a recording": "autograph.running.recordings:begin_recording",
        "end of a recording": "autograph.running.recordings:end_recording",
        "recordings of a thread": "autograph.running.recordings:recordings_of_thread",
        # a graph that is made by hand has variables of its own
        "variable of a graph made by hand": (
            "runtime.compat.v1.variable_class:variable_of_graph"
        ),
        # datasets are elements of datasets
        "dataset or optional of its variant": (
            "runtime.data.datasets.base:value_of_variant"
        ),
        # a saved function may take datasets and what reads them
        "spec of datasets": "runtime.data.elements.specs:DatasetSpec",
        "spec of iterators": "runtime.data.elements.specs:IteratorSpec",
        "spec of optionals": "runtime.data.elements.specs:OptionalSpec",
        # the strategy that is current where none was entered
        "default strategy": "runtime.distribute.strategies:default_strategy",
        "gradients summed over replicas": (
            "runtime.distribute.contexts:summed_over_replicas"
        ),
        # averages over the batches of all replicas
        "replicas that run together": "runtime.distribute.contexts:replicas_together",
        # a model that is exported to another format is traced and frozen first
        "frozen graph of a program": "runtime.saved_model.frozen_graphs:frozen_graph",
        # methods of composite tensors
        "text of a ragged tensor": "runtime.strings.ragged_text:ragged_text",
        "op on ragged tensors": "runtime.ragged.dispatch:apply_to_ragged",
        "spec of a ragged tensor": (
            "runtime.ragged.ragged_tensor_spec:RaggedTensorSpec.from_value"
        ),
        "axes of a ragged tensor, merged": "runtime.ragged.reshaping:merge_dims",
        "ragged tensor of a dense one": "runtime.ragged.conversions:from_tensor",
        "ragged tensor of a sparse one": "runtime.ragged.conversions:from_sparse",
        "dense tensor of a ragged one": "runtime.ragged.conversions:to_tensor",
        "sparse tensor of a ragged one": "runtime.ragged.conversions:to_sparse",
        "rows of a ragged tensor by subscript": "runtime.ragged.subscripts:get_item",
        # what notebooks show
        "page of a function": "runtime.explorer.notebooks:function_html",
        "page of a concrete function": "runtime.explorer.notebooks:concrete_html",
        "page of a traced graph": "runtime.explorer.notebooks:traced_graph_html",
        "page of a dataset": "runtime.explorer.notebooks:dataset_html",
        "page of a module": "runtime.explorer.notebooks:module_html",
    }
)
