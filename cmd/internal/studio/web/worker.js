// A worker with the engine in it. It follows wasm_exec.js in one script. It is told
// the compiled module first, then one question at a time.

let engine;

async function begin(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  // It returns at the end of the program, that is never; but by the time at which
  // the program first waits, it has set what is called below.
  go.run(instance);
  if (typeof self.lockcheck !== 'function') throw new Error('the engine has not started');
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    engine = begin(data.module);
    engine.catch(() => {}); // said when it is asked
    return;
  }
  try {
    await engine;
    const progress = (text) => self.postMessage({ progress: typeof text === 'string' ? JSON.parse(text) : text });
    self.postMessage({ answer: await self.lockcheck(data.op, data.body, progress) });
  } catch (error) {
    self.postMessage({ failed: String(error && error.message ? error.message : error) });
  }
};
