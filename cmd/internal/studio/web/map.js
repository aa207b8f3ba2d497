// The map: TTL against pause. Where is it safe? It is drawn row by row as the
// engine decides; a cell leads to its numbers.

import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { Busy, Command, TroubleNote, useAsk } from './parts.js';
import { durationOf, secondsOf, spaced } from './time.js';
import { boundOf, checkSetupOf, protocolOf, valueOf } from './state.js';

const steps = 20;
const scales = [0.4, 1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000];
const kinds = { s: ['safe', ''], u: ['unsafe', '×'], r: ['refused', '–'], o: ['open', '?'] };

// axesOf are the axes that hold what is set now; they change in large strides, so
// that moving a slider does not draw the map anew.
function axesOf(state, protocol) {
  const flag = boundOf(state, protocol) || 'max-pause';
  const most = Math.max(secondsOf(valueOf(state, protocol, protocol.lease)) || 0, secondsOf(state.for) || 0);
  const top = scales.find((s) => s >= 40 && s >= most) || scales.at(-1);
  const to = most > 0 && most <= 1 ? scales.find((s) => s >= most * 2) : top;
  return {
    x: { flag: protocol.lease, from: durationOf(to / steps), to: durationOf(to), values: steps },
    y: { flag, from: '0s', to: durationOf(to), values: steps + 1 },
  };
}

const valuesOf = (axis) => {
  const from = secondsOf(axis.from);
  const by = (secondsOf(axis.to) - from) / (axis.values - 1);
  return Array.from({ length: axis.values }, (_, i) => durationOf(Number((from + i * by).toFixed(6))));
};

const nearest = (values, text) => {
  const at = secondsOf(text);
  let best = 0;
  values.forEach((v, i) => { if (Math.abs(secondsOf(v) - at) < Math.abs(secondsOf(values[best]) - at)) best = i; });
  return best;
};

export function PhaseMap({ backend, state, catalog, ready, onPick }) {
  const protocol = protocolOf(catalog, state.protocol);
  const axes = axesOf(state, protocol);
  const setup = checkSetupOf(state, protocol, 'bounded');
  setup.params = { ...setup.params };
  delete setup.params[axes.x.flag];
  delete setup.params[axes.y.flag];
  const body = state.stop === 'none' || !protocol.lease ? null : { setup, ...axes };
  const [rows, setRows] = useState({ key: '', cells: [] });
  const asked = useAsk(backend, 'map', ready || rows.key === JSON.stringify(body) ? body : null, {
    wait: 150,
    onProgress: (spots, of) => setRows((was) => {
      const cells = was.key === of ? was.cells.slice() : [];
      for (const { x, y, cell } of spots) {
        const line = (cells[y] || '').padEnd(x + 1);
        cells[y] = line.slice(0, x) + cell + line.slice(x + 1);
      }
      return { key: of, cells };
    }),
  });
  const key = JSON.stringify(body);
  useEffect(() => { // the whole map also comes with the answer
    if (asked.answer && asked.key === key) setRows({ key, cells: asked.answer.rows });
  }, [asked.answer, key]);
  const scale = JSON.stringify(axes);
  const drawn = asked.answer && !asked.old ? asked.answer : null;
  const [xs, ys] = useMemo(() => (drawn ? [drawn.x, drawn.y] : [valuesOf(axes.x), valuesOf(axes.y)]), [scale, drawn]);
  if (!body) return null;
  const cells = rows.key === key ? rows.cells : [];
  const here = { x: nearest(xs, valueOf(state, protocol, protocol.lease)), y: nearest(ys, state.for) };
  return html`<section class="map" aria-labelledby="map-title">
    <h2 id="map-title">The map <span class="soft">${axes.x.flag} against ${axes.y.flag}, every schedule</span></h2>
    ${asked.busy && html`<${Busy} what=${`${cells.join('').replaceAll(' ', '').length} pairs checked`} cancel=${asked.cancel} />`}
    ${asked.cancelled && !asked.busy && html`<p class="warned">The map was stopped. <button type="button" class="small" onClick=${asked.retry}>Draw it</button></p>`}
    <${TroubleNote} error=${asked.error} retry=${asked.retry} />
    <${Grid} ...${{ xs, ys, cells, here, axes }} onPick=${(x, y) => onPick(axes.x.flag, xs[x], ys[y])} />
    <${Legend} />
    ${drawn && html`<p>${drawn.says}</p><${Command} text=${drawn.command} label="The same map on the command line" />`}
  </section>`;
}

function Legend() {
  const words = { s: 'safe', u: 'unsafe', r: 'refused: the numbers do not fit together', o: 'open: not decided' };
  return html`<ul class="legend">${Object.entries(words).map(([k, text]) => html`<li key=${k}>
    <span class=${'cell ' + kinds[k][0]} aria-hidden="true">${kinds[k][1]}</span> ${text}</li>`)}
    <li><span class="cell here" aria-hidden="true"></span> now</li></ul>`;
}

// Grid is a table in which the arrow keys move and Enter picks.
function Grid({ xs, ys, cells, here, axes, onPick }) {
  const [at, setAt] = useState(here);
  const box = useRef(null);
  useEffect(() => setAt(here), [here.x, here.y]);
  const focus = (x, y) => {
    setAt({ x, y });
    box.current.querySelector(`[data-x="${x}"][data-y="${y}"]`).focus();
  };
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Home: [-99, 0], End: [99, 0], PageUp: [0, 99], PageDown: [0, -99] };
  const onKey = (event) => {
    if (event.key === 'Enter' || event.key === ' ') onPick(at.x, at.y);
    else if (Object.hasOwn(moves, event.key)) {
      const [dx, dy] = moves[event.key];
      focus(Math.max(0, Math.min(xs.length - 1, at.x + dx)), Math.max(0, Math.min(ys.length - 1, at.y + dy)));
    } else return;
    event.preventDefault();
  };
  const onClick = (event) => {
    const cell = event.target.closest('[data-x]');
    if (cell) onPick(Number(cell.dataset.x), Number(cell.dataset.y));
  };
  const tall = ys.map((_, i) => ys.length - 1 - i); // the least at the bottom
  return html`<div class="grid-box"><span class="y-name soft" aria-hidden="true">${axes.y.flag} ↑ ${spaced(ys.at(-1))}</span>
    <table role="grid" class="grid" ref=${box} aria-label=${`${axes.x.flag} to the right, ${axes.y.flag} upwards`} onKeyDown=${onKey} onClick=${onClick}>
      <tbody>${tall.map((y) => html`<${Row} key=${y} ...${{ y, xs, ys, axes }} letters=${cells[y] || ''}
        here=${here.y === y ? here.x : -1} at=${at.y === y ? at.x : -1} />`)}</tbody>
    </table>
    <span class="x-name soft" aria-hidden="true">${axes.x.flag} ${spaced(xs[0])} → ${spaced(xs.at(-1))}</span></div>`;
}

// Row is drawn anew only where something in it has changed: there are hundreds of
// cells, and they come one by one.
function Row({ y, xs, ys, axes, letters, here, at }) {
  return useMemo(() => html`<tr>${xs.map((x, i) => {
    const [kind, sign] = kinds[letters[i]] || ['open', ''];
    const told = Boolean(letters[i] && letters[i] !== ' ');
    const name = told ? kind : 'not yet decided';
    return html`<td key=${i} role="gridcell" data-x=${i} data-y=${y} tabindex=${i === at ? 0 : -1} class=${`cell ${told ? kind : 'blank'} ${i === here ? 'here' : ''}`}
      aria-label=${`${axes.x.flag} ${spaced(x)}, ${axes.y.flag} ${spaced(ys[y])}: ${name}`} title=${`${x}, ${ys[y]}: ${name}`}>${sign}</td>`;
  })}</tr>`, [xs, ys, axes.x.flag, axes.y.flag, letters, here, at]);
}
