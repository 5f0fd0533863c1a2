"""The commands, made from what a game says of itself; they know no game by name."""
