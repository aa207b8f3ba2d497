// What one can do with what is shown: share it, export it, read the keys.

import { html, useState } from './vendor/preact.js';
import { CopyButton, TroubleNote, download, useWindow } from './parts.js';
import { checkSetupOf, fragmentOf, protocolOf, scriptOf, setupOf } from './state.js';

const formats = [
  ['svg', 'Picture (SVG)'], ['html', 'Page (HTML)'], ['json', 'Result (JSON)'], ['itf', 'Trace (ITF)'], ['mermaid', 'Mermaid diagram'],
  ['dot', 'Graph (dot)'], ['md', 'Markdown'], ['suite', 'suite.yaml for CI'],
];

export function Menu({ backend, state, catalog, every, help }) {
  const [said, say] = useState({});
  useWindow('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input[type=text], textarea')) return;
    event.preventDefault();
    if (!help.current.open) help.current.showModal();
  });
  const link = () => location.href.split('#')[0] + fragmentOf(state, catalog);
  const get = async (format) => {
    say({ text: 'Writing the file…' });
    const protocol = protocolOf(catalog, state.protocol);
    // A suite is of checks; the rest is of what the lanes show.
    const checked = every || format === 'suite';
    const body = checked ? { format, setup: checkSetupOf(state, protocol), timing: state.timing } : { format, setup: setupOf(state), timing: state.timing, script: scriptOf(state) };
    try {
      const file = await backend.ask('export', body, { desk: 'extra' });
      download(file);
      say({ text: `${file.name} is written.` });
    } catch (error) {
      say({ error });
    }
  };
  return html`<div class="menu-bar">
    <${CopyButton} text=${link} label="Share link" />
    <details class="menu"><summary>Export</summary><div class="menu-list">
      <p class="soft">${every ? 'The counterexample of the checker' : 'The schedule that is shown'}</p>
      ${formats.map(([f, name]) => html`<button type="button" key=${f} data-format=${f} onClick=${() => get(f)}>${name}</button>`)}
      <p role="status" aria-label="Export">${said.text || ''}</p><${TroubleNote} error=${said.error} />
    </div></details>
    <button type="button" title="?" aria-haspopup="dialog" onClick=${() => help.current.showModal()}>Keys</button>
  </div>`;
}

const keys = [
  [['space', '→', '↓', 'j'], 'next step'], [['←', '↑', 'k'], 'previous step'], [['Home', 'End'], 'first, last'],
  [['v'], 'the violation'], [['p'], 'run, pause'], [['?'], 'these keys'],
];

export function Help({ dialog }) {
  return html`<dialog ref=${dialog} aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
    <dl>${keys.map(([names, what]) => html`<div key=${what}><dt>${names.map((k) => html`<kbd>${k}</kbd> `)}</dt><dd>${what}</dd></div>`)}
      <div><dt>On the map: arrows, <kbd>Enter</kbd></dt><dd>move, and take the numbers</dd></div></dl>
    <button type="button" class="main" onClick=${() => dialog.current.close()}>Close</button></dialog>`;
}
