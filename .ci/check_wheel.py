"""Check that a wheel carries stubs and declarations, and neither sources nor setup.py."""

import sys
import zipfile
from pathlib import Path

names = zipfile.ZipFile(sys.argv[1]).namelist()
modules = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
assert modules, "no compiled module"
declared = [
    f"fortytwo/{path}" for folder in ("engine", "solver") for path in Path(folder).rglob("*.pxd")
]
assert declared, "no declarations: run this from the root of the repository"
for name in (*declared, *(f"{module}.pyi" for module in sorted(modules))):
    assert name in names, f"{name} is missing"
assert "fortytwo/py.typed" in names, "py.typed is missing"
for header in ("engine/bits.h", "solver/games/forty_two/fortytwo.h"):
    assert f"fortytwo/{header}" in names, f"{header} is missing"
assert "fortytwo/solver/games/forty_two/fitted.json" in names, "fitted.json is missing"
strays = [name for name in names if name.endswith((".pyx", ".c", "setup.py"))]
assert not strays, f"not for a wheel: {strays}"
print(f"{len(names)} files, {len(modules)} compiled modules: complete")
