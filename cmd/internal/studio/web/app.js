// The page: what it looks at, who answers, and its parts.

import { html, useEffect, useErrorBoundary, useMemo, useRef, useState } from './vendor/preact.js';
import { open } from './backend.js';
import { Busy, Choice, TroubleNote, useAsk, useWindow } from './parts.js';
import { fragmentOf, initial, protocolOf, scriptOf, setupOf, stateOf, tabs, valueOf } from './state.js';
import { Presets, Setup } from './setup.js';
import { Controls, Sentence, Words, actorsOf, firstOf, lastOf, useSteps } from './run.js';
import { Lanes } from './lanes.js';
import { Belief, Guard, Status } from './now.js';
import { Cards, Detail, useChecks } from './checker.js';
import { PhaseMap } from './map.js';
import { QueueTab, isQueue } from './queue.js';
import { RedlockTab, isQuorum } from './redlock.js';
import { CodeTab } from './code.js';
import { LessonsTab } from './lessons.js';
import { Help, Menu } from './menu.js';

const tabNames = { race: 'Race', queue: 'Queue', redlock: 'Redlock', code: 'Code', lessons: 'Lessons' };

// useAddress keeps the state and the fragment of the address alike.
function useAddress(catalog) {
  const [place, set] = useState(() => ({ ...stateOf(location.hash, catalog), linked: location.hash !== '' }));
  const written = useRef(location.hash);
  const timer = useRef(0);
  const write = (state, push) => {
    const fragment = fragmentOf(state, catalog);
    if (fragment === location.hash) return;
    written.current = fragment;
    history[push ? 'pushState' : 'replaceState'](null, '', fragment);
  };
  const update = (state, push) => {
    set({ state, ignored: [], linked: false });
    clearTimeout(timer.current);
    // Browsers bound how often an address may change.
    if (push) write(state, true);
    else timer.current = setTimeout(() => write(state, false), 200);
  };
  const read = () => {
    if (location.hash === written.current) return;
    clearTimeout(timer.current);
    written.current = location.hash;
    set({ ...stateOf(location.hash, catalog), linked: location.hash !== '' });
  };
  useWindow('popstate', read);
  useWindow('hashchange', read);
  return [place, update, () => set({ ...place, ignored: [] })];
}

// Notices says what of a link could not be followed.
function Notices({ place, run, onDismiss }) {
  const { state, linked } = place;
  const said = place.ignored.slice();
  if (linked && run && state.step > lastOf(run)) said.push(`step ${state.step}: this run has ${lastOf(run)} steps; the last one is shown`);
  if (said.length === 0) return null;
  return html`<div class="notice" role="alert" id="ignored"><p><strong>Not all of the link could be followed.</strong> What was not used:</p>
    <ul>${said.slice(0, 12).map((s, i) => html`<li key=${i}>${s}.</li>`)}${said.length > 12 && html`<li>and ${said.length - 12} more.</li>`}</ul>
    <button type="button" class="small" onClick=${onDismiss}>Dismiss</button></div>`;
}

function Place({ backend, places, onSwitch, trouble }) {
  return html`<div class="place"><p id="place"><span aria-hidden="true">● </span>${backend ? backend.says[0].toUpperCase() + backend.says.slice(1) : 'Starting the engine…'}</p>
    ${places.wasm && places.server && html`<${Choice} compact legend="It runs" name="backend" value=${backend ? backend.name : ''} onPick=${onSwitch}
      options=${[['browser', 'in the browser'], ['server', 'in lockcheck']]} />`}
    <${TroubleNote} error=${trouble} /></div>`;
}

export function App({ places, catalog, first }) {
  const [backend, setBackend] = useState(first);
  const [trouble, setTrouble] = useState(null);
  const [place, update, dismiss] = useAddress(catalog);
  const [error, resetError] = useErrorBoundary();
  const { state } = place;
  const onSwitch = (name) => open(name, places).then((next) => {
    backend.close();
    setTrouble(null);
    setBackend(next);
  }, setTrouble);
  if (error) {
    return html`<${Broken} error=${error} again=${() => { update({ ...initial(catalog) }, true); resetError(); }} />`;
  }
  return html`<${Studio} ...${{ backend, places, catalog, place, state, update, dismiss, onSwitch, trouble }} />`;
}

// Broken is shown where the page itself fails.
export function Broken({ error, again }) {
  return html`<div class="notice" role="alert" id="failure"><h2>The page has failed</h2><p>${String((error && error.message) || error)}</p>
    ${again && html`<button type="button" onClick=${again}>Start over</button>`}</div>`;
}

function Studio({ backend, places, catalog, place, state, update, dismiss, onSwitch, trouble }) {
  const protocol = protocolOf(catalog, state.protocol);
  const scripted = useAsk(backend, 'run', protocol.scripted === false ? null : { setup: setupOf(state), script: scriptOf(state) }, { wait: 30 });
  const checks = useChecks(backend, state, catalog, state.tab === 'race');
  const found = checks.check && !checks.quick.error ? checks.check.run : undefined;
  const every = state.show === 'every' || protocol.scripted === false;
  const run = state.tab === 'race' && every ? found : scripted.error ? undefined : scripted.answer;
  const steps = useSteps(state.tab === 'queue' ? undefined : run, state.step, (step) => update({ ...state, step }, false));
  const errors = [scripted.error, checks.quick.error].filter(Boolean);
  const toTab = (tab) => {
    const fits = { queue: isQueue, redlock: isQuorum }[tab];
    const other = fits && !fits(protocol) && protocolOf(catalog, { queue: 'zkqueue', redlock: 'redlock' }[tab]);
    // In the queue the question is who is woken, also where nobody is stopped.
    const calm = tab === 'queue' ? { stop: 'none', faults: 'none' } : { faults: '' };
    update(other ? { ...state, tab, protocol: other.name, params: {}, ...calm, properties: [], jump: '', jumps: 0, step: 1 } : { ...state, tab }, true);
  };
  const help = useRef(null);
  const shared = { backend, state, catalog, onState: update };
  const panel = {
    race: () => html`<${Race} ...${{ ...shared, protocol, scripted, checks, run, every, found, steps, errors }} />`,
    queue: () => html`<${QueueTab} ...${shared} />`,
    redlock: () => html`<${RedlockTab} ...${{ ...shared, scripted, steps, errors }} />`,
    code: () => html`<${CodeTab} ...${shared} />`,
    lessons: () => html`<${LessonsTab} ...${shared} />`,
  }[state.tab];
  return html`<header class="top">
      <div><h1>lockcheck studio</h1><p class="soft">Is your lock safe when a client stops at the wrong moment?</p></div>
      <${Place} ...${{ backend, places, onSwitch, trouble }} />
      <${Menu} ...${{ ...shared, every, help }} />
    </header>
    <nav class="tabs" aria-label="Parts">${tabs.map((t) => html`<button type="button" key=${t} data-tab=${t} aria-current=${t === state.tab ? 'page' : undefined} onClick=${() => toTab(t)}>${tabNames[t]}</button>`)}</nav>
    <main><${Notices} place=${place} run=${run} onDismiss=${dismiss} />${panel()}</main>
    <footer class="soft"><p>${catalog.tool || places.tool}. Every claim on this page was checked by the engine that runs here.</p></footer>
    <${Help} dialog=${help} />`;
}

function Race({ backend, state, catalog, onState, protocol, scripted, checks, run, every, found, steps, errors }) {
  const wide = useMemo(() => window.matchMedia('(min-width: 60rem)').matches, []);
  const show = (name) => onState({ ...state, show: name, step: 1 }, true);
  const apply = (remedy) => onState({ ...state, params: { ...state.params, ...remedy.params }, faults: remedy.faults || state.faults, step: 1 }, true);
  const pick = (lease, ttl, pause) => onState({ ...state, params: { ...state.params, [lease]: ttl }, for: pause, show: 'every', step: 1 }, true);
  const old = every ? checks.old : scripted.old;
  const now = steps.now;
  const [below, showBelow] = useState(false);
  useEffect(() => showBelow(true), []); // what is further down is drawn after the rest
  return html`<${Presets} ...${{ state, catalog, onState }} />
    <div class="bench">
      <details class="setup-box" open=${wide}><summary>Setup</summary><${Setup} ...${{ state, catalog, onState, errors, who: actorsOf(scripted.answer)[0] }} /></details>
      <div class="stage">
        <${Cards} ...${{ state, scripted, checks, onShow: show, canShow: Boolean(found), every }} />
        <${TroubleNote} error=${!every && scripted.error} retry=${scripted.retry} />
        ${run ? html`<${Controls} run=${run} steps=${steps} />
          <${Lanes} svg=${run.svg} step=${now} old=${old} onStep=${(n) => { steps.stop(); steps.goto(n); }} />
          <${Words} run=${run} every=${every} />`
        : every && checks.check && !checks.old ? html`<p class="empty">The checker found no run that goes wrong: there is nothing to show. <button type="button" class="small" onClick=${() => show('schedule')}>Show this schedule</button></p>`
        : errors.length === 0 && html`<${Busy} what="Running" />`}
      </div>
      <div class="side">${run && html`<${Sentence} run=${run} now=${now} />
        <${Status} moment=${run.moments[now - firstOf(run)]} />
        <${Belief} run=${run} now=${now} />
        <${Guard} run=${run} now=${now} guard=${valueOf(state, protocol, 'guard')} onStep=${steps.goto} />`}</div>
    </div>
    <div class="below">${below && html`
      <${Detail} ...${{ backend, state, catalog, checks, onState, onApply: apply }} />
      <${PhaseMap} ...${{ backend, state, catalog, onPick: pick, ready: checks.explained || Boolean(checks.quick.error) }} />`}
    </div>`;
}
