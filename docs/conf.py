"""The Sphinx site: pages in Markdown, the API from docstrings."""

from importlib.metadata import version as installed

project = "f27lang"
author = "the authors of f27lang"
copyright = "the authors of f27lang"
version = release = installed("f27lang")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["build"]
html_theme = "furo"
html_title = f"f27lang {version}"
html_show_sphinx = False

myst_heading_anchors = 3
default_role = "code"  # docstrings are written with single backticks
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# the pages of messages show what a file may not say, so some of their blocks can't be coloured
suppress_warnings = ["misc.highlighting_failure"]
