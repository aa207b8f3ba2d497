// The queue inspector: the entries below the lock's node, who watches whom, how
// long each session lives, and whom a hand-over wakes. Beside it the herd: the
// same lock where everybody watches everything.

import { html, useState } from './vendor/preact.js';
import { Busy, Choice, TroubleNote, useAsk } from './parts.js';
import { Controls, Sentence, lastOf, sentence, useSteps } from './run.js';
import { flagsOf, protocolOf, scriptOf, setupOf } from './state.js';
import { short, spaced } from './time.js';

const crowd = '4';

export const isQueue = (protocol) => ['zkqueue', 'etcd'].includes(protocol.spec);

// variant is the setup with a crowd, and what its clients watch if that can be
// chosen.
function variant(state, protocol, watch) {
  const has = (flag) => flagsOf(protocol).some((p) => p.flag === flag);
  const params = { ...state.params };
  if (has('clients') && !(protocol.fixed || {}).clients) params.clients = crowd;
  if (watch && has('watch')) params.watch = watch;
  return { setup: { ...setupOf(state), params }, script: scriptOf(state) };
}

export function QueueTab({ backend, state, catalog, onState }) {
  const protocol = protocolOf(catalog, state.protocol);
  const watches = flagsOf(protocol).some((p) => p.flag === 'watch') && !(protocol.fixed || {}).watch;
  const queue = isQueue(protocol);
  const own = useAsk(backend, 'run', queue ? variant(state, protocol, watches ? 'before' : '') : null, {});
  const herd = useAsk(backend, 'run', queue && watches ? variant(state, protocol, 'parent') : null, {});
  const steps = useSteps(own.answer, state.step, (step) => onState({ ...state, step }, false));
  if (!queue) {
    const all = catalog.protocols.filter((p) => isQueue(p) && p.name === p.spec);
    return html`<p>${protocol.title} has no queue. Look at one that has:</p>
      <div class="buttons">${all.map((p) => html`<button type="button" key=${p.name} onClick=${() => onState({ ...state, protocol: p.name, params: {}, properties: [], step: 1 }, true)}>${p.title}</button>`)}</div>`;
  }
  return html`<p class="lead">Each client puts a numbered entry below the lock’s node; the lowest has the lock. With ${crowd} clients in the queue, the question is who is woken when one leaves.</p>
    <${Choice} compact legend="The first client" name="queue-stop" value=${state.stop === 'none' ? 'none' : 'pause'}
      onPick=${(stop) => onState({ ...state, stop, for: state.for === '0s' ? '15s' : state.for, faults: stop === 'none' ? 'none' : 'pause=1', step: 1 }, true)}
      options=${[['none', 'is never stopped'], ['pause', `is paused for ${spaced(state.for === '0s' ? '15s' : state.for)}`]]} />
    <div class="pair">
      <section aria-labelledby="own-title"><h2 id="own-title">${watches ? 'Each watches the entry before its own' : protocol.title}</h2>
        <${TroubleNote} error=${own.error} retry=${own.retry} />
        ${own.answer ? html`<${Controls} run=${own.answer} steps=${steps} /><${Sentence} run=${own.answer} now=${steps.now} />
          <${QueueView} run=${own.answer} now=${steps.now} name="own" />` : own.busy && html`<${Busy} what="Running" />`}
      </section>
      ${watches && html`<section aria-labelledby="herd-title"><h2 id="herd-title">The herd: everybody watches the parent</h2>
        <${TroubleNote} error=${herd.error} retry=${herd.retry} />
        ${herd.answer ? html`<${Herd} run=${herd.answer} />` : herd.busy && html`<${Busy} what="Running" />`}
      </section>`}
    </div>
    ${own.answer && watches && herd.answer && html`<${Tally} own=${own.answer} herd=${herd.answer} />`}`;
}

// Herd has a slider of its own: its steps are others.
function Herd({ run }) {
  const [step, setStep] = useState(1);
  const now = Math.min(step, lastOf(run));
  const name = now > 0 ? run.view.steps[now - 1] : null;
  const move = (n) => () => setStep(Math.max(0, Math.min(lastOf(run), n)));
  return html`<div class="controls" role="group" aria-label="Steps of the herd">
      <div class="buttons"><button type="button" onClick=${move(0)}>First</button><button type="button" onClick=${move(now - 1)}>Back</button>
        <button type="button" class="main" onClick=${move(now + 1)}>Next step</button><button type="button" onClick=${move(lastOf(run))}>Last</button></div>
      <input type="range" class="scrubber" aria-label="Step of the herd" min="0" max=${lastOf(run)} value=${now} aria-valuetext=${name ? `step ${now}: ${name.name}` : 'start'}
        onInput=${(e) => setStep(Number(e.target.value))} /></div>
    <div class="now" aria-live="polite" role="region" aria-label="Current step of the herd"><p class="number">${name ? `Step ${now} of ${lastOf(run)}` : 'Start'}</p><p class="what"><strong>${name ? name.name : 'Before the first step'}</strong></p>
      <p>${name ? sentence(name.say) : 'Nobody has the lock.'}</p></div>
    <${QueueView} run=${run} now=${now} name="herd" />`;
}

const wide = 128;
const high = 74;

// QueueView draws the entries in their order, with arrows from each to what its
// client watches.
export function QueueView({ run, now, name }) {
  const moment = run.moments[now - (run.view.first || 0)];
  const queue = moment && moment.queue;
  if (!queue) return html`<p class="soft">There is no queue in this run.</p>`;
  const nodes = queue.nodes || [];
  const lease = (client) => (moment.leases || []).find((l) => l.client === client);
  const top = 56;
  const x = (i) => 8 + i * (wide + 14);
  const words = nodes.map((n, i) => `${i + 1}. ${n.name} of ${n.client}${n.orphan ? ', who does not know of it' : ''}; session ${n.session}${n.watches ? `; watches ${n.watches}` : ''}`);
  const woken = queue.woken || [];
  return html`<div class="queue-box" tabindex="0" role="region" aria-label=${name === 'herd' ? 'Queue of the herd, lowest entry first' : 'Queue, lowest entry first'}>
      <svg class="queue" width=${Math.max(340, x(nodes.length))} height=${top + high + 14} role="img" aria-label=${words.join('. ') || 'The queue is empty'}>
        <defs><marker id=${'watch-' + name} markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path class="watch-tip" d="M0 0L8 4L0 8Z" /></marker></defs>
        ${nodes.length === 0 && html`<text x="12" y=${top + 30}>The queue is empty.</text>`}
        <line class="parent" x1="12" y1="14" x2=${Math.max(330, x(nodes.length) - 14)} y2="14" /><text class="faint" x="12" y="10">the lock’s node</text>
        ${nodes.map((n, i) => html`<${Entry} key=${n.name} ...${{ n, i, lease: lease(n.client), x: x(i), top }} woken=${woken.includes(n.client)} />`)}
        ${nodes.map((n, i) => {
          const to = nodes.findIndex((m) => m.name === n.watches);
          const from = x(i) + wide / 2;
          if (n.watches === 'parent') return html`<path key=${i} class="watch" d=${`M${from} ${top} V18`} marker-end=${`url(#watch-${name})`} />`;
          if (to < 0) return null;
          const end = x(to) + wide / 2 + 12;
          return html`<path key=${i} class="watch" d=${`M${from} ${top} C${from} 22 ${end} 22 ${end} ${top - 2}`} marker-end=${`url(#watch-${name})`} />`;
        })}
      </svg></div>
    <p class="woken">${woken.length > 0 ? html`<strong>Woken by this step: ${woken.join(', ')}.</strong>` : 'This step wakes nobody.'} <span class="soft">Woken until now: ${queue.total}.</span></p>`;
}

function Entry({ n, i, lease, x, top, woken }) {
  const part = lease && lease.whole > 0 ? Math.max(0, Math.min(1, lease.left / lease.whole)) : n.session === 'ended' ? 0 : 1;
  return html`<g class=${`entry ${n.session} ${n.orphan ? 'orphan' : ''} ${woken ? 'woken' : ''}`}>
    <rect class="box" x=${x} y=${top} width=${wide} height=${high} rx="6" />
    <text class="bold" x=${x + 6} y=${top + 18}>${i === 0 ? '● ' : ''}${n.client || 'nobody'}${woken ? ' (woken)' : ''}</text>
    <text x=${x + 6} y=${top + 34}>${n.name.length > 18 ? '…' + n.name.slice(-17) : n.name}</text>
    <text class="faint" x=${x + 6} y=${top + 50}>${n.orphan ? 'nobody knows of it' : `session ${n.session}`}</text>
    <rect class="bar-whole" x=${x + 6} y=${top + 58} width=${wide - 12} height="7" /><rect class="bar-left" x=${x + 6} y=${top + 58} width=${(wide - 12) * part} height="7" />
    <title>${n.name}: ${lease ? `${short(lease.left)} of ${short(lease.whole)} left` : n.session}</title>
  </g>`;
}

// handOvers are the steps that wake somebody.
const handOvers = (run) => run.moments.map((m, i) => ({ step: i + (run.view.first || 0), woken: (m.queue && m.queue.woken) || [] })).filter((h) => h.woken.length > 0);

function Tally({ own, herd }) {
  const row = (title, run) => {
    const all = handOvers(run);
    return html`<tr><th scope="row">${title}</th><td>${all.map((h) => h.woken.length).join(', ') || 'none'}</td><td>${Math.max(0, ...all.map((h) => h.woken.length))}</td><td>${sentence(run.ends)}</td></tr>`;
  };
  return html`<section class="panel" aria-labelledby="tally-title"><h2 id="tally-title">Clients woken per hand-over</h2>
    <table id="tally"><thead><tr><th scope="col">watch</th><th scope="col">woken at each</th><th scope="col">most at once</th><th scope="col">the run</th></tr></thead>
    <tbody>${row('the entry before', own)}${row('the parent (herd)', herd)}</tbody></table>
    <p>Who is woken in vain lists the entries again and goes on waiting.</p></section>`;
}
