"""What a test needs from the machine; CI fails on any test that is left out."""

from __future__ import annotations

import pytest

from f27lang.compilers import find_compiler

needs_compiler = pytest.mark.skipif(find_compiler()[0] is None, reason=find_compiler()[1])
