"""Where the engine meets people and programs outside."""
