// The Redlock view: its nodes, who has the keys, whose clock jumps, and the window
// in which a client relies on what it has.

import { html } from './vendor/preact.js';
import { Controls, Sentence, actorsOf } from './run.js';
import { Busy, TroubleNote, troubleAt } from './parts.js';
import { Duration } from './setup.js';
import { faultsOf, protocolOf } from './state.js';
import { short } from './time.js';

export const isQuorum = (protocol) => protocol.spec === 'redlock';

const nodeSigns = { free: '○', held: '●', ending: '◐', away: '✗' };

export function RedlockTab({ state, catalog, scripted, steps, errors, onState }) {
  const protocol = protocolOf(catalog, state.protocol);
  if (!isQuorum(protocol)) {
    const all = catalog.protocols.filter((p) => isQuorum(p) && p.name === p.spec);
    return html`<p>${protocol.title} has one lock service, not a quorum of nodes. Look at one that has:</p>
      <div class="buttons">${all.map((p) => html`<button type="button" key=${p.name} onClick=${() => onState({ ...state, protocol: p.name, params: {}, properties: [], step: 1 }, true)}>${p.title}</button>`)}</div>`;
  }
  const run = scripted.answer;
  return html`<p class="lead">A client has the lock if most of the nodes have given it their key and enough time is left. Each node trusts its own clock.</p>
    <div class="two">
      <div><${Jump} ...${{ run, state, protocol, errors, onState }} /></div>
      <div><${TroubleNote} error=${scripted.error} retry=${scripted.retry} />
        ${run ? html`<${Controls} run=${run} steps=${steps} /><${Sentence} run=${run} now=${steps.now} />
          <${Quorum} run=${run} now=${steps.now} />` : scripted.busy && html`<${Busy} what="Running" />`}</div>
    </div>`;
}

function Jump({ run, state, protocol, errors, onState }) {
  const change = (part, push) => {
    const next = { ...state, ...part };
    onState({ ...next, faults: faultsOf(next, protocol) }, push);
  };
  const needed = 3;
  return html`<form class="setup" aria-label="Clocks" onSubmit=${(e) => e.preventDefault()}>
    <h2>Clocks</h2>
    <label class="check"><input type="checkbox" id="jumps-on" checked=${state.jump !== ''} onChange=${(e) => change(e.target.checked ? { jump: '10s', jumps: state.jumps || needed } : { jump: '', jumps: 0 }, true)} />
      Clocks jump forward while ${actorsOf(run)[0]} holds the lock</label>
    ${state.jump && html`<${Duration} id="jump" label="They jump by" value=${state.jump} onChange=${(v) => change({ jump: v }, false)} error=${troubleAt(errors, 'script.jump', 'max-jump')} />
      <div class="field"><label for="jumps">Nodes whose clock jumps</label>
        <input id="jumps" type="number" min="1" max="7" value=${state.jumps || 1} onInput=${(e) => /^[1-7]$/.test(e.target.value) && change({ jumps: Number(e.target.value) }, false)} /></div>`}
    <p class="hint">A node whose clock jumps by more than the rest of the TTL lets its key go early. If enough nodes do, a second client gets a majority while the first still relies on its own.</p>
  </form>`;
}

// Quorum draws the nodes, the grants and the windows after a step.
export function Quorum({ run, now }) {
  const moment = run.moments[now - (run.view.first || 0)];
  const q = moment && moment.quorum;
  if (!q) return html`<p class="soft">There is no quorum in this run.</p>`;
  const nodes = (q.nodes || []).slice().sort((a, b) => a.name.localeCompare(b.name));
  return html`<section class="panel" aria-labelledby="nodes-title"><h2 id="nodes-title">Nodes</h2>
      <ul class="nodes">${nodes.map((n) => html`<li key=${n.name} class=${`node ${n.state} ${n.clock !== 'true' ? 'jumped' : ''}`}>
        <strong>${n.name}</strong><span><span aria-hidden="true">${nodeSigns[n.state] || ''} </span>${n.owner ? `key: ${n.owner}` : n.state}</span>
        <span class="soft">${n.owner ? n.state + '; ' : ''}clock ${n.clock === 'true' ? 'true' : html`<b class="bad">${n.clock}</b>`}</span></li>`)}</ul></section>
    <section class="panel" aria-labelledby="grants-title"><h2 id="grants-title">Keys, and the majority of ${q.needed}</h2>
      <ul class="grants">${(q.grants || []).map((g) => html`<li key=${g.client}><span>${g.client}</span>
        <span class="pips" aria-hidden="true">${nodes.map((_, i) => html`<i class=${i < g.keys ? 'on' : ''}></i>`)}</span>
        <span>${g.keys} of ${nodes.length}: ${g.keys >= q.needed ? html`<strong>a majority</strong>` : 'no majority'}</span></li>`)}</ul></section>
    <${Windows} run=${run} clients=${q.clients || []} moment=${moment} />`;
}

const nanoseconds = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };

// momentOf reads the time of a step, in nanoseconds.
function momentOf(text) {
  let sum = 0;
  for (const [, n, unit] of String(text).matchAll(/([\d.]+)\s*(ns|us|µs|ms|s|m|h)/g)) sum += Number(n) * nanoseconds[unit];
  return sum;
}

// Windows shows since when and until when each client relies on its keys.
function Windows({ run, clients, moment }) {
  if (clients.length === 0) return null;
  const ends = run.moments.flatMap((m) => [momentOf(m.time), ...((m.quorum && m.quorum.clients) || []).map((c) => c.until)]);
  const whole = Math.max(1, ...ends);
  const at = momentOf(moment.time);
  const x = (ns) => Math.max(0, Math.min(100, (100 * ns) / whole));
  return html`<section class="panel" aria-labelledby="windows-title"><h2 id="windows-title">Validity windows</h2>
    <ul class="windows">${clients.map((c) => {
      const none = c.until <= c.from;
      const text = none ? 'has no window' : `${short(c.from)} to ${short(c.until)}${c.passed ? ', is over' : ''}`;
      return html`<li key=${c.client}><span>${c.client}</span>
        <svg class="window" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label=${`${c.client}: ${text}`}>
          <rect class="bar-whole" width="100" height="12" />${!none && html`<rect class=${c.passed ? 'window-over' : 'bar-left'} x=${x(c.from)} width=${Math.max(0.5, x(c.until) - x(c.from))} height="12" />`}
          <line class="window-now" x1=${x(at)} x2=${x(at)} y1="0" y2="12" /></svg><span class="soft">${text}</span></li>`;
    })}</ul><p class="soft">The line is the present moment${moment.time ? `, ${moment.time}` : ''}.</p></section>`;
}
