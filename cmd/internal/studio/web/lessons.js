// Lessons: what to know about locks that end by themselves. Each claim is linked
// to the check that it rests on, and is only called true once that has run here.

import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { Busy, TroubleNote, Verdict } from './parts.js';
import { protocolOf } from './state.js';

export function LessonsTab({ backend, state, catalog, onState }) {
  const lessons = catalog.lessons || [];
  const at = useRef(null);
  useEffect(() => {
    if (state.lesson && at.current) at.current.scrollIntoView();
  }, [state.lesson]);
  if (lessons.length === 0) return html`<p>There are no lessons here.</p>`;
  return html`<p class="lead">Every claim below can be checked on the spot: the checker then goes through every schedule, here and now.</p>
    <nav class="contents" aria-label="Lessons"><ul>${lessons.map((l) => html`<li key=${l.id}>
      <button type="button" class="link" onClick=${() => onState({ ...state, lesson: l.id }, true)}>${l.title}</button></li>`)}</ul></nav>
    ${lessons.map((l) => html`<article class="lesson" key=${l.id} ref=${l.id === state.lesson ? at : undefined} aria-labelledby=${'lesson-' + l.id}>
      <h2 id=${'lesson-' + l.id}>${l.title}</h2>
      ${l.text.map((p, i) => html`<p key=${i}>${p}</p>`)}
      ${(l.claims || []).map((c) => html`<${Claim} key=${c.id} ...${{ claim: c, backend, catalog, state, onState }} />`)}
    </article>`)}`;
}

// violatedIn are the properties that a check found violated.
const violatedIn = (check) => ((check.result && check.result.properties) || []).filter((p) => p.verdict === 'violated').map((p) => p.name);

function Claim({ claim, backend, catalog, state, onState }) {
  const [got, set] = useState({});
  const stop = useRef(null);
  useEffect(() => () => stop.current && stop.current.abort(), []);
  const check = async () => {
    if (stop.current) stop.current.abort();
    const mine = new AbortController();
    stop.current = mine;
    set({ busy: true });
    const { setup, timing, properties } = claim;
    try {
      const answer = await backend.ask('check', { setup, timing, properties: properties || [], explain: false, maxStates: 0 }, {
        desk: 'extra', signal: mine.signal, onProgress: (progress) => stop.current === mine && set({ busy: true, progress }),
      });
      set({ answer });
    } catch (error) {
      if (stop.current === mine) set(error.name === 'AbortError' ? {} : { error });
    }
  };
  const found = got.answer ? violatedIn(got.answer) : [];
  const missing = (claim.violated || []).filter((p) => !found.includes(p));
  const right = got.answer && got.answer.verdict === claim.verdict && missing.length === 0;
  const known = protocolOf(catalog, claim.setup.protocol) !== undefined;
  const openIt = () => {
    const { 'max-pause': pause, 'max-delay': delay, ...params } = claim.setup.params || {};
    onState({ ...state, tab: 'race', show: 'every', step: 1, protocol: claim.setup.protocol, params, faults: claim.setup.faults || '', properties: claim.properties || [],
      timing: claim.timing || 'any', jump: '', jumps: 0, ...(delay && !pause ? { stop: 'delay', for: delay } : { stop: 'pause', for: pause || state.for }) }, true);
  };
  return html`<div class=${`claim ${got.answer ? (right ? 'right' : 'wrong') : ''}`} data-claim=${claim.id}>
    <p>${claim.text}</p>
    <div class="buttons"><button type="button" onClick=${check}>Check it now<span class="sr">: ${claim.text}</span></button>
      ${known && html`<button type="button" class="small" onClick=${openIt}>Open in the simulator<span class="sr">: ${claim.text}</span></button>`}</div>
    <div role="status" aria-label=${'Result for: ' + claim.text}>
      ${got.busy && html`<${Busy} what="Checking" progress=${got.progress} cancel=${() => stop.current.abort()} />`}
      ${got.answer && html`<p class="result"><${Verdict} verdict=${got.answer.verdict} /> ${right ? html`<strong class="good">✓ As claimed.</strong>` : html`<strong class="bad">✗ Not as claimed.</strong>`}
        ${found.length > 0 ? ` Violated: ${found.join(', ')}.` : ''} ${got.answer.says}</p>`}
    </div>
    <${TroubleNote} error=${got.error} />
  </div>`;
}
