"""What solving and advice know of single games, beyond their rules."""
