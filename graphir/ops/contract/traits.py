"""Op traits: the promise that each makes, and the code that relies on it.

TensorFlow's own traits (``stateful``, ``commutative``, ``aggregate``) are part of
signatures.
"""

from __future__ import annotations

from typing import Final

TRAITS: Final = {
    # values
    "elementwise": "a result for each place, from the operands at that place",
    "for_each_element": "works on flat values, though its shape rule does not say so",
    "layout_of_last_argument": "its result lies on a mesh as its last argument does",
    "numbers_axes": "its last input numbers axes of the others; their order is free",
    "entry_for_each_axis": "its inputs after the first have an entry for each axis",
    "idempotent": "f(f(x)) = f(x)",
    "involution": "f(f(x)) = x",
    "value_preserving": "gives its input as it is",
    "alias": "its first result is the array of its first argument",
    "keeps_zero": "gives 0 for 0",
    "truth": "a comparison, or logic",
    "reduction": "its functions call `reduction_indices` axis",
    "known_by_shape": "may be known though no input is constant",
    "infallible": "cannot fail if all shapes are static, though not elementwise",
    "refuses_integers": "fails for some integers (division by 0)",
    "passing_check": "a check whose first input is its result",
    "sized_by_values": "may make much of a little, and its shape rule cannot tell",
    "gathers": "its gradient may be slices",
    # digits, for mixed precision
    "precision_narrow": "always narrow: a product",
    "precision_following": "narrow between products, unless a wide op is before it",
    "precision_wide": "always wide: it overflows or loses digits",
    "precision_neutral": "has no digits to lose",
    # kernels
    "blockwise": "its kernel is no ufunc, but gives for a block what it gives for all",
    "makes_new": "its result is never a view of what it reads",
    "cubic": "takes time with the third power of the size of a matrix",
    "transform": "a Fourier transform",
    # state and control flow
    "unordered": "stateful, but any order of such ops is as good",
    "reads_resource": "leaves the resource as it is",
    "reads_pass": "reads_resource, and may pass other reads",
    "repeatable": "stateful, but running it twice changes nothing",
    # pipelines
    "makes_dataset": "its result is a dataset, whose functions run later",
    "arranges_elements": "gives elements of its dataset as they are, by their places",
    "passes_elements": "gives the elements of its dataset as they come",
    "maps_elements": "gives what its function gives for each element of its dataset",
    "stacks_elements": "gives so many elements of its dataset at a time, stacked",
    "placeless": "elementwise; its bits at a place do not depend on which place it is",
    "held_by_servers": "its state is what parameter servers hold: a variable, a table",
    "shared_by_name": "its state is found by name, the node's if none is given",
    "calls_functions": "calls functions of the library: plainly, in branches or a loop",
    "branching": "runs one of its functions",
    "if_else": "branches on a truth",
    "looping": "runs its body until its condition is false",
    "dataflow": "TensorFlow 1's control flow, by tokens and frames",
    "decides_run": "decides if, or in which frame, the nodes after it run",
    "any_input_runs": "runs as soon as one of its inputs has come",
    "chooses_output": "sends its first input to one output, by the second input",
    "of_frames": "belongs to a loop of TensorFlow 1",
    "enters_frame": "brings its input into the first iteration of a loop",
    "leaves_frame": "takes its input out of the last iteration of a loop",
    "given_or_default": "its result may be given from outside, else it is its input",
    "next_iteration": "takes its input to the next iteration of a loop",
    # what graphs of strangers may do only if allowed
    "reads_files": "reads the files that its `path_argument` names",
    "writes_files": "writes or makes files",
    "calls_python": "calls a Python function of this process",
    "reads_graphs": "runs a graph that it is given, with all that this may do",
    # names of nodes, as TensorFlow's functions give them
    "function_opens_scope": "its function opens a scope in which it stands alone",
    "function_without_scope": "its function opens no scope",
}
"""Trait -> meaning; a rule that needs a list of ops is a trait that is missing here."""


def parse_traits(text: str) -> frozenset[str]:
    """The traits named in a text.

    Raises:
      TypeError: for one that is not listed here.
    """
    traits = frozenset(text.split())
    unknown = sorted(traits - TRAITS.keys())
    if unknown:
        raise TypeError(f"Traits without a meaning in TRAITS: {', '.join(unknown)}.")
    return traits
