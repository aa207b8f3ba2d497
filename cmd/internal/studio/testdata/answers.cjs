// Starts the engine of a browser under Node.js and answers requests:
// node answers.cjs WASM_EXEC WASM REQUESTS. REQUESTS is a JSON array of [op, body].
// It prints a JSON object: the SHA-256 of each answer, the milliseconds that each
// took, and those until the engine was ready; with a fourth argument the answers.
"use strict";
const [, , starter, file, requests, whole] = process.argv;
const fs = require("fs"), { createHash } = require("crypto");
require(starter);
(async () => {
  const began = performance.now();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), go.importObject);
  go.run(instance);
  const ready = performance.now() - began;
  const answers = [], sums = [], took = [];
  for (const [op, body] of JSON.parse(fs.readFileSync(requests, "utf8"))) {
    const start = performance.now();
    const answer = globalThis.lockcheck(op, body, () => {});
    took.push(Math.round(performance.now() - start));
    sums.push(createHash("sha256").update(answer, "utf8").digest("hex"));
    answers.push(answer);
  }
  fs.writeSync(1, JSON.stringify({ sums, took, ready: Math.round(ready), answers: whole ? answers : [] }));
  process.exit(0);
})();
