"""`autograph checkpoint PREFIX`: the tensors of a checkpoint, and others made of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DIFFERENT, DONE, Failure
from ..output.results import Table, counted, show, show_json

EXAMPLE: Final = """\
example: autograph checkpoint training/ckpt-3
         autograph checkpoint training/ckpt-3 --values 'model/w*'
         autograph checkpoint training/ckpt-3 --diff training/ckpt-2
         autograph checkpoint training/ckpt-3 --leave-out 'optimizer/*' \\
             --cast 'model/*=bfloat16' -o small/ckpt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target", metavar="PREFIX", help="a checkpoint, or a folder: its latest one"
    )
    parser.add_argument("--tree", action="store_true", help="the objects, as a tree")
    parser.add_argument(
        "--values", metavar="PATTERN", help="the values of tensors of these keys"
    )
    parser.add_argument(
        "--diff", metavar="PREFIX", help="what is different in another; status 1 if any"
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="read everything and its checksums; status 1 if something is damaged",
    )
    changes = parser.add_argument_group("another checkpoint, written to -o PREFIX")
    changes.add_argument(
        "--rename", action="append", default=[], metavar="OLD=NEW", help="a key"
    )
    changes.add_argument(
        "--cast",
        action="append",
        default=[],
        metavar="PATTERN=DTYPE",
        help="tensors of these keys in another dtype",
    )
    changes.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="PATTERN",
        help="these keys alone",
    )
    changes.add_argument(
        "--leave-out", action="append", default=[], metavar="PATTERN", help="not these"
    )


def run(args: argparse.Namespace) -> int:
    """Shows the checkpoint, or writes another."""
    from graphir.errors import GraphirError, OpError

    args.target = _prefix(args.target)
    action = _action(args)
    try:
        code: int = action(args)
        return code
    except (GraphirError, OpError, OSError) as error:
        text = getattr(error, "message", str(error))
        raise Failure(f"{args.target}: {text}", BAD_INPUT) from error


def _prefix(target: str) -> str:
    """The prefix that is meant: without a file's ending, of a folder the latest."""
    from runtime.checkpoints.state_file import latest_checkpoint

    if Path(target).is_dir():
        found = latest_checkpoint(target)
        inside = Path(target, "variables", "variables.index")
        if found is None and inside.is_file():
            return str(inside).removesuffix(".index")
        if found is None:
            raise Failure(_no_latest(Path(target)), BAD_INPUT)
        return found
    start, dot, rest = target.rpartition(".")
    prefix = start if dot and rest.startswith(("index", "data-")) else target
    if not Path(f"{prefix}.index").is_file() and not Path(target).is_file():
        raise Failure(f"{target}: there is no checkpoint of that name.", BAD_INPUT)
    return prefix


def _no_latest(folder: Path) -> str:
    """Why a folder is no checkpoint, with the names of those that are in it."""
    names = sorted(str(each.with_suffix("")) for each in folder.glob("*.index"))
    hint = f": name one of {', '.join(names)}" if names else ", and has none"
    return f"{folder}: the folder does not say which checkpoint is the latest{hint}."


def _action(args: argparse.Namespace) -> Callable[[argparse.Namespace], int]:
    if args.rename or args.cast or args.keep or args.leave_out:
        return _edit
    if args.verify:
        return _verify
    if args.diff:
        return _diff
    if args.values:
        return _values
    return _tree if args.tree else _tensors


# --- what it holds


def _tensors(args: argparse.Namespace) -> int:
    from runtime.bundles.bundle_reader import BundleReader

    reader = BundleReader(args.target)
    entries = [(each, reader.entry(each)) for each in reader]
    rows = tuple(
        (key, entry.dtype.name, str(list(entry.shape)), _size(reader, key))
        for key, entry in entries
    )
    table = Table(("tensor", "dtype", "shape", "bytes"), rows)
    if args.json:
        show_json(args, table.as_data())
        return DONE
    total = sum(row[-1] for row in rows)
    parts: list[str | Table] = [table]
    if not args.quiet:
        parts += ["", f"{counted(len(rows), 'tensor')}, {counted(total, 'byte')}"]
    show(args, *parts)
    return DONE


def _size(reader: Any, key: str) -> int:
    entry = reader.entry(key)
    if not entry.slices:
        return int(entry.size)
    return int(entry.count * entry.dtype.numpy_dtype.itemsize)


def _tree(args: argparse.Namespace) -> int:
    from runtime.bundles.bundle_reader import BundleReader
    from runtime.checkpoints.editing import object_tree

    reader = BundleReader(args.target)
    rows: list[tuple[Any, ...]] = []

    def add(depth: int, name: str, node: Any) -> None:
        title = "  " * depth + name
        if node is None:
            rows.append((title, "shown above", "", "", ""))
            return
        found = [each.checkpoint_key for each in node.attributes]
        rows.append((title, *_described(reader, found[0] if found else None)))
        for key in found[1:]:
            rows.append(("", *_described(reader, key)))

    if not object_tree(args.target, add):
        raise Failure(
            f"{args.target} has no objects: it was saved by names, as in version 1.",
            BAD_INPUT,
        )
    table = Table(("object", "tensor", "dtype", "shape", "bytes"), tuple(rows))
    if args.json:
        show_json(args, table.as_data())
    else:
        show(args, table)
    return DONE


def _described(reader: Any, key: str | None) -> tuple[Any, ...]:
    if key is None:
        return "", "", "", ""
    if key not in reader:
        return key, "missing", "", ""
    entry = reader.entry(key)
    return key, entry.dtype.name, str(list(entry.shape)), _size(reader, key)


def _values(args: argparse.Namespace) -> int:
    from runtime.bundles.bundle_reader import BundleReader

    reader = BundleReader(args.target)
    found = {key: reader.read(key) for key in _matching(reader, [args.values])}
    if args.json:
        show_json(args, {key: _plain(array) for key, array in found.items()})
        return DONE
    show(args, "\n".join(f"{key}\n{array}" for key, array in found.items()))
    return DONE


def _plain(array: Any) -> Any:
    from numpy import asarray

    found = asarray(array)
    if found.dtype.kind == "O":
        texts = [each.decode("utf-8", "backslashreplace") for each in found.ravel()]
        return texts if found.ndim else texts[0]
    if found.dtype.kind in "fiub":
        return found.tolist()
    return str(found)


def _matching(reader: Any, patterns: list[str]) -> list[str]:
    """The keys that match a pattern, or begin with it.

    Raises:
      Failure: if one matches nothing.
    """
    from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY

    every = [each for each in reader if each != OBJECT_GRAPH_KEY]
    found: dict[str, None] = {}
    for pattern in patterns:
        own = [each for each in every if _is_meant(each, pattern)]
        if not own:
            raise Failure(f"no tensor matches {pattern!r}.", BAD_INPUT)
        found.update(dict.fromkeys(own))
    return list(found)


def _is_meant(key: str, pattern: str) -> bool:
    short = key.removesuffix("/.ATTRIBUTES/VARIABLE_VALUE")
    return fnmatchcase(key, pattern) or fnmatchcase(short, pattern)


# --- checks


def _diff(args: argparse.Namespace) -> int:
    from runtime.checkpoints.editing import differences

    found = list(differences(args.target, _prefix(args.diff)))
    rows = tuple((each.key, each.what, each.largest) for each in found)
    if args.json:
        headings = ("tensor", "difference", "largest")
        show_json(args, Table(headings, rows).as_data())
    elif found:
        shown = tuple(
            (key, what, "" if largest is None else f"{largest:g}")
            for key, what, largest in rows
        )
        show(args, Table(("tensor", "difference", "largest"), shown))
    elif not args.quiet:
        show(args, "the same tensors")
    return DIFFERENT if found else DONE


def _verify(args: argparse.Namespace) -> int:
    from runtime.bundles.bundle_reader import BundleReader
    from runtime.checkpoints.editing import damaged_tensors

    found = damaged_tensors(args.target)
    if args.json:
        show_json(args, found)
    elif found:
        show(args, Table(("tensor", "damage"), tuple(found.items())))
    elif not args.quiet:
        count = len(list(BundleReader(args.target)))
        show(args, f"{counted(count, 'tensor')}, all checksums agree")
    return DIFFERENT if found else DONE


# --- others


def _edit(args: argparse.Namespace) -> int:
    from runtime.bundles.bundle_reader import BundleReader
    from runtime.checkpoints.editing import Edits, write_edited

    if args.output is None:
        raise Failure("another checkpoint needs a name: -o PREFIX.", BAD_INPUT)
    reader = BundleReader(args.target)
    renamed = dict(_pair(each, "--rename", "OLD=NEW") for each in args.rename)
    left_out = set(_matching(reader, args.leave_out))
    if args.keep:
        left_out |= set(_matching(reader, ["*"])) - set(_matching(reader, args.keep))
    edits = Edits(
        {_only(reader, old): _new_key(old, new) for old, new in renamed.items()},
        _casts(reader, args.cast),
        frozenset(left_out),
    )
    count = write_edited(args.target, args.output, edits)
    path, args.output = args.output, None
    if args.json:
        show_json(args, {"checkpoint": path, "tensors": count})
    elif not args.quiet:
        show(args, f"{path}: {counted(count, 'tensor')}")
    return DONE


def _pair(text: str, flag: str, form: str) -> tuple[str, str]:
    first, equals, second = text.rpartition("=")
    if not equals or not first or not second:
        raise Failure(f"{flag} {text!r}: write {form}.", BAD_INPUT)
    return first, second


def _only(reader: Any, name: str) -> str:
    found = _matching(reader, [name])
    if len(found) > 1:
        raise Failure(f"--rename {name!r} means {len(found)} tensors.", BAD_INPUT)
    return found[0]


def _new_key(old: str, new: str) -> str:
    """A short name of an object's tensor stays one."""
    end = "/.ATTRIBUTES/VARIABLE_VALUE"
    is_full = old.endswith(end) or new.endswith(end) or "." in old
    return new if is_full else new + end


def _casts(reader: Any, texts: list[str]) -> dict[str, Any]:
    from graphir.dtypes import as_dtype

    found = {}
    for text in texts:
        pattern, name = _pair(text, "--cast", "PATTERN=DTYPE")
        try:
            dtype = as_dtype(name)
        except TypeError as error:
            raise Failure(f"--cast {text!r}: {error}", BAD_INPUT) from error
        found.update(dict.fromkeys(_matching(reader, [pattern]), dtype))
    return found
