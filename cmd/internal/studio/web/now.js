// The right side: what is true after the current step. Who believes and who
// holds, what storage says of each write, and the counters.

import { html } from './vendor/preact.js';
import { short } from './time.js';
import { sentence } from './run.js';

const statusNames = {
  free: ['○', 'free'], held: ['●', 'held'], protected: ['◆', 'protected'], 'split-brain': ['▲', 'split brain'], broken: ['✗', 'broken'],
};

export function Status({ moment }) {
  if (!moment) return null;
  const [sign, name] = statusNames[moment.status] || ['', moment.status];
  const counters = [
    ['current token', moment.token || 'none'], ['lowest accepted', moment.lowest || 'any'], ['waiting', moment.waiting],
    ['writes taken', moment.accepted], ['refused', moment.refused], ['stale, taken', moment.stale],
  ];
  return html`<section class="panel" aria-labelledby="status-title">
    <h2 id="status-title">The lock now${moment.time ? html` <span class="soft">at ${moment.time}</span>` : ''}</h2>
    <p class="status-line"><span class=${'status ' + moment.status} id="lock-status"><span aria-hidden="true">${sign} </span>${name}</span> ${sentence(moment.says)}</p>
    <dl class="counters">${counters.map(([k, v]) => html`<div key=${k} class=${k === 'stale, taken' && v > 0 ? 'bad' : ''}><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>
    <${Leases} leases=${moment.leases} />
  </section>`;
}

// Bar is a bar that shrinks: what is left of what was given.
export function Bar({ left, whole, label }) {
  const part = whole > 0 ? Math.max(0, Math.min(1, left / whole)) : 0;
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${label}>
    <rect class="bar-whole" width="100" height="8" /><rect class="bar-left" width=${part * 100} height="8" /></svg>`;
}

function Leases({ leases }) {
  if (!leases || leases.length === 0) return null;
  return html`<ul class="leases">${leases.map((l) => {
    const text = l.left > 0 ? `${short(l.left)} of ${short(l.whole)} left` : 'can end now';
    return html`<li key=${l.client}><span>${l.client}'s lease</span><${Bar} left=${l.left} whole=${l.whole} label=${`${l.client}: ${text}`} /><span class="soft">${text}</span></li>`;
  })}</ul>`;
}

const yes = (on, known) => (known === false ? '?' : on ? 'yes' : 'no');

export function Belief({ run, now }) {
  const { clients, known = {} } = run.view;
  const row = (run.view.belief || [])[now - (run.view.first || 0)];
  if (!row || !clients || clients.length === 0) return null;
  const believers = clients.filter((_, i) => row[i].believes);
  const wrong = clients.filter((_, i) => row[i].believes && !row[i].holds);
  const say = believers.length > 1 ? `${believers.join(' and ')} both believe that they hold the lock.`
    : wrong.length > 0 ? `${wrong[0]} believes so, but does not hold it.` : 'Belief and truth agree.';
  return html`<section class="panel" aria-labelledby="belief-title">
    <h2 id="belief-title">Belief and truth</h2>
    <table id="belief-table"><thead><tr><th scope="col">client</th><th scope="col">believes it holds</th><th scope="col">holds</th><th scope="col">token</th></tr></thead>
      <tbody>${clients.map((name, i) => {
        const b = row[i];
        const lie = b.believes && !b.holds && known.holds !== false;
        return html`<tr key=${name} class=${lie ? 'false-belief' : ''}><th scope="row">${name}${lie && html` <span class="badge false-belief">wrongly</span>`}</th>
          <td>${yes(b.believes, known.believes)}</td><td>${yes(b.holds, known.holds)}</td><td>${b.token || 'none'}</td></tr>`;
      })}</tbody></table>
    <p>${say}</p>
  </section>`;
}

export function Guard({ run, now, guard, onStep }) {
  const writes = run.writes || [];
  return html`<section class="panel" aria-labelledby="guard-title">
    <h2 id="guard-title">What storage said, write by write</h2>
    ${writes.length === 0 ? html`<p>No write reaches storage in this run.</p>` : html`<table id="guard-table">
      <thead><tr><th scope="col">step</th><th scope="col">from</th><th scope="col">token</th><th scope="col">highest seen</th><th scope="col">verdict</th></tr></thead>
      ${writes.map((w) => {
        const done = w.step <= now;
        const word = w.accepted ? (w.stale ? 'taken, stale' : 'taken') : 'refused';
        return html`<tbody key=${w.step} class=${!done ? 'later' : w.step === now ? 'current' : ''}>
          <tr><th scope="row"><button type="button" class="link" onClick=${() => onStep(w.step)}>${w.step}</button></th>
            <td>${w.client}</td><td>${w.token || 'none'}</td><td>${w.highest || 'none'}</td>
            <td class=${w.accepted ? (w.stale ? 'stale' : 'taken') : 'refused'}>${done ? html`<span aria-hidden="true">${w.accepted ? (w.stale ? '✗' : '✓') : '⊘'} </span>${word}` : 'not yet'}</td></tr>
          ${done && w.reason && html`<tr class="reason"><td colspan="5">${w.resource && w.resource !== '1' ? `Resource ${w.resource}: ` : ''}${sentence(w.reason)}</td></tr>`}
        </tbody>`;
      })}</table>`}
    ${(!guard || guard === 'none') && html`<p class="soft">The guard is off: storage looks at no token.</p>`}
  </section>`;
}
