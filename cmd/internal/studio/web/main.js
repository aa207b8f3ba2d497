// The beginning: find out who can answer, ask for the catalogue, show the page.
// Whatever fails is said in the page.

import { html, render } from './vendor/preact.js';
import { available, open } from './backend.js';
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

// begin tries the browser first, and the server where that cannot be.
async function begin() {
  const places = await available();
  const names = [places.wasm && 'browser', places.server && 'server'].filter(Boolean);
  if (names.length === 0) throw new Error('there is no engine here: neither WebAssembly nor a server');
  let trouble;
  for (const name of names) {
    try {
      const backend = await open(name, places);
      const catalog = await backend.ask('catalog', {});
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
