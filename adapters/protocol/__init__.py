"""The engine protocol: JSON-RPC 2.0 in lines, as docs/protocol.md tells."""

from typing import Final

VERSION: Final = 1
"""The version of the protocol; it grows when what a client may rely on changes."""
