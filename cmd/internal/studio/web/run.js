// A run that one steps through: the controls, the step in words and the lanes.

import { html, useEffect, useState } from './vendor/preact.js';
import { Command, useWindow } from './parts.js';

const pace = 1100; // milliseconds from step to step

// lastOf is the number of the last step.
export const firstOf = (run) => run.view.first || 0;
export const lastOf = (run) => firstOf(run) + run.view.steps.length;
export const clamp = (run, step) => Math.max(firstOf(run), Math.min(lastOf(run), step));

// actorsOf are the client that is stopped and the one that comes after it.
export const actorsOf = (run) => {
  const [first = 'A', second = 'B'] = (run && run.view.clients) || [];
  return [first, second];
};

// violationOf is the step at which a property breaks first, -1 if none does.
export function violationOf(run) {
  const steps = (run.violations || []).map((v) => v.step);
  return steps.length > 0 ? Math.min(...steps) : -1;
}

const keys = {
  ' ': 'next', ArrowRight: 'next', ArrowDown: 'next', j: 'next', ArrowLeft: 'previous', ArrowUp: 'previous', k: 'previous',
  Home: 'first', End: 'last', v: 'violation', p: 'play',
};

// own reports whether a key means something to the element that has the focus.
function own(event) {
  const e = event.target;
  if (!(e instanceof Element)) return false;
  if (e.closest('select, textarea, dialog, [role=grid], [role=tablist], input[type=text], input[type=number]')) return true;
  const arrows = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  if (e.matches('input[type=range]')) return arrows;
  if (e.matches('input[type=radio]')) return event.key.startsWith('Arrow') || (event.key === ' ' && !e.checked);
  if (e.matches('.lanes-box, pre') && e.scrollWidth > e.clientWidth && /^Arrow(Left|Right)$/.test(event.key)) return true;
  return event.key === ' ' && e.closest('button, a, input, summary') !== null;
}

// useSteps gives what moves through a run, and listens to the keys.
export function useSteps(run, step, onStep) {
  const [playing, play] = useState(false);
  const now = run ? clamp(run, step) : 0;
  const ready = run !== undefined;
  const goto = (n) => ready && onStep(clamp(run, n));
  const go = {
    first: () => goto(firstOf(run)), previous: () => goto(now - 1), next: () => goto(now + 1), last: () => goto(lastOf(run)),
    violation: () => violationOf(run) >= 0 && goto(violationOf(run)),
    play: () => {
      if (!playing && now === lastOf(run)) goto(firstOf(run));
      play(!playing);
    },
  };
  useEffect(() => {
    if (!playing || !ready) return undefined;
    if (now >= lastOf(run)) return void play(false);
    const timer = setTimeout(go.next, pace);
    return () => clearTimeout(timer);
  }, [playing, now, run]);
  useWindow('keydown', (event) => {
    if (!ready || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]') || own(event)) return;
    const name = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!name) return;
    event.preventDefault();
    if (name !== 'play') play(false);
    go[name]();
  });
  return { now, go, goto, playing, stop: () => play(false) };
}

// Controls are the buttons and the slider.
export function Controls({ run, steps }) {
  const { now, go, goto, playing, stop } = steps;
  const first = firstOf(run);
  const last = lastOf(run);
  const say = now > first ? `step ${now}: ${run.view.steps[now - first - 1].name}` : 'start';
  const button = (name, text, dead, title) => html`<button type="button" data-go=${name} aria-disabled=${dead} title=${title}
    class=${name === 'next' ? 'main' : ''} onClick=${() => { if (name !== 'play') stop(); if (!dead) go[name](); }}>${text}</button>`;
  return html`<div class="controls" role="group" aria-label="Steps">
    <div class="buttons">
      ${button('first', 'First', now === first, 'Home')}
      ${button('previous', 'Back', now === first, 'arrow left')}
      ${button('next', 'Next step', now === last, 'space or arrow right')}
      ${button('play', playing ? 'Pause' : 'Run', false, 'p')}
      ${button('last', 'Last', now === last, 'End')}
      ${violationOf(run) >= 0 && button('violation', 'Violation', now === violationOf(run), 'v')}
    </div>
    <input type="range" class="scrubber" aria-label="Step" min=${first} max=${last} step="1" value=${now} aria-valuetext=${say}
      onInput=${(e) => { stop(); goto(Number(e.target.value)); }} />
  </div>`;
}

// Sentence is the current step in words; it is read out as it changes.
export function Sentence({ run, now }) {
  const first = firstOf(run);
  const step = run.view.steps[now - first - 1];
  const broken = (run.violations || []).filter((v) => v.step === now);
  return html`<div class="now" id="now" aria-live="polite" aria-atomic="true" role="region" aria-label="Current step">
    <p><span class="number">${step ? `Step ${now} of ${lastOf(run)}` : 'Start'}</span>
      ${step && html`<span class="where">${[step.time, step.where].filter(Boolean).join(', ')}</span>`}
      ${step && step.fault && html` <span class="badge fault">fault</span>`}
      ${step && step.cause && broken.length === 0 && html` <span class="badge cause">led to it</span>`}
      ${broken.length > 0 && html` <span class="badge violation">violation</span>`}</p>
    <p class="what"><strong>${step ? step.name : 'Before the first step'}</strong></p>
    <p>${step ? sentence(step.say) : 'Nobody has the lock.'}</p>
    ${broken.map((v) => html`<p class="broken" key=${v.property}>${v.why && sentence(v.why)} This breaks <strong>${v.property}</strong>: ${sentence(v.says)}</p>`)}
    ${now === lastOf(run) && broken.length === 0 && run.ends && html`<p class="soft">${sentence(run.ends)}</p>`}
  </div>`;
}

// sentence makes a text one. Names, such as no-stale-write and c1, stay as they are.
export const sentence = (text) => {
  if (!text) return '';
  const start = /^[a-z]+(?![a-z\d-])/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return start + (/[.!?]$/.test(text) ? '' : '.');
};

// Words is the whole run as text.
export function Words({ run, every }) {
  return html`<details class="words"><summary>${every ? 'The counterexample' : 'This schedule'} in words</summary><p>${run.alt || run.story}</p>
    <ol start=${firstOf(run) + 1}>${run.view.steps.map((s) => html`<li key=${s.number}>${s.time && s.time + ': '}${sentence(s.say || s.name)}</li>`)}</ol>
    <${Command} text=${run.command} label="The command that shows this run" />
  </details>`;
}
