// Reads sequence diagrams with Mermaid's own parser: node parse.mjs FILE...
import { readFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><body></body>');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');

let failed = false;
for (const file of process.argv.slice(2)) {
  const text = await readFile(file, 'utf8');
  try {
    const { diagramType } = await mermaid.parse(text);
    if (diagramType !== 'sequence') throw new Error(`it is a diagram of type ${diagramType}`);
    if (text.length > mermaid.mermaidAPI.getConfig().maxTextSize) throw new Error('it is too long to be drawn');
  } catch (e) {
    failed = true;
    console.error(`${file}: ${e.message}`);
  }
}
process.exit(failed ? 1 : 0);
