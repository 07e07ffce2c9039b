"""The part of the build that pyproject.toml cannot say: the native module and its wheel tag."""

import sysconfig

from setuptools import setup

# One wheel serves CPython 3.11 and later; free-threaded builds have no limited API.
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

setup(
    cffi_modules=["csrc/build_ffi.py:ffibuilder"],
    options={} if FREE_THREADED else {"bdist_wheel": {"py_limited_api": "cp311"}},
)
