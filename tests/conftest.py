"""Settings for all tests."""

import signal

from hypothesis import settings

# Times on shared machines say nothing; a failing example must be found again by everyone.
settings.register_profile("fortytwo", deadline=None, derandomize=True)
settings.load_profile("fortytwo")

# Shells have what runs in the background ignore Ctrl-C, and so would all programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
