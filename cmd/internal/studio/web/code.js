// The code panel: code of the lock and of the guard, for what is chosen.

import { html, useState } from './vendor/preact.js';
import { Busy, CopyButton, TroubleNote, download, useAsk } from './parts.js';
import { checkSetupOf, protocolOf } from './state.js';

export function CodeTab({ backend, state, catalog }) {
  const asked = useAsk(backend, 'code', { setup: checkSetupOf(state, protocolOf(catalog, state.protocol), 'bounded') }, {});
  const [name, setName] = useState('');
  const files = (asked.answer && asked.answer.files) || [];
  const file = files.find((f) => f.name === name) || files[0];
  return html`<p class="lead">Code for <strong>${protocolOf(catalog, state.protocol).title.replace(/, no guard at the storage$/, '')}</strong>, with the guard and the numbers that are chosen under Race. What it does not cover:</p>
    <${TroubleNote} error=${asked.error} retry=${asked.retry} />
    ${asked.busy && !file && html`<${Busy} what="Writing the code" />`}
    ${!asked.error && asked.answer && html`<ul class="notes">${asked.answer.notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>`}
    ${!asked.error && file && html`<${Tabs} label="Files" names=${files.map((f) => f.name)} value=${file.name} onPick=${setName} />
      <div role="tabpanel" id="file-panel" aria-label=${file.name}>
        <div class="buttons file-buttons"><${CopyButton} text=${file.text} label=${'Copy ' + file.name} />
          <button type="button" onClick=${() => download(file)}>Download</button></div>
        <pre class="code" tabindex="0" role="region" aria-label=${'Text of ' + file.name}><code>${file.text}</code></pre>
      </div>`}`;
}

// Tabs is a list of tabs in which the arrow keys move.
export function Tabs({ label, names, value, onPick }) {
  const onKey = (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1, Home: -names.length, End: names.length }[event.key];
    if (!move) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(names.length - 1, names.indexOf(value) + move));
    onPick(names[to]);
    event.currentTarget.children[to].focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${onKey}>${names.map((n) => html`<button type="button" role="tab" key=${n}
    aria-selected=${n === value} aria-controls="file-panel" tabindex=${n === value ? 0 : -1} onClick=${() => onPick(n)}>${n}</button>`)}</div>`;
}
