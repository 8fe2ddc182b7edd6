"""``python -m sudokubatch`` runs the command."""

from __future__ import annotations

import os
import subprocess
import sys

from ._binary import find_binary


def main() -> int:
    """Run the command with the arguments of this process, and return its exit code."""
    command = [find_binary(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    try:
        return subprocess.run(command).returncode
    except KeyboardInterrupt:  # the command got it too
        return 130


if __name__ == "__main__":
    sys.exit(main())
