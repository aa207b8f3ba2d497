// What the page looks at, and how the fragment of the address says it. A fragment
// may come from anywhere: nothing of it is used that the catalogue does not know.

import { secondsOf } from './time.js';

const version = '1';
const longest = 4000; // characters of a fragment
export const tabs = ['race', 'queue', 'redlock', 'code', 'lessons'];
export const stops = ['pause', 'freeze', 'delay', 'none'];
const timings = ['bounded', 'any'];
const shows = ['schedule', 'every'];

export const protocolOf = (catalog, name) => catalog.protocols.find((p) => p.name === name);
const list = (v) => v || [];
const bounds = { pause: 'max-pause', freeze: 'max-pause', delay: 'max-delay' };
export const flagsOf = (protocol) => [...list(protocol.params), ...list(protocol.durations)];
export const fixedOf = (protocol) => protocol.fixed || {};

// valueOf is what a parameter or duration is now.
export function valueOf(state, protocol, flag) {
  const param = flagsOf(protocol).find((p) => p.flag === flag);
  return fixedOf(protocol)[flag] ?? state.params[flag] ?? (param ? param.default : '');
}

// problemOf says why a value does not fit a parameter; '' if it fits.
export function problemOf(param, value) {
  switch (param.kind) {
    case 'choice':
      return list(param.values).includes(value) ? '' : `one of ${list(param.values).join(', ')}`;
    case 'number': {
      const n = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
      const hi = param.hi || Infinity;
      return n >= (param.lo || 0) && n <= hi ? '' : `a number from ${param.lo || 0} to ${hi}`;
    }
    case 'rate':
      return /^\d{1,6}(\.\d{1,6})?(%|ppm)$/.test(value) ? '' : 'a rate such as 0.1%';
    default:
      return Number.isFinite(secondsOf(value)) ? '' : 'a duration such as 10s';
  }
}

// faultsProblem says why a list of faults does not fit a protocol.
function faultsProblem(protocol, text) {
  if (['', 'none', 'default'].includes(text)) return '';
  const kinds = list(protocol.faults).map((f) => f.kind);
  for (const part of text.split(',')) {
    const found = /^([a-z-]+)(?:=(\d{1,3}))?$/.exec(part);
    if (!found || !kinds.includes(found[1])) return `kinds of ${kinds.join(', ')}, each perhaps with a number: pause=1`;
  }
  return '';
}

// faultsOf are the faults that the checker needs for the schedule that is shown.
export function faultsOf(state, protocol) {
  const known = list(protocol.faults).map((f) => f.kind);
  const needed = [];
  if (state.stop !== 'none' && known.includes(state.stop)) needed.push(state.stop + '=1');
  if (state.jump && known.includes('clock-jump')) needed.push('clock-jump=' + (state.jumps || 1));
  return needed.join(',') || 'none';
}

// withoutBounds leaves out the durations that follow from the script.
const withoutBounds = (params, script) => {
  const rest = { ...params };
  delete rest[bounds[script.stop]];
  if (script.jump) delete rest['max-jump'];
  return rest;
};

// ofPreset is the state that a preset stands for, keeping where one looks.
export function ofPreset(preset, state = {}) {
  const { setup, script } = preset;
  return {
    tab: 'race', timing: 'bounded', show: 'schedule', lesson: '', ...state, step: 1,
    protocol: setup.protocol, params: withoutBounds(setup.params, script), faults: setup.faults || '', properties: [],
    stop: script.stop, for: script.for || '0s', jump: script.jump || '', jumps: script.nodes || 0,
  };
}

export function initial(catalog) {
  const presets = list(catalog.presets);
  const preset = presets.find((p) => p.id === 'race') || presets[0];
  return ofPreset(preset || { setup: { protocol: catalog.protocols[0].name, params: {} }, script: { stop: 'pause', for: '15s' } });
}

// isPreset reports whether the state is that of a preset.
export function isPreset(state, preset, catalog) {
  const a = ofPreset(preset);
  const protocol = protocolOf(catalog, state.protocol);
  return a.protocol === state.protocol && protocol !== undefined &&
    a.stop === state.stop && (a.stop === 'none' || a.for === state.for) && a.jump === state.jump &&
    flagsOf(protocol).every((p) => valueOf(a, protocol, p.flag) === valueOf(state, protocol, p.flag));
}

// setupOf is the setup of the scripted run; its durations are those of the script.
export const setupOf = (state) => ({ protocol: state.protocol, params: state.params, faults: state.faults });

export const scriptOf = (state) => ({
  stop: state.stop, for: state.stop === 'none' ? '0s' : state.for,
  ...(state.jump ? { jump: state.jump, nodes: state.jumps || 1 } : {}),
});

// boundOf is the duration that bounds the stop that is chosen.
export function boundOf(state, protocol) {
  const flag = bounds[state.stop];
  return list(protocol.durations).some((d) => d.flag === flag) ? flag : '';
}

// checkSetupOf is the setup of the check: what the script does exactly so long it
// does at most so long. Without time there are no durations.
export function checkSetupOf(state, protocol, timing = state.timing) {
  const setup = { ...setupOf(state), params: { ...state.params } };
  const durations = list(protocol.durations).map((d) => d.flag);
  if (timing === 'any') {
    for (const flag of durations) delete setup.params[flag];
    return setup;
  }
  const flag = boundOf(state, protocol);
  if (flag) setup.params[flag] = state.for;
  if (state.jump && durations.includes('max-jump')) setup.params['max-jump'] = state.jump;
  return setup;
}

// fragmentOf writes a state.
export function fragmentOf(state, catalog) {
  const protocol = protocolOf(catalog, state.protocol);
  const q = new URLSearchParams({ v: version, protocol: state.protocol });
  for (const p of flagsOf(protocol)) if (state.params[p.flag] !== undefined) q.set(p.flag, state.params[p.flag]);
  if (state.faults) q.set('faults', state.faults);
  q.set('stop', state.stop);
  if (state.stop !== 'none') q.set('for', state.for);
  if (state.jump) {
    q.set('jump', state.jump);
    q.set('jumps', state.jumps || 1);
  }
  if (state.properties.length > 0) q.set('properties', state.properties.join(','));
  if (state.timing !== 'bounded') q.set('timing', state.timing);
  if (state.show !== 'schedule') q.set('show', state.show);
  if (state.lesson) q.set('lesson', state.lesson);
  q.set('step', state.step);
  q.set('tab', state.tab);
  return '#' + q.toString().replaceAll('%2C', ',').replaceAll('%3D', '=');
}

const quoted = (text) => '“' + (text.length > 60 ? text.slice(0, 60) + '…' : text).replace(/[\p{C}]/gu, '\ufffd') + '”';

// pairsOf splits a fragment into names and values.
function pairsOf(text, ignored) {
  const pairs = new Map();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    let key, value;
    try {
      key = decodeURIComponent(at < 0 ? part : part.slice(0, at));
      value = at < 0 ? '' : decodeURIComponent(part.slice(at + 1).replaceAll('+', ' '));
    } catch {
      ignored.push(`${quoted(part)} is not written as addresses are`);
      continue;
    }
    if (pairs.has(key)) ignored.push(`${quoted(key)} stands there twice; the first one counts`);
    else pairs.set(key, value);
  }
  return pairs;
}

// stateOf reads a fragment. ignored says in sentences what was not used, and why.
export function stateOf(fragment, catalog) {
  const ignored = [];
  const state = initial(catalog);
  const text = fragment.replace(/^#/, '');
  if (text === '') return { state, ignored };
  if (text.length > longest) return { state, ignored: [`it is longer than ${longest} characters`] };
  const pairs = pairsOf(text, ignored);
  const take = (key) => {
    const value = pairs.get(key);
    pairs.delete(key);
    return value;
  };
  // set takes a value if nothing is wrong with it.
  const set = (key, problem, use) => {
    const value = take(key);
    if (value === undefined) return;
    const wrong = problem(value);
    if (wrong) ignored.push(`${key}: ${quoted(value)} is not ${wrong}`);
    else use(value);
  };
  const among = (names) => (v) => (names.includes(v) ? '' : `one of ${names.join(', ')}`);
  const duration = (v) => (Number.isFinite(secondsOf(v)) ? '' : 'a duration such as 15s');
  const number = (lo, hi) => (v) => (/^\d{1,6}$/.test(v) && Number(v) >= lo && Number(v) <= hi ? '' : `a number from ${lo} to ${hi}`);

  const v = take('v');
  if (v !== version) {
    const what = v === undefined ? 'it does not say of which version it is' : `it is of version ${quoted(v)}`;
    return { state, ignored: [...ignored, `${what}; this page knows version ${version}`] };
  }
  let known = true;
  set('protocol', among(catalog.protocols.map((p) => p.name)), (name) => {
    if (name === state.protocol) return;
    Object.assign(state, { protocol: name, params: {}, faults: '' });
  });
  if (ignored.some((s) => s.startsWith('protocol:'))) known = false;
  const protocol = protocolOf(catalog, state.protocol);
  if (pairs.size > 0) state.params = {};
  for (const param of flagsOf(protocol)) {
    const fixed = fixedOf(protocol)[param.flag];
    const problem = (value) => problemOf(param, value) || (fixed !== undefined && value !== fixed ? `what ${protocol.name} has: ${fixed}` : '');
    set(param.flag, problem, (value) => {
      if (fixed === undefined) state.params[param.flag] = value;
    });
  }
  if (pairs.has('stop')) state.faults = '';
  set('faults', (value) => faultsProblem(protocol, value), (value) => { state.faults = value; });
  set('stop', among(stops), (value) => { state.stop = value; });
  set('for', duration, (value) => { state.for = value; });
  set('jump', duration, (value) => { state.jump = value; });
  set('jumps', number(1, 7), (value) => { state.jumps = Number(value); });
  const properties = list(catalog.properties).map((p) => p.name);
  const some = (v) => (v.split(',').every((p) => properties.includes(p)) ? '' : `among ${properties.join(', ')}`);
  set('properties', some, (value) => { state.properties = [...new Set(value.split(','))]; });
  set('timing', among(timings), (value) => { state.timing = value; });
  set('show', among(shows), (value) => { state.show = value; });
  set('step', number(0, 100000), (value) => { state.step = Number(value); });
  set('tab', among(tabs), (value) => { state.tab = value; });
  set('lesson', among(list(catalog.lessons).map((l) => l.id)), (value) => { state.lesson = value; });
  state.params = withoutBounds(state.params, state);
  for (const key of pairs.keys()) {
    ignored.push(known ? `${quoted(key)} is nothing that ${protocol.title || protocol.name} has` : `${quoted(key)} belongs to a protocol that is not known`);
  }
  return { state, ignored };
}
