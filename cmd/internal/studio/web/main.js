// The beginning: find out who can answer, read the catalogue, show the page.
// Whatever fails is said in the page.

import { html, render } from './vendor/preact.js';
import { available, catalogue, open } from './backend.js';
import { App, Broken } from './app.js';

const root = document.getElementById('app');

function fail(error) {
  if (error && error.name === 'AbortError') return;
  const box = document.getElementById('failures');
  box.hidden = false;
  box.textContent = `Something in this page has failed: ${(error && error.message) || error}`;
}

window.addEventListener('error', (event) => fail(event.error || event.message));
window.addEventListener('unhandledrejection', (event) => fail(event.reason));

// begin takes the server where there is one, which answers sooner, and else the
// browser. The catalogue is a file: it takes the engine of a browser a while to make.
async function begin() {
  const known = catalogue();
  known.catch(() => {}); // said when it is waited for
  const places = await available();
  const names = [places.server && 'server', places.wasm && 'browser'].filter(Boolean);
  if (names.length === 0) throw new Error('there is no engine here: neither WebAssembly nor a server');
  let trouble;
  for (const name of names) {
    try {
      const [backend, catalog] = await Promise.all([open(name, places), known]);
      root.replaceChildren();
      root.removeAttribute('aria-busy');
      render(html`<${App} places=${places} catalog=${catalog} first=${backend} />`, root);
      return;
    } catch (error) {
      trouble = error;
    }
  }
  throw trouble;
}

begin().catch((error) => {
  root.replaceChildren();
  render(html`<main><h1>lockcheck studio</h1><${Broken} error=${error} again=${() => location.reload()} /></main>`, root);
});
