"""How the pages are built.

pip install -e ".[docs]"
python -m sphinx -n -W --keep-going -b html docs docs/_build/html
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx.roles import XRefRole

import detective_poker

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "detective-poker"
author = "The detective-poker developers"
copyright = f"2026, {author}"  # noqa: A001 - Sphinx's name
version = release = detective_poker.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
]
exclude_patterns = ["_build", "_inventories", "_extra", "_benchmarks.md"]
html_extra_path = ["_extra"]
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_theme = "furo"
html_title = "detective-poker"
html_show_sphinx = False
# Whoever builds the pages tomorrow gets the same ones.
html_last_updated_fmt = None

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

# The inventory in the repository comes first: the pages are the same without the network.
intersphinx_mapping = {"python": ("https://docs.python.org/3", ("_inventories/python.inv", None))}
intersphinx_disabled_reftypes = ["std:*"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
autodoc_preserve_defaults = True

# Type variables and types of other packages that signatures name.
nitpick_ignore_regex = [
    ("py:.*", r"(detective_poker\.[\w.]+\.)?(T|Buffer|BufferT)"),
    ("py:.*", r"(matplotlib\.axes\.)?Axes"),
    ("py:class", "array"),
]

# Docstrings are examples of their own module; pytest runs them there, the builder has all names.
doctest_global_setup = """
from detective_poker import *
from detective_poker.actions import ActionCard, parse_action
from detective_poker.bots import *
from detective_poker.svg import table
"""

copybutton_prompt_text = r">>> |\.\.\. ?|\$ "
copybutton_prompt_is_regexp = True

# Docstrings put code between single backticks: what we document becomes a link, the rest is code.
default_role = "name"


class Name(XRefRole):
    """A link to what is documented under that name, where there is such a thing."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Look the name up without what follows it, such as a call's arguments."""
        refnode["name-in-docstring"] = True
        refnode["refdomain"], refnode["reftype"] = "py", "obj"
        refnode["py:module"] = env.ref_context.get("py:module") or "detective_poker"
        refnode["py:class"] = env.ref_context.get("py:class")
        match = re.match(r"[\w.]+", target)
        return title, match[0] if match else target


def leave_as_code(
    _app: Sphinx, _env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """Names between single backticks need not be documented anywhere."""
    return content if "name-in-docstring" in node else None


def setup(app: Sphinx) -> None:
    """Add the role for names."""
    app.add_role("name", Name())
    app.connect("missing-reference", leave_as_code, priority=900)
