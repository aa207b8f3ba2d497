// The two places in which the engine can answer: in workers of this page, as
// WebAssembly, or in the lockcheck that serves it. Both take the same questions
// and give the same answers.

// Trouble is an answer that says why there is no other. field names what it is
// about, as a path: setup.params.ttl.
export class Trouble extends Error {
  constructor(message, field = '') {
    super(message);
    this.name = 'Trouble';
    this.field = field;
  }
}

const stopped = () => new DOMException('stopped', 'AbortError');

function parse(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Trouble('the engine gave an answer that is no JSON');
  }
  if (answer && typeof answer.error === 'string') throw new Trouble(answer.error, answer.field);
  return answer;
}

// settled parses an answer and hands it on in a task of its own, so that reading a
// large one and showing it do not keep the page busy in one piece.
async function settled(text) {
  const answer = parse(text);
  await new Promise((go) => { setTimeout(go); });
  return answer;
}

// moduleOf fetches and compiles the engine. Where a server does not say that the
// file is compressed it is unpacked here.
async function moduleOf(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Trouble(`${file}: ${response.status} ${response.statusText}`);
  let bytes = await response.arrayBuffer();
  const head = new Uint8Array(bytes, 0, 2);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    bytes = await new Response(unpacked).arrayBuffer();
  }
  return WebAssembly.compile(bytes);
}

// workersOf loads what a worker consists of, and returns what starts one: so that
// one can be started where there is no network any more.
async function workersOf(...files) {
  const texts = await Promise.all(files.map(async (file) => {
    const response = await fetch(file);
    if (!response.ok) throw new Trouble(`${file}: ${response.status} ${response.statusText}`);
    return response.text();
  }));
  const address = URL.createObjectURL(new Blob([texts.join('\n')], { type: 'text/javascript' }));
  return () => new Worker(address);
}

// Desk is a worker that answers one question at a time. A call into the engine
// fills its thread until it is done, so that a question is given up by ending the
// worker.
class Desk {
  constructor(module, makeWorker) {
    this.module = module;
    this.makeWorker = makeWorker;
    this.queue = Promise.resolve();
    this.worker = null;
  }

  start() {
    if (this.worker) return;
    this.worker = this.makeWorker();
    this.worker.postMessage({ module: this.module });
  }

  end() {
    if (this.worker) this.worker.terminate();
    this.worker = null;
  }

  ask(op, body, options) {
    const turn = this.queue.then(() => this.answer(op, body, options));
    this.queue = turn.catch(() => {});
    return turn;
  }

  answer(op, body, { onProgress, signal }) {
    if (signal && signal.aborted) throw stopped();
    this.start();
    const worker = this.worker;
    return new Promise((resolve, reject) => {
      const done = (settle, value) => {
        worker.onmessage = worker.onerror = null;
        if (signal) signal.removeEventListener('abort', giveUp);
        settle(value);
      };
      const giveUp = () => {
        this.end();
        this.start(); // so that the next question need not wait for it
        done(reject, stopped());
      };
      worker.onmessage = ({ data }) => {
        if ('progress' in data) return void (onProgress && onProgress(data.progress));
        if ('answer' in data) return done(resolve, data.answer);
        this.end();
        done(reject, new Trouble(data.failed));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.end();
        done(reject, new Trouble(event.message || 'the worker could not be started'));
      };
      if (signal) signal.addEventListener('abort', giveUp);
      worker.postMessage({ op, body: JSON.stringify(body) });
    }).then(settled);
  }
}

// Which questions share a worker: those that are answered at once, and for each
// kind of long search one of its own; or one for all searches where there are few
// cores, so that one is left for the page.
const few = (navigator.hardwareConcurrency || 2) <= 2;
const deskOf = few ? { check: 'check', faults: 'check', map: 'check' } : { check: 'check', faults: 'faults', map: 'map' };

// browserBackend answers in workers of this page.
export async function browserBackend(file) {
  const [module, makeWorker] = await Promise.all([moduleOf(file), workersOf('wasm_exec.js', 'worker.js')]);
  const desks = new Map();
  const deskAt = (name) => {
    if (!desks.has(name)) desks.set(name, new Desk(module, makeWorker));
    return desks.get(name);
  };
  for (const name of ['short', 'check']) deskAt(name).start(); // the first questions come soon
  return {
    name: 'browser',
    says: 'nothing leaves your browser',
    ask(op, body, options = {}) {
      return deskAt(options.desk || deskOf[op] || 'short').ask(op, body, options);
    },
    close() {
      for (const desk of desks.values()) desk.end();
    },
  };
}

// linesOf yields the lines of a stream as they arrive.
async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value || '')).split('\n');
    rest = done ? '' : lines.pop();
    for (const line of lines) if (line.trim()) yield line;
    if (done) return;
  }
}

// serverBackend asks the lockcheck that serves this page.
export function serverBackend() {
  return {
    name: 'server',
    says: "this computer's lockcheck answers",
    async ask(op, body, { onProgress, signal } = {}) {
      let response;
      try {
        response = await fetch(`api/${op}`, {
          method: 'POST', signal, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' },
        });
      } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new Trouble('lockcheck does not answer: is `lockcheck studio` still running?');
      }
      if (!(response.headers.get('Content-Type') || '').includes('ndjson')) {
        const text = await response.text();
        if (!response.ok && !text.startsWith('{')) throw new Trouble(text.trim() || `${response.status} ${response.statusText}`);
        return parse(text);
      }
      for await (const line of linesOf(response.body)) {
        const part = await settled(line);
        if (part.progress === undefined) return part.answer;
        if (onProgress) onProgress(part.progress);
      }
      throw new Trouble('lockcheck ended its answer too early');
    },
    close() {},
  };
}

// available reads which places there are.
export async function available() {
  const response = await fetch('studio.json');
  if (!response.ok) throw new Trouble(`studio.json: ${response.status} ${response.statusText}`);
  const said = parse(await response.text());
  return { tool: said.tool || '', server: said.server === true, wasm: said.wasm || '' };
}

// catalogue reads what the engine knows, as it answers `catalog`.
export async function catalogue() {
  const response = await fetch(`catalog.json${location.search}`);
  if (!response.ok) throw new Trouble(`catalog.json: ${response.status} ${response.statusText}`);
  return parse(await response.text());
}

// open starts a place by its name.
export function open(name, places) {
  return name === 'browser' ? browserBackend(places.wasm) : Promise.resolve(serverBackend());
}
