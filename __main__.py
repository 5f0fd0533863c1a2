"""`python -m fortytwo`."""

from .cli import main

main()
