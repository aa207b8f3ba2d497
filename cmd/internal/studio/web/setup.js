// The left side: which protocol, what storage checks, how long the lock lasts and
// how client A is stopped.

import { html, useEffect, useState } from './vendor/preact.js';
import { durationOf, secondsOf, spaced } from './time.js';
import { Choice, troubleAt } from './parts.js';
import { faultsOf, fixedOf, flagsOf, isPreset, ofPreset, problemOf, protocolOf, valueOf } from './state.js';

const mainNames = { ttl: 'TTL', 'ttl-fencing': 'TTL + fencing', redlock: 'Redlock', zkqueue: 'ZooKeeper queue', etcd: 'etcd', chubby: 'Chubby' };

const stopNames = {
  pause: ['Pause', 'It stops, its clock runs on: a garbage collection, a process that is not scheduled'],
  freeze: ['Freeze', 'It stops and its own clock with it: a virtual machine that is moved'],
  delay: ['Delay', 'It works on, but its write is held up on its way'],
  none: ['None', 'It is not stopped'],
};

const guardNames = {
  none: ['off: takes every write', 'storage looks at no token'],
  'reject-lower': ['refuses token < highest', 'storage refuses a token lower than the highest it has seen'],
  'reject-lower-or-equal': ['refuses token ≤ highest', 'storage refuses also the same token again: each token writes once'],
};

// Duration is a slider and the exact number beside it.
export function Duration({ id, label, value, top = 60, onChange, error, hint }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const seconds = secondsOf(value);
  const wrong = Number.isFinite(secondsOf(text)) ? '' : 'not a duration: write 10s, 1.5s or 250ms';
  const take = (t) => {
    setText(t);
    if (Number.isFinite(secondsOf(t)) && t !== value) onChange(t.trim());
  };
  const note = wrong || (error && error.message) || '';
  return html`<div class="field duration">
    <label for=${id}>${label}</label>
    <input id=${id} type="range" min="0" max=${top} step="0.5" value=${Math.min(seconds || 0, top)} aria-valuetext=${spaced(value)}
      onInput=${(e) => take(durationOf(Number(e.target.value)))} />
    <input type="text" aria-label=${label + ', exactly'} value=${text} size="6" spellcheck=${false} autocomplete="off"
      aria-invalid=${note !== ''} aria-describedby=${note ? id + '-note' : undefined}
      onInput=${(e) => take(e.target.value)} onBlur=${() => wrong && setText(value)} />
    ${hint && html`<p class="hint">${hint}</p>`}
    ${note && html`<p class="trouble" role="alert" id=${id + '-note'}>${note}</p>`}
  </div>`;
}

// Field is any other parameter.
function Field({ param, value, fixed, onChange, error }) {
  const id = 'p-' + param.flag;
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const problem = text === value ? '' : problemOf(param, text);
  const note = problem ? 'must be ' + problem : (error && error.message) || '';
  const about = { id, disabled: fixed, 'aria-invalid': note !== '', 'aria-describedby': id + '-hint' };
  return html`<div class="field">
    <label for=${id}>${param.flag}</label>
    ${param.kind === 'choice'
      ? html`<select ...${about} value=${value} onChange=${(e) => onChange(e.target.value)}>
          ${param.values.map((v) => html`<option key=${v} value=${v} selected=${v === value}>${v}</option>`)}</select>`
      : html`<input type="text" size="9" spellcheck=${false} autocomplete="off" ...${about} value=${text} onInput=${(e) => {
          setText(e.target.value);
          if (!problemOf(param, e.target.value)) onChange(e.target.value);
        }} />`}
    <p class=${note ? 'trouble' : 'hint'} id=${id + '-hint'} role=${note ? 'alert' : undefined}>${note || param.help}${fixed ? ' (this is what makes it this protocol)' : ''}</p>
  </div>`;
}

export function Presets({ state, catalog, onState }) {
  const presets = catalog.presets || [];
  const now = presets.find((p) => isPreset(state, p, catalog));
  return html`<section class="presets" aria-label="Presets">
    <div class="buttons">${presets.map((p) => html`<button type="button" key=${p.id} data-preset=${p.id} aria-pressed=${p === now}
      onClick=${() => onState(ofPreset(p, state), true)}>${p.title}</button>`)}</div>
    <p>${now ? now.text : 'Your own setup. A preset leads back to a known one.'}</p>
  </section>`;
}

// guardChoice is where a guard can be had: in the protocol, or in one of the same
// kind that has it.
function guardChoice(catalog, protocol, guard) {
  const own = fixedOf(protocol).guard;
  if (own === undefined || own === guard) return protocol;
  return catalog.protocols.find((p) => p.spec === protocol.spec && (fixedOf(p).guard ?? guard) === guard);
}

function Fencing({ state, catalog, protocol, onState, set }) {
  const guard = valueOf(state, protocol, 'guard');
  const param = flagsOf(protocol).find((p) => p.flag === 'guard');
  if (!param && fixedOf(protocol).guard === undefined) return html`<p class="hint">This protocol gives out no token: storage has nothing to check.</p>`;
  const pick = (value) => {
    const home = guardChoice(catalog, protocol, value);
    if (home === protocol) return set('guard', value);
    const params = { ...state.params };
    delete params.guard;
    if (fixedOf(home).guard === undefined) params.guard = value;
    onState({ ...state, protocol: home.name, params, step: 1 }, true);
  };
  const values = Object.keys(guardNames).filter((v) => v === guard || ((!param || param.values.includes(v)) && guardChoice(catalog, protocol, v)));
  if (!values.includes(guard)) values.push(guard);
  return html`<${Choice} legend="Fencing: storage…" name="guard" value=${guard} onPick=${pick}
    options=${values.map((v) => [v, ...(guardNames[v] || [v, ''])])} />`;
}

function Stops({ state, protocol, who, onStop }) {
  const known = (protocol.faults || []).map((f) => f.kind);
  const options = Object.entries(stopNames).filter(([v]) => v === 'none' || known.includes(v) || v === state.stop);
  return html`<${Choice} legend=${`How ${who} is stopped`} name="stop" value=${state.stop} onPick=${onStop}
    options=${options.map(([v, [name, hint]]) => [v, name, hint])} />
    <p class="hint">${stopNames[state.stop][1]}.</p>`;
}

// Faults are those that the checker may use.
function Faults({ state, protocol, onState }) {
  const usual = ['', 'default'].includes(state.faults);
  const given = usual ? '' : state.faults;
  const on = new Map(given.split(',').filter((f) => f && f !== 'none').map((f) => [f.split('=')[0], f]));
  const toggle = (kind) => {
    if (on.has(kind)) on.delete(kind);
    else on.set(kind, kind);
    onState({ ...state, faults: [...on.values()].join(',') || 'none' }, true);
  };
  return html`<fieldset class="faults"><legend>Faults that the checker may use</legend>
    ${usual && html`<p class="hint">Now: those that the protocol usually meets.</p>`}
    ${(protocol.faults || []).map((f) => html`<label key=${f.kind} title=${f.help}>
      <input type="checkbox" checked=${on.has(f.kind)} onChange=${() => toggle(f.kind)} /> ${on.get(f.kind) || f.kind}</label>`)}
  </fieldset>`;
}

export function Setup({ state, catalog, onState, errors, who }) {
  const protocol = protocolOf(catalog, state.protocol);
  const lease = flagsOf(protocol).find((p) => p.flag === protocol.lease);
  const set = (flag, value) => onState({ ...state, params: { ...state.params, [flag]: value } }, flag !== protocol.lease);
  // What follows from the schedule follows it: the faults of the check.
  const script = (change, push) => {
    const next = { ...state, ...change };
    onState({ ...next, faults: faultsOf(next, protocol) }, push);
  };
  const turnTo = (name) => {
    const next = { ...state, protocol: name, params: {}, properties: [], jump: '', jumps: 0, step: 1 };
    const other = protocolOf(catalog, name);
    const stop = state.stop === 'none' || (other.faults || []).some((f) => f.kind === state.stop) ? state.stop : 'pause';
    onState({ ...next, stop, faults: faultsOf({ ...next, stop }, other) }, true);
  };
  const others = catalog.protocols.filter((p) => !Object.hasOwn(mainNames, p.name));
  const families = [...new Set(others.map((p) => p.family))];
  const option = (p, text) => html`<option key=${p.name} value=${p.name} selected=${p === protocol}>${text}</option>`;
  const bounding = { pause: 'max-pause', freeze: 'max-pause', delay: 'max-delay' }[state.stop];
  const rest = flagsOf(protocol).filter((p) => p.flag !== protocol.lease && p.flag !== bounding);
  const general = errors.find((e) => e && (!e.field || /(^|\.)protocol$/.test(e.field)));
  return html`<form class="setup" aria-label="Setup" onSubmit=${(e) => e.preventDefault()}>
    <div class="field">
      <label for="protocol">Protocol</label>
      <select id="protocol" value=${protocol.name} onChange=${(e) => turnTo(e.target.value)}>
        <optgroup label="the usual ones">${Object.keys(mainNames).map((n) => protocolOf(catalog, n)).filter(Boolean).map((p) => option(p, mainNames[p.name]))}</optgroup>
        ${families.map((family) => html`<optgroup key=${family} label=${family}>${others.filter((p) => p.family === family).map((p) => option(p, p.name))}</optgroup>`)}
      </select>
      <p class="hint">${protocol.title.replace(/, no guard at the storage$/, '')}.</p>
      ${protocol.products && protocol.products.length > 0 && html`<p class="hint">Like ${protocol.products.join('; ')}.</p>`}
      ${general && html`<p class="trouble" role="alert">${general.message}</p>`}
    </div>
    <${Fencing} ...${{ state, catalog, protocol, onState, set }} />
    ${lease && html`<${Duration} id="ttl" label=${lease.flag === 'ttl' ? 'TTL: the lock lasts' : 'The ' + lease.flag.replace('-', ' ') + ' lasts'}
      value=${valueOf(state, protocol, lease.flag)} onChange=${(v) => set(lease.flag, v)} error=${troubleAt(errors, lease.flag)} />`}
    <${Stops} ...${{ state, protocol, who }} onStop=${(stop) => script({ stop, for: stop === 'none' || secondsOf(state.for) > 0 ? state.for : '15s' }, true)} />
    ${state.stop !== 'none' && html`<${Duration} id="for" label=${`${who} is stopped for`} value=${state.for}
      onChange=${(v) => script({ for: v }, false)} error=${troubleAt(errors, 'script.for', 'for', bounding)} />`}
    <details class="more"><summary>More choices</summary>
      <${Faults} ...${{ state, protocol, onState }} />
      ${rest.filter((p) => p.flag !== 'guard' || (protocol.fixed || {}).guard === undefined).map((p) => html`<${Field} key=${protocol.name + p.flag} param=${p}
        value=${valueOf(state, protocol, p.flag)} fixed=${p.flag in fixedOf(protocol)} onChange=${(v) => set(p.flag, v)} error=${troubleAt(errors, p.flag)} />`)}
    </details>
  </form>`;
}
