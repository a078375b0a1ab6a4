"""Where the modules stand towards each other."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import engine

MODULES = [module.name for module in pkgutil.walk_packages(engine.__path__, "engine.")]


@pytest.mark.parametrize("module", MODULES)
def test_every_module_can_be_the_first_to_be_imported(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
