"""A player for `fortytwo match` that plays by chance: make `choose` better than that."""

import json
import random
import sys


def choose(request):
    """One of the legal moves, from what `view` tells."""
    return random.Random(request["seed"]).choice(request["legal"])


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "move": choose(request)}), flush=True)
