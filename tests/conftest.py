"""Settings for all tests."""

from hypothesis import settings

# Times on shared machines say nothing; a failing example must be found again by everyone.
settings.register_profile("fortytwo", deadline=None, derandomize=True)
settings.load_profile("fortytwo")
