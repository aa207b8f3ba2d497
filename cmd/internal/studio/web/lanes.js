// The engine's picture of a run: one lane for each party, time runs down.

import { html, useEffect, useRef } from './vendor/preact.js';

// pictureOf reads an SVG. Its own styles are left out: they stand in lanes.css,
// since the page allows no others.
export function pictureOf(text) {
  const bare = text.replace(/<style>[\s\S]*?<\/style>/g, '');
  const root = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg') throw new Error('the picture of the run cannot be read');
  return document.importNode(root, true);
}

const covers = (row, step) => Number(row.dataset.from) <= step && step <= Number(row.dataset.to);

// reveal scrolls the box, and nothing else, to the row.
function reveal(box, row) {
  const at = row.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  if (at.top < view.top + 8) box.scrollTop -= view.top + 8 - at.top;
  if (at.bottom > view.bottom - 24) box.scrollTop += at.bottom - view.bottom + 24;
  const x = Number(row.dataset.at || 0);
  if (x < box.scrollLeft + 20 || x > box.scrollLeft + box.clientWidth - 110) box.scrollLeft = x - 110;
}

export function Lanes({ svg, step, onStep, old }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.replaceChildren(...(svg ? [pictureOf(svg)] : []));
    box.current.scrollTop = 0;
  }, [svg]);
  useEffect(() => {
    const rows = Array.from(box.current.querySelectorAll('.row'));
    for (const row of rows) row.classList.toggle('now', covers(row, step));
    const now = rows.find((row) => covers(row, step));
    // In the next frame, which lays the picture out in any case.
    const frame = requestAnimationFrame(() => now && reveal(box.current, now));
    return () => cancelAnimationFrame(frame);
  }, [svg, step]);
  const pick = (event) => {
    const row = Array.from(box.current.querySelectorAll('.row')).find((r) => {
      const at = r.getBoundingClientRect();
      return at.top <= event.clientY && event.clientY < at.bottom;
    });
    if (row) onStep(Number(row.dataset.from));
  };
  return html`<div class=${old ? 'lanes-box old' : 'lanes-box'} ref=${box} tabindex="0" role="region" onClick=${pick}
    aria-label="Lanes: one for each party, time runs down"></div>`;
}
