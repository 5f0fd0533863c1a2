// A client of the engine protocol for Node: the engine plays a hand against itself. Requests that had no answer when an engine ended are sent to the next one: they hold all it needs.
// node client.js [COMMAND [ARGUMENT ...]], by default fortytwo serve
"use strict";
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const given = process.argv.slice(2);
const [command, ...options] = given.length ? given : ["fortytwo", "serve"];

class Engine {
  constructor() {
    [this.asked, this.starts, this.waiting] = [0, 0, new Map()];
    this.start();
  }

  start() {
    if (++this.starts > 3) throw new Error("the engine does not run");
    this.process = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdin.on("error", () => {}); // "exit" tells
    this.process.on("exit", () => {
      if (this.waiting.size) {
        this.start();
        for (const { line } of this.waiting.values()) this.process.stdin.write(line);
      }
    });
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const answer = JSON.parse(line);
      const asked = this.waiting.get(answer.id);
      if (!asked) return; // a notification
      this.waiting.delete(answer.id);
      this.starts = 0;
      answer.error ? asked.reject(new Error(answer.error.message)) : asked.resolve(answer.result);
    });
  }

  ask(method, params = {}) {
    const id = ++this.asked;
    const line = JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { line, resolve, reject });
      this.process.stdin.write(line);
    });
  }
}

async function main() {
  const engine = new Engine();
  let standing = await engine.ask("begin", { terms: { rules: "tournament" } });
  standing = await engine.ask("deal", { match: standing.match, seed: 7 });
  while (!["deal", "over"].includes(standing.todo)) {
    const match = standing.match;
    const { move } = await engine.ask("suggest", { match, level: "fast", deadline_ms: 5000 });
    standing = await engine.ask("apply", { match, moves: [move], events: true });
    for (const event of standing.events) console.log(JSON.stringify(event));
  }
  console.log(JSON.stringify(standing.score));
  engine.process.stdin.end();
}

main();
