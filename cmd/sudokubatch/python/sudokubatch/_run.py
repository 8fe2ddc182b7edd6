"""Runs the command. Data goes in and comes out through pipes, a piece at a time."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import tempfile
import threading
import time
import warnings
from dataclasses import dataclass
from typing import IO, Any, Generator, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from ._binary import find_binary

Piece = Union[bytes, memoryview]

# Pieces hold up to this many bytes, which fit into the caches of a processor. Pipes hold PIPE bytes, if they can.
PIECE, PIPE = 1 << 18, 1 << 20

# The command gets EMPTY in place of a string without cells. EMPTY_REASON has what it says about it, and what
# should be said.
EMPTY = "\x1f"
EMPTY_REASON = "bad cell 0x1f", "no cells"

# A process that wakes up for little data takes time from the command. So it waits so many seconds while large
# pipes fill.
WAIT = 0.002

# A progress bar appears after so many seconds.
BAR_AFTER = 1.0


class SudokubatchError(Exception):
    """The command failed. The text is what it said."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a puzzle, and where."""

    index: Optional[int]
    """The place of the puzzle in the data, from 0; None if it is in a file, or for several puzzles."""
    column: Optional[int]
    """The cell or character with the fault, from 1; None where there is no index."""
    reason: str
    """What is wrong. For a puzzle in a file it begins with file, line and column."""

    def __str__(self) -> str:
        return self.reason if self.index is None else f"index {self.index}, column {self.column}: {self.reason}"


class MalformedError(SudokubatchError, ValueError):
    """Some of the puzzles are malformed."""

    problems: List[Problem]
    """The first 20 problems, and a last one if there are more."""

    def __init__(self, problems: List[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems

    def __reduce__(self) -> "Tuple[type[MalformedError], Tuple[List[Problem]]]":
        """Return what pickle needs."""
        return type(self), (self.problems,)


# A command line, or a flag elsewhere in a message.
_FLAG = re.compile(r"\b(?:sudokubatch|zstd) [a-z-][^:;|,)\n]*|(?<![\w-])--([a-z][a-z-]*)")
_MALFORMED = re.compile(r"<stdin>(?::(\d+):(\d+)|: record (\d+), column (\d+)): (.*)")
# What a run says that may be right.
_NOTE = re.compile(r"[\d,]+ written; left out: .*|[\d,]+ repeated puzzles? left out|.*: left out columns, as .*|no puzzles in .*")
_IN_FILE = re.compile(r".*(?::\d+:\d+|: record \d+(?:, column \d+)?): .*|… and \d+ more malformed")


def _argument(flag: "re.Match[str]") -> str:
    """Return the name of an argument for a flag, and a command line as it is."""
    return flag[1].replace("-", "_") if flag[1] else flag[0]


def _error(code: int, said: List[str], header: int) -> Optional[SudokubatchError]:
    """Return the error for what the command said, or None if it has succeeded; the input has so many lines of header."""
    problems = [
        Problem(int(match[1] or match[3]) - 1 - (header if match[1] else 0), int(match[2] or match[4]), match[5])
        for match in map(_MALFORMED.fullmatch, said) if match]
    if code == 3 or problems:
        others = [Problem(None, None, line) for line in said if code == 3 and not _MALFORMED.fullmatch(line)]
        return MalformedError(problems + others)
    return SudokubatchError("\n".join(said) or f"the command ended with exit code {code}") if code else None


def run(arguments: Sequence[str], pieces: Optional[Iterable[Piece]] = None, *, whole: bool = False, header: int = 0,
        total: Optional[int] = None, malformed: bool = False, lossy: bool = False,
        quiet: bool = True) -> Generator[bytes, None, None]:
    """Run the command, and yield its output in pieces of whole lines. Closing the iterator ends the command.

    The pieces given are its standard input. With ``whole`` the command begins when it has all of them, so it
    never takes a part for the whole. They begin with so many lines of header. The total is the number of lines
    of the output, for the progress bar. A verb without the flag ``--quiet`` needs ``quiet=False``.

    If the command fails, this raises :class:`SudokubatchError`; if puzzles are malformed,
    :class:`MalformedError`, unless ``malformed`` allows them; ``--on-bad=skip`` makes it a warning. Warnings become Python's, with ``lossy``
    except warnings about columns left out. Zeros in place of missing solutions are a warning.
    """
    with tempfile.TemporaryFile() as messages, tempfile.TemporaryFile() as spool:
        if whole:
            spool.writelines(pieces or ())
            spool.seek(0)
        process = subprocess.Popen(
            [find_binary(), *arguments, *(["--quiet"] if quiet else [])], bufsize=0,
            stdin=spool if whole or pieces is None else subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=messages)
        feeder = _Feeder(process.stdin, pieces or ())
        try:
            feeder.start()
            assert process.stdout is not None
            yield from _lines(process.stdout, total)
            process.wait()
        finally:
            _stop(process)
            feeder.join()
        if feeder.error is not None:
            raise feeder.error
        messages.seek(0)
        text = _FLAG.sub(_argument, messages.read().decode(errors="replace").replace(*EMPTY_REASON))
    said = [line[len("sudokubatch: "):] if line.startswith("sudokubatch: ") else line for line in text.splitlines()]
    said = [line for line in said if not (lossy and "left out columns" in line)]
    zeros = [line[line.index("zeros stand for "):] for line in said if ": zeros stand for " in line]
    for line in zeros:
        warnings.warn(line, stacklevel=3)
    said = [line for line in said if ": zeros stand for " not in line]
    code = 0 if zeros and process.returncode == 3 and all(map(_NOTE.fullmatch, said)) else process.returncode
    error = None if malformed and code == 3 else _error(code, said, header)
    if "--on-bad=skip" in arguments and code == 3 and all(map(_IN_FILE.fullmatch, said)):
        warnings.warn(f"left out: {error}", stacklevel=3)
        return
    if error is not None:
        raise error
    for line in said:
        known = line == "no puzzles in <stdin>" or malformed and (line.startswith("…") or _MALFORMED.fullmatch(line))
        if not known:
            warnings.warn(line, stacklevel=3)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """End the command if it still runs. It removes its temporary files."""
    if process.stdout is not None:
        process.stdout.close()
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=5)
        except BaseException:  # also a second Ctrl-C
            process.kill()
            process.wait()


class _Feeder(threading.Thread):
    """Writes pieces to the command, and keeps the error if there is one."""

    def __init__(self, pipe: Optional[IO[bytes]], pieces: Iterable[Piece]) -> None:
        super().__init__(daemon=True)
        self.pipe, self.pieces = pipe, pieces
        self.error: Optional[BaseException] = None
        if pipe is not None and _enlarge(pipe):
            os.set_blocking(pipe.fileno(), False)

    def run(self) -> None:
        if self.pipe is None:
            return
        try:
            with self.pipe:
                for piece in self.pieces:
                    rest = memoryview(piece).cast("B")
                    wait = WAIT
                    while rest:
                        written = self.pipe.write(rest)
                        if written is None:  # the pipe is full
                            time.sleep(wait)
                            wait = min(2 * wait, 0.05)
                        else:
                            rest = rest[written:]
        except OSError:
            pass  # the command ended, and says why
        except BaseException as error:
            self.error = error


def _enlarge(pipe: IO[bytes]) -> bool:
    """Let a pipe hold PIPE bytes, and report whether it does. Only Linux has such pipes."""
    try:
        import fcntl

        return fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE) >= PIPE
    except (ImportError, AttributeError, OSError):
        return False


def _lines(pipe: IO[bytes], total: Optional[int]) -> Iterator[bytes]:
    """Yield what a pipe brings, in pieces of whole lines."""
    large = _enlarge(pipe)
    seen, rest = 0, b""
    bar: Any = None
    late = time.monotonic() + BAR_AFTER
    try:
        while True:
            data = pipe.read(PIECE)
            if not data:
                break
            cut = data.rfind(b"\n") + 1
            if not cut:
                rest += data
                continue
            lines, rest = rest + data[:cut], data[cut:]
            yield lines
            if bar is not None:
                bar.update(lines.count(b"\n"))
            elif time.monotonic() > late:
                late, bar = float("inf"), _bar(total)
                if bar is not None:  # counting is slow, so the lines up to here are estimated
                    bar.update(lines.count(b"\n") * (seen + len(lines)) // len(lines))
            seen += len(lines)
            if large and seen > PIPE > 4 * len(data):
                time.sleep(WAIT)
        if rest:
            yield rest
    finally:
        if bar is not None:
            bar.close()


def _bar(total: Optional[int]) -> Any:
    """Return a progress bar on a terminal or in a notebook, if tqdm is installed."""
    try:
        tqdm: Any = importlib.import_module("tqdm.auto")
    except ImportError:
        return None
    return tqdm.tqdm(total=total, unit=" puzzles", unit_scale=True, disable=None, leave=False)
