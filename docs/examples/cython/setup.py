"""python setup.py build_ext --inplace"""

import subprocess

from Cython.Build import cythonize
from setuptools import Extension, setup

flags = subprocess.check_output(["fortytwo", "--includes"], text=True).split()
setup(
    ext_modules=cythonize([Extension("mean_points", ["mean_points.pyx"], extra_compile_args=flags)])
)
