"""Finds the command that the wheel installed."""

from __future__ import annotations

import os
import sys
import sysconfig


def find_binary() -> str:
    """Return the path of the command ``sudokubatch``, which pip puts into a folder for scripts.

    It is looked for next to the package first, for ``pip install --target`` and ``--prefix``, then in
    the folders of this interpreter or environment, and of the user (``pip install --user``).
    """
    name = "sudokubatch" + (sysconfig.get_config_var("EXE") or "")
    site = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    scripts = "Scripts" if os.name == "nt" else "bin"
    up = [os.pardir] * (2 if os.name == "nt" else 3)  # from Lib/site-packages, lib/python3.x/site-packages
    user = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else os.name + "_user"
    folders = [os.path.join(site, "bin")]
    if os.path.basename(site) in ("site-packages", "dist-packages"):
        folders.append(os.path.normpath(os.path.join(site, *up, scripts)))
    folders += [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", vars={"base": sys.base_prefix}),
        sysconfig.get_path("scripts", scheme=user),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"no {name} in {', '.join(dict.fromkeys(folders))}: install the wheel again")
