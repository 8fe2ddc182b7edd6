"""Flags and names of files for the command."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Sequence, Union

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]
Option = Union[str, int, float, Sequence[Union[str, int]], Mapping[str, Any], "os.PathLike[str]", None]

REPEATED = "pattern", "against"
"""Flags with one value each, which may have a comma: they are repeated for more."""


def flags(options: Dict[str, Option]) -> List[str]:
    """Return the flags for options: ``max_guesses=0`` becomes ``--max-guesses=0``."""
    arguments = []
    for key, value in options.items():
        name = "--" + key.rstrip("_").replace("_", "-")
        if isinstance(value, Mapping):
            value = [f"{part}={share}" for part, share in value.items()]
        if value is True:
            arguments.append(name)
        elif key in REPEATED and isinstance(value, (list, tuple)) and value:
            arguments += [f"{name}={each}" for each in value]
        elif value is not None and value is not False:
            arguments.append(f"{name}={','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}")
    return arguments


def file_name(path: Path) -> str:
    """Return a name that the command does not take for a flag."""
    name = os.fspath(path)
    return os.path.join(".", name) if name.startswith("-") else name


def file_names(paths: Paths) -> List[str]:
    """Return the names of files, of which there may be one or a sequence."""
    if isinstance(paths, (bytes, dict)) or hasattr(paths, "read") or not hasattr(paths, "__iter__") and not hasattr(paths, "__fspath__"):
        raise TypeError(f"{type(paths).__name__}: want the name of a file, or several names")
    return [file_name(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
