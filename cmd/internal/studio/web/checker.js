// The checker: every schedule, not only the one that is shown. Two cards say what
// each of the two finds; which run the lanes show is chosen there.

import { html, useState } from './vendor/preact.js';
import { Busy, Choice, Command, TroubleNote, Verdict, useAsk } from './parts.js';
import { grouped, spaced } from './time.js';
import { checkSetupOf, protocolOf } from './state.js';
import { actorsOf, sentence, violationOf } from './run.js';

const did = { pause: 'paused', freeze: 'frozen', delay: 'delayed' };

// saysOf names the two questions: exactly, and at most.
export function saysOf(state) {
  const usual = ['', 'default'].includes(state.faults);
  const kinds = usual ? [] : state.faults.split(',').filter((f) => f !== 'none');
  const others = kinds.filter((f) => f.split('=')[0] !== state.stop);
  const what = did[state.stop];
  const stopped = what && (usual || others.length < kinds.length);
  const most = !stopped ? 'nobody stopped' : state.timing === 'any' ? `anyone ${what} for any time` : `anyone ${what} for at most ${spaced(state.for)}`;
  const also = usual ? '; the usual faults' : others.length > 0 ? `; also ${others.join(', ')}` : '';
  return [what ? `${what} for exactly ${spaced(state.for)}` : 'nobody is stopped', most + also];
}

// useChecks asks for the verdict first, and then for what explains it.
export function useChecks(backend, state, catalog, wanted) {
  const setup = checkSetupOf(state, protocolOf(catalog, state.protocol));
  const body = { setup, timing: state.timing, properties: state.properties, explain: false, maxStates: 0 };
  const quick = useAsk(backend, 'check', wanted ? body : null, { wait: 120 });
  const settled = quick.answer && !quick.old && !quick.busy;
  const full = useAsk(backend, 'check', settled ? { ...body, explain: true } : null, {});
  const explained = settled && full.answer && !full.old;
  return { quick, full, check: explained ? full.answer : quick.answer, old: quick.old, explained, body };
}

export const statesOf = (check) => {
  const r = check.result || {};
  return (r.stats && r.stats.states) ?? (r.search && r.search.states) ?? r.states;
};

// Cards are the two answers, side by side.
export function Cards({ state, scripted, checks, onShow, canShow }) {
  const [exactly, atMost] = saysOf(state);
  const [one, other] = actorsOf(scripted.answer);
  const jumps = state.jump ? `; ${state.jumps || 1} clocks jump by ${spaced(state.jump)}` : '';
  const { check, quick, old } = checks;
  const broken = scripted.answer && scripted.answer.violations.find((v) => v.step === violationOf(scripted.answer));
  const card = (name, title, about, body, can, show) => html`<div class=${`card ${state.show === name ? 'on' : ''}`} data-card=${name}>
    <p class="over">${title}</p><p class="about">${about}</p>${body}
    <button type="button" class="small" aria-pressed=${state.show === name} disabled=${!can} onClick=${() => onShow(name)}>${show}</button>
  </div>`;
  const first = scripted.answer && html`<p class="answer">${broken
    ? html`<strong class="bad"><span aria-hidden="true">✗ </span>Goes wrong at step ${broken.step}.</strong> ${sentence(broken.why || broken.says)}`
    : html`<strong class="good"><span aria-hidden="true">✓ </span>Goes well.</strong> One schedule proves nothing about the others.`}</p>`;
  return html`<div class="cards">
    ${card('schedule', 'This schedule', `${state.stop === 'none' ? 'Nobody is stopped' : `${one} is ${exactly}; ${other} comes when ${one}’s hold can end`}${jumps}.`, first, Boolean(scripted.answer), 'Show this schedule')}
    ${card('every', 'Every schedule', `${atMost[0].toUpperCase()}${atMost.slice(1)}; all interleavings are checked.`,
      html`<div role="status" aria-label="Verdict of the checker" id="verdict" aria-busy=${quick.busy}>${check && !quick.error
        ? html`<p class="answer"><${Verdict} verdict=${check.verdict} old=${old} /> ${sentence(check.says)}</p>`
        : !quick.error && html`<p class="answer soft">${quick.cancelled ? 'Stopped.' : 'Checking…'}</p>`}</div>`, canShow, 'Show the run that it found')}
  </div>`;
}

// Detail is all that the checker says.
export function Detail({ backend, state, catalog, checks, onState, onApply }) {
  const { quick, full, check, explained, old } = checks;
  const unsafe = check && check.verdict === 'unsafe' && !old;
  // All kinds of faults are tried, whatever is chosen. Where the check was small
  // this takes no time, else it waits to be asked for.
  const setup = { ...checkSetupOf(state, protocolOf(catalog, state.protocol), 'any'), faults: '' };
  const [wanted, want] = useState('');
  const small = explained && statesOf(check) < 2000;
  const mine = JSON.stringify(setup);
  const faults = useAsk(backend, 'faults', unsafe && explained && (small || wanted === mine) ? { setup } : null, {});
  const [, atMost] = saysOf(state);
  return html`<section class="checker" aria-labelledby="checker-title">
    <h2 id="checker-title">The checker <span class="soft">every schedule: ${atMost}</span></h2>
    <${Choice} compact legend="Time" name="timing" value=${state.timing} onPick=${(timing) => onState({ ...state, timing }, true)}
      options=${[['bounded', 'with these numbers'], ['any', 'whatever the numbers']]} />
    ${state.properties.length > 0 && html`<p class="warned">Only ${state.properties.join(', ')}: <button type="button" class="small"
      onClick=${() => onState({ ...state, properties: [] }, true)}>All that the protocol promises</button></p>`}
    ${quick.busy && html`<${Busy} what="Checking" progress=${quick.progress} cancel=${quick.cancel} />`}
    ${quick.cancelled && !quick.busy && html`<p class="warned">The check was stopped. <button type="button" class="small" onClick=${quick.retry}>Check again</button></p>`}
    <${TroubleNote} error=${quick.error} retry=${quick.retry} />
    ${check && !quick.error && html`<div class=${old ? 'old' : ''}>
      <dl class="facts">
        <div><dt>Verdict</dt><dd><${Verdict} verdict=${check.verdict} /> ${sentence(check.says)}</dd></div>
        <div><dt>Faults</dt><dd>${['', 'default'].includes(state.faults) ? 'those that the protocol usually meets' : state.faults.replaceAll(',', ', ')}</dd></div>
        ${statesOf(check) !== undefined && html`<div><dt>Looked at</dt><dd>${grouped(statesOf(check))} states</dd></div>`}
        ${check.margin && html`<div><dt>Margin</dt><dd>${sentence(check.margin)}</dd></div>`}
        ${unsafe && html`<div><dt>It takes</dt><dd><${Faults} asked=${faults} onWant=${() => want(mine)} /></dd></div>`}
      </dl>
      ${full.busy && html`<${Busy} what="Looking for what would stop it" progress=${full.progress} />`}
      <${TroubleNote} error=${full.error} retry=${full.retry} />
      <${Remedies} remedies=${explained ? check.remedies || [] : []} onApply=${onApply} />
      <${Properties} result=${check.result} catalog=${catalog} />
      <${Command} text=${check.command} label="The same check on the command line" />
    </div>`}
  </section>`;
}

// namesOf writes a set of faults: 1 pause and 2 delays.
const namesOf = (set) => {
  const words = Object.entries(set).map(([kind, n]) => (n === null ? kind : `${n} ${kind}`));
  return words.length > 0 ? words.join(' and ') : 'no fault at all';
};

// Faults are the smallest sets that break the protocol.
function Faults({ asked, onWant }) {
  if (asked.error) return html`<${TroubleNote} error=${asked.error} />`;
  if (asked.busy) return html`<${Busy} what="Looking for the smallest set of faults" progress=${asked.progress} cancel=${asked.cancel} />`;
  if (!asked.answer || asked.old || asked.cancelled) return html`<button type="button" class="small" onClick=${asked.cancelled ? asked.retry : onWant}>Find the smallest sets of faults</button>`;
  const found = asked.answer.fault_sets || {};
  const sets = found.minimal || [];
  if (sets.length === 0) return html`No set of faults that was tried breaks it.`;
  return html`<ul class="plain" id="fault-sets">${sets.map((s) => html`<li key=${namesOf(s.faults)}><strong>${namesOf(s.faults)}</strong>
    ${s.steps ? `, ${s.steps} steps` : ''}${s.proved ? '; fewer do no harm' : ''}</li>`)}</ul>
    <p class="soft">${sets.length > 1 ? 'Each of these alone is' : 'That is'} enough, of all kinds of faults and whatever the numbers.</p>`;
}

function Remedies({ remedies, onApply }) {
  if (remedies.length === 0) return null;
  const group = (title, helps) => {
    const some = remedies.filter((r) => r.helps === helps);
    return some.length > 0 && html`<h3>${title}</h3><ul class="remedies">${some.map((r) => html`<li key=${r.flags}>
      <span><code>${r.flags}</code>${r.says.startsWith(r.flags) ? r.says.slice(r.flags.length) : `: ${r.says}`}</span>
      <button type="button" class="small" data-flags=${r.flags} onClick=${() => onApply(r)}>Try it<span class="sr">: ${r.flags}</span></button></li>`)}</ul>`;
  };
  return html`${group('Would stop it', true)}${group('Would not', false)}`;
}

const decisions = { holds: '✓', violated: '✗' };

function Properties({ result, catalog }) {
  const [open, setOpen] = useState(false);
  const all = (result && result.properties) || [];
  if (all.length === 0) return null;
  const says = (name) => ((catalog.properties || []).find((p) => p.name === name) || {}).says || '';
  return html`<details class="properties" open=${open} onToggle=${(e) => setOpen(e.target.open)}><summary>Properties that were checked</summary>
    <table><thead><tr><th scope="col">property</th><th scope="col">answer</th><th scope="col">it says</th></tr></thead>
    <tbody>${all.map((p) => html`<tr key=${p.name}><th scope="row">${p.name}</th>
      <td class=${p.verdict}><span aria-hidden="true">${decisions[p.verdict] || ''} </span>${p.verdict}</td><td>${says(p.name)}</td></tr>`)}</tbody></table>
  </details>`;
}
