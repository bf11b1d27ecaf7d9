"""Functions of version 2 whose arguments had another order or other names.

A line is a function, the earlier order of its arguments, and which are earlier names.
"""

from __future__ import annotations

from runtime.arrays import blocks, indexing, rearranging
from runtime.compat.v1.arguments.old_arguments import with_old_arguments as earlier
from runtime.control_flow import grouping
from runtime.debugging import numerics
from runtime.gradients import second_derivatives
from runtime.image import boxes, cropping
from runtime.io import encoded, example_parsing
from runtime.io import file_operations as gfile
from runtime.math import counting, ranking
from runtime.namespaces import quantization
from runtime.random import sampling, stateless
from runtime.sparse import arithmetic, reductions
from runtime.sparse import rearranging as sparse_rearranging
from runtime.strings import elements

depth_to_space = earlier(blocks.depth_to_space, "input block_size name data_format")
space_to_depth = earlier(blocks.space_to_depth, "input block_size name data_format")
reverse_sequence = earlier(
    rearranging.reverse_sequence,
    "input seq_lengths seq_axis batch_axis name seq_dim batch_dim",
    {"seq_dim": "seq_axis", "batch_dim": "batch_axis"},
)
gather_nd = earlier(
    indexing.gather_nd, "params indices name batch_dims bad_indices_policy"
)
confusion_matrix = earlier(
    counting.confusion_matrix,
    "labels predictions num_classes dtype name weights",
)
bincount = earlier(counting.bincount, "arr weights minlength maxlength dtype")
in_top_k = earlier(ranking.in_top_k, "predictions targets k name")

group_tuple = earlier(grouping.tuple_, "tensors name control_inputs")
hessians = earlier(
    second_derivatives.hessians,
    "ys xs name gate_gradients aggregation_method",
)
verify_tensor_all_finite = earlier(
    numerics.assert_all_finite,
    "t msg name x message",
    {"t": "x", "msg": "message"},
)

decode_csv = earlier(
    encoded.decode_csv,
    "records record_defaults field_delim use_quote_delim name na_value select_cols",
)
decode_raw = earlier(
    encoded.decode_raw,
    "input_bytes out_type little_endian name bytes",
    {"bytes": "input_bytes"},
)
serialize_sparse = earlier(encoded.serialize_sparse, "sp_input name out_type")
serialize_many_sparse = earlier(encoded.serialize_many_sparse, "sp_input name out_type")
parse_example = earlier(
    example_parsing.parse_example, "serialized features name example_names"
)
parse_single_example = earlier(
    example_parsing.parse_single_example, "serialized features name example_names"
)

reduce_join = earlier(
    elements.reduce_join,
    "inputs axis keep_dims separator name reduction_indices keepdims",
    {"reduction_indices": "axis", "keep_dims": "keepdims"},
)
substr = earlier(elements.substr, "input pos len name unit")
string_length = earlier(elements.length, "input name unit")
string_to_number = earlier(
    elements.to_number, "string_tensor out_type name input", {"string_tensor": "input"}
)
string_to_hash_bucket = earlier(
    elements.to_hash_bucket,
    "string_tensor num_buckets name input",
    {"string_tensor": "input"},
)

sparse_add = earlier(arithmetic.add, "a b threshold thresh", {"thresh": "threshold"})
_AXES = {"reduction_axes": "axis", "keep_dims": "keepdims"}
_REDUCED = "sp_input axis keepdims reduction_axes keep_dims"
sparse_reduce_max = earlier(reductions.reduce_max, _REDUCED, _AXES)
sparse_reduce_sum = earlier(reductions.reduce_sum, _REDUCED, _AXES)
sparse_reduce_max_sparse = earlier(
    reductions.reduce_max, _REDUCED, _AXES, output_is_sparse=True
)
sparse_reduce_sum_sparse = earlier(
    reductions.reduce_sum, _REDUCED, _AXES, output_is_sparse=True
)
_SEGMENTS = "data indices segment_ids name num_segments sparse_gradient"
sparse_segment_mean = earlier(reductions.segment_mean, _SEGMENTS)
sparse_segment_sqrt_n = earlier(reductions.segment_sqrt_n, _SEGMENTS)
sparse_segment_sum = earlier(reductions.segment_sum, _SEGMENTS)
sparse_concat = earlier(
    sparse_rearranging.concat,
    "axis sp_inputs name expand_nonconcat_dim concat_dim expand_nonconcat_dims",
    {"concat_dim": "axis", "expand_nonconcat_dim": "expand_nonconcat_dims"},
)

quantize_v2 = earlier(
    quantization.quantize,
    "input min_range max_range T mode name round_mode narrow_range axis "
    "ensure_minimum_range",
)
random_poisson = earlier(sampling.poisson, "lam shape dtype seed name")
multinomial = earlier(
    sampling.categorical,
    "logits num_samples seed name output_dtype",
    {"output_dtype": "dtype"},
)
stateless_multinomial = earlier(
    stateless.stateless_categorical,
    "logits num_samples seed output_dtype name",
    {"output_dtype": "dtype"},
)

extract_image_patches = earlier(
    boxes.extract_patches,
    "images ksizes strides rates padding name sizes",
    {"ksizes": "sizes"},
)
crop_and_resize = earlier(
    cropping.crop_and_resize,
    "image boxes box_ind crop_size method extrapolation_value name box_indices",
    {"box_ind": "box_indices"},
)
draw_bounding_boxes = earlier(boxes.draw_bounding_boxes, "images boxes name colors")

copy = earlier(
    gfile.copy, "oldpath newpath overwrite", {"oldpath": "src", "newpath": "dst"}
)
rename = earlier(
    gfile.rename, "oldname newname overwrite", {"oldname": "src", "newname": "dst"}
)
_FOLDER, _FILE = {"dirname": "path"}, {"filename": "path"}
delete_recursively = earlier(gfile.rmtree, "dirname", _FOLDER)
is_directory = earlier(gfile.isdir, "dirname", _FOLDER)
list_directory = earlier(gfile.listdir, "dirname", _FOLDER)
make_dirs = earlier(gfile.makedirs, "dirname", _FOLDER)
make_dir = earlier(gfile.mkdir, "dirname", _FOLDER)
exists = earlier(gfile.exists, "filename", _FILE)
remove = earlier(gfile.remove, "filename", _FILE)
stat = earlier(gfile.stat, "filename", _FILE)
glob = earlier(gfile.glob, "filename", {"filename": "pattern"})
walk = earlier(gfile.walk, "top in_order", {"in_order": "topdown"})
