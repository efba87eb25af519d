"""`python -m f27lang` is `f27`."""

from f27lang.cli.main import main

main()
