"""The LLVM compiler, through llvmlite: module text in, function addresses out.

Nothing here is imported before the first function is compiled.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import metadata
from typing import Any, Final

from graphir.compute.forks import forkable_lock
from runtime.native.llvm.blas_calls import blas_symbols
from runtime.native.llvm.code_cache import Code, CodeCache
from runtime.native.llvm.disk_cache import read_object, write_object
from runtime.native.llvm.emitter import Module
from runtime.native.llvm.failures import Unsupported

_LOCK: Final = forkable_lock()
_LINKED: Final = CodeCache()
"""Compiled modules by the digest of their text, for all regions."""
LARGE: Final = 150_000
"""Characters of a module's text from which on fewer passes are run."""
_PER_LINKER: Final = 64
"""Modules that one linker takes: it keeps 9 KB for each until all of them are gone."""


class _Engine:
    """LLVM, set up for the processor that runs this."""

    def __init__(self) -> None:
        import llvmlite
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.llvm = llvm
        processor = llvm.get_host_cpu_name()
        features = llvm.get_host_cpu_features()
        self.features: frozenset[str] = frozenset(
            name for name, has in features.items() if has
        )
        self.machine: Any = llvm.Target.from_default_triple().create_target_machine(
            cpu=processor,
            features=features.flatten(),
            opt=3,
            reloc="pic",
            codemodel="default",
        )
        self._linker: Any = None
        self.identity = "|".join(
            [
                _own_version(),
                llvmlite.__version__,
                platform.machine(),
                processor,
                features.flatten(),
                str(llvm.get_default_triple()),
            ]
        )
        self.is_x86 = platform.machine() in ("x86_64", "AMD64")
        self.count = 0

    def object_code(self, text: str) -> bytes:
        """Optimized machine code as the bytes of an object file.

        Raises:
          Unsupported: if LLVM rejects the text, or its optimized form, as malformed.
        """
        with self._optimized(text) as module:
            code: bytes = self.machine.emit_object(module)
        return code

    def shown(self, text: str, stage: str) -> str:
        """A module's text as it is at a stage: one of ``STAGES``."""
        if stage == "llvm":
            return text
        with self._optimized(text) as module:
            is_ir = stage == "optimized_llvm"
            return str(module) if is_ir else str(self.machine.emit_assembly(module))

    @contextmanager
    def _optimized(self, text: str) -> Iterator[Any]:
        # the context owns constants and types: one of all modules would keep each
        with self.llvm.create_context() as context, ExitStack() as freed:
            with _as_refusal():
                header = self._header()
                module = self.llvm.parse_assembly(header + text, context)
                freed.enter_context(module)
                module.verify()
                passes, builder = self._passes(len(text))
                try:
                    passes.run(module, builder)
                finally:
                    self._dispose(passes)
                module.verify()
            yield module

    def _dispose(self, passes: Any) -> None:
        """Frees a pass manager: llvmlite 0.50 and earlier do not by themselves."""
        self.llvm.newpassmanagers.NewPassManager._dispose(passes)
        passes.detach()

    def _passes(self, size: int) -> tuple[Any, Any]:
        """The pass manager that optimizes a module, and the objects it needs."""
        # loops are written with vectors already
        tuning = self.llvm.create_pipeline_tuning_options(speed_level=2)
        tuning.loop_vectorization = False
        tuning.slp_vectorization = False
        tuning.loop_unrolling = False
        builder = self.llvm.create_pass_builder(self.machine, tuning)
        if size <= LARGE:
            return builder.getModulePassManager(), builder
        # code of that size is long, not deep: there is little left to find
        passes = self.llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_aggressive_dce_pass()
        return passes, builder

    def _header(self) -> str:
        return (
            f'target triple = "{self.llvm.get_default_triple()}"\n'
            f'target datalayout = "{self.machine.target_data}"\n'
        )

    def link(
        self, code: bytes, names: Sequence[str], given: Iterable[tuple[str, int]]
    ) -> Code:
        """Loads an object file; its external symbols are found in ``given`` and in the
        process."""
        if self.count % _PER_LINKER == 0:
            self._linker = self.llvm.create_lljit_compiler(self.machine)
        self.count += 1
        builder = self.llvm.JITLibraryBuilder()
        builder.add_object_img(code).add_current_process()
        for name, address in given:
            builder.import_symbol(name, address)
        for name in names:
            builder.export_symbol(name)
        with _as_refusal():
            tracker = builder.link(self._linker, f"native_{self.count}")
        addresses = {name: tracker[name] for name in names}
        return Code(addresses, tracker, len(code))


def _own_version() -> str:
    """This project's version, whose passes make the code; of a bare checkout none."""
    try:
        return metadata.version("autograph-toolkit")
    except metadata.PackageNotFoundError:
        return ""


@contextmanager
def _as_refusal() -> Iterator[None]:
    """Turns LLVM's error about malformed code into a refusal to compile the region.

    Raises:
      Unsupported: instead of llvmlite's RuntimeError.
    """
    try:
        yield
    except RuntimeError as error:
        raise Unsupported(f"LLVM rejects the code: {error}") from error


@cache
def engine() -> _Engine:
    """The engine of this process."""
    return _Engine()


def vector_bytes() -> int:
    """How many bytes a register of the machine holds."""
    features = engine().features
    if "avx512f" in features:
        return 64
    return 32 if "avx2" in features else 16


def new_module() -> Module:
    """A module for this machine."""
    return Module(has_avx512="avx512f" in engine().features)


def compiled(text: str, names: Sequence[str]) -> Code:
    """The code of a module: found in memory, on disk, or made.

    Modules of equal text share it.
    """
    with _LOCK:
        made = engine()
        digest = hashlib.sha256(f"{made.identity}\n{text}".encode()).hexdigest()
        found = _LINKED.find(digest)
        if found is not None:
            return found
        code = read_object(digest)
        if code is None:
            code = made.object_code(text)
            write_object(digest, code)
        result = made.link(code, names, blas_symbols(text))
        _LINKED.add(digest, result)
        return result
