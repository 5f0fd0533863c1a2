"""Check that a wheel carries stubs and declarations, and neither sources nor setup.py."""

import sys
import zipfile

names = zipfile.ZipFile(sys.argv[1]).namelist()
modules = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
assert modules, "no compiled module"
for module in sorted(modules):
    for suffix in (".pyi", ".pxd"):
        assert module + suffix in names, f"{module}{suffix} is missing"
assert "fortytwo/py.typed" in names, "py.typed is missing"
assert "fortytwo/engine/bits.h" in names, "bits.h is missing"
strays = [name for name in names if name.endswith((".pyx", ".c", "setup.py"))]
assert not strays, f"not for a wheel: {strays}"
print(f"{len(names)} files, {len(modules)} compiled modules: complete")
