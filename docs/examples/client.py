"""A client of the engine protocol: it lets the engine play a hand against itself.

Every request holds all it needs, so an engine that has been killed is just started again and asked
once more.
"""

import json
import subprocess
import sys

SERVER = [sys.executable, "-m", "fortytwo", "serve"]


class Engine:
    """An engine in a process of its own."""

    def __init__(self):
        self.asked = 0
        self.start()

    def start(self):
        """Start the engine."""
        self.process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, method, **params):
        """The result of a method; an engine that has ended is started again."""
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        for _ in range(3):
            try:
                self.process.stdin.write(json.dumps(request).encode() + b"\n")
                self.process.stdin.flush()
                answer = self.process.stdout.readline()
            except BrokenPipeError:
                answer = b""
            if answer:
                break
            self.start()
        else:
            raise RuntimeError("the engine does not run")
        answer = json.loads(answer)
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]


def main():
    """Play a hand, and print what happens."""
    engine = Engine()
    standing = engine.ask("begin", terms={"rules": "tournament"})
    standing = engine.ask("deal", match=standing["match"], seed=7)
    while standing["todo"] not in ("deal", "over"):
        advice = engine.ask("suggest", match=standing["match"], level="fast", deadline_ms=5000)
        standing = engine.ask("apply", match=standing["match"], moves=[advice["move"]], events=True)
        for event in standing["events"]:
            print(event)
    print(standing["score"])


main()
