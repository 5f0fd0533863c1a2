"""The Cython extensions; everything else stands in pyproject.toml."""

import os
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

EXTENSIONS = [
    "engine._core",
    "engine._random",
    "engine._trick_position",
    "engine._tricks",
    "engine.games.knaves._play",
    "engine.games.matador._play",
    "engine.games.scopa._play",
    "engine.stock._play",
    "engine.stock._table",
    "solver._alphabeta",
    "solver._batch",
    "solver._core_search",
    "solver._ensemble",
    "solver._max_n",
    "solver._plans",
    "solver._playouts",
    "solver._policy",
    "solver._search",
    "solver._solver",
    "solver._worlds",
    "solver.games.forty_two._embed",
    "solver.games.forty_two._strength",
]
HEADERS = ["engine", "solver/games/forty_two"]
PACKAGES = ["adapters", "engine", "solver"]
MODULES = ["__init__.py", "__main__.py", "cli.py", "py.typed"]
IMPORT_ROOT = Path("build/import-root")


def lay_import_root() -> None:
    """Make build/import-root/fortytwo, where Cython and type checkers find us by our import name.

    The repository root is the package, so no folder on disk is called `fortytwo`. One link per
    package and module, not one to the root: that would contain itself.
    """
    package = IMPORT_ROOT / "fortytwo"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for name in PACKAGES + MODULES:
        source, target = Path(name).resolve(), package / name
        try:
            target.symlink_to(source, target_is_directory=source.is_dir())
        except OSError:  # links are not allowed everywhere
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)


class BuildExtensions(build_ext):
    """Adds the flags that this compiler and processor understand, and uses all processors."""

    def finalize_options(self) -> None:
        """Build as many extensions at a time as there are processors, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Choose optimisation flags, then build."""
        if self.compiler.compiler_type == "msvc":
            flags = ["/O2"]
        else:
            flags = ["-O3"]
            if os.environ.get("FORTYTWO_NATIVE"):
                flags.append("-march=native")
            elif self.builds_only_x86_64():
                # x86-64-v2: population count as one instruction.
                flags += ["-msse4.2", "-mpopcnt"]
        for extension in self.extensions:
            extension.extra_compile_args = flags
        super().build_extensions()

    @staticmethod
    def builds_only_x86_64() -> bool:
        """Whether the target is plain x86-64: neither a cross build nor a universal binary."""
        return sysconfig.get_platform().endswith("x86_64") and not os.environ.get("ARCHFLAGS")


class BuildModules(build_py):
    """Leaves setup.py, which lies in the package folder, out of the package."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """All modules of a package but `setup`."""
        modules = super().find_package_modules(package, package_dir)
        return [module for module in modules if module[1] != "setup"]


lay_import_root()
setup(
    ext_modules=cythonize(
        [
            Extension(
                f"fortytwo.{name}",
                [name.replace(".", "/") + ".pyx"],
                include_dirs=["engine", "solver"],
            )
            for name in EXTENSIONS
        ],
        include_path=[str(IMPORT_ROOT)],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
            "nonecheck": True,
        },
    ),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildModules},
)
