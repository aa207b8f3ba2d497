// Small parts that all of the page uses.

import { html, useEffect, useRef, useState } from './vendor/preact.js';

// useAsk asks the engine, and again when the question has changed and stayed so for
// `wait` milliseconds; an older question is given up. body is null where there is
// nothing to ask. The last answer stays, marked as old, until there is a new one.
// What is said meanwhile is handed on once a frame, as a list: more often nobody
// sees it.
export function useAsk(backend, op, body, { wait = 0, desk, onProgress } = {}) {
  const [got, set] = useState({ busy: false });
  const key = body === null ? '' : JSON.stringify(body);
  const again = useRef(0);
  const first = useRef(true); // which waits for nothing
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === '' || !backend) return void set({ busy: false });
    const stop = new AbortController();
    set((was) => ({ ...was, error: undefined, busy: true, cancelled: false, progress: undefined }));
    let said = [];
    const tell = () => {
      const all = said;
      said = [];
      if (stop.signal.aborted) return;
      if (onProgress) onProgress(all, key);
      set((was) => (was.busy ? { ...was, progress: all.at(-1) } : was));
    };
    const progress = (p) => {
      if (said.push(p) === 1) requestAnimationFrame(tell);
    };
    const timer = setTimeout(() => {
      backend.ask(op, JSON.parse(key), { desk, onProgress: progress, signal: stop.signal }).then(
        (answer) => { if (!stop.signal.aborted) set({ busy: false, answer, key }); },
        (error) => { if (!stop.signal.aborted) set({ busy: false, error }); },
      );
    }, first.current ? 0 : wait);
    first.current = false;
    again.current = () => {
      stop.abort();
      clearTimeout(timer);
      set((was) => ({ ...was, busy: false, cancelled: true }));
    };
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [backend, op, key, round]);
  return {
    ...got, old: got.answer !== undefined && got.key !== key,
    cancel: () => again.current && again.current(),
    retry: () => setRound(round + 1),
  };
}

// useWindow listens to an event of the window while the part is shown.
export function useWindow(name, listen) {
  const latest = useRef(listen);
  latest.current = listen;
  useEffect(() => {
    const on = (event) => latest.current(event);
    window.addEventListener(name, on);
    return () => window.removeEventListener(name, on);
  }, [name]);
}

// TroubleNote shows an error where it belongs.
export function TroubleNote({ error, id, retry }) {
  if (!error) return null;
  return html`<p class="trouble" role="alert" id=${id}>
    ${error.message} ${retry && html`<button type="button" class="small" onClick=${retry}>Ask again</button>`}
  </p>`;
}

// troubleAt is the error if it is about this field.
export function troubleAt(errors, ...flags) {
  return errors.find((e) => e && e.field && flags.some((f) => e.field === f || e.field.endsWith('.' + f)));
}

// Choice is a group of radio buttons: options are [value, label, hint, disabled].
export function Choice({ legend, name, value, options, onPick, compact }) {
  return html`<fieldset class=${compact ? 'choice compact' : 'choice'}>
    <legend>${legend}</legend>
    ${options.map(([v, label, hint, disabled]) => html`<label key=${v} title=${hint || ''} class=${v === value ? 'on' : ''}>
      <input type="radio" name=${name} value=${v} checked=${v === value} disabled=${disabled} onChange=${() => onPick(v)} />
      <span>${label}</span>
    </label>`)}
  </fieldset>`;
}

// download hands a text over as a file.
export function download({ name, type, text }) {
  const url = URL.createObjectURL(new Blob([text], { type: type || 'text/plain' }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// CopyButton copies a text, and says whether it could.
export function CopyButton({ text, label = 'Copy', className = '' }) {
  const [said, say] = useState('');
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      say('copied');
    } catch {
      say('the browser does not let the page copy');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(''), 4000);
  };
  return html`<span class="copy"><button type="button" class=${className} onClick=${copy}>${label}</button>
    <span role="status" class="soft">${said}</span></span>`;
}

// Command is a command line that one can copy.
export function Command({ text, label }) {
  if (!text) return null;
  return html`<div class="command"><pre tabindex="0" role="region" aria-label=${label || 'Command'}><code>${text}</code></pre>
    <${CopyButton} text=${text} className="small" /></div>`;
}

// Busy says that something is being worked on, and offers to stop it.
export function Busy({ what, progress, cancel }) {
  const far = progress && progress.states ? `: depth ${progress.depth}, ${Number(progress.states).toLocaleString('en')} states` : '';
  return html`<p class="busy"><span class="spinner" aria-hidden="true"></span> ${what}${far}
    ${cancel && html` <button type="button" class="small" onClick=${cancel}>Stop</button>`}</p>`;
}

export const verdictWord = { safe: 'SAFE', unsafe: 'UNSAFE', incomplete: 'INCOMPLETE' };
const verdictSign = { safe: '✓', unsafe: '✗', incomplete: '…' };

export function Verdict({ verdict, old }) {
  return html`<span class=${`verdict ${verdict} ${old ? 'old' : ''}`}><span aria-hidden="true">${verdictSign[verdict]} </span>${verdictWord[verdict] || verdict}</span>`;
}
