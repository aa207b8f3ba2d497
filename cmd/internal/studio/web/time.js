// Durations as texts, as the command line takes them, and as numbers of seconds.

const units = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const form = /^(\d{1,12}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)$/;

// secondsOf reads a duration; NaN if it is none.
export function secondsOf(text) {
  if (text === '0') return 0;
  const found = form.exec(String(text).trim());
  return found ? Number(found[1]) * units[found[2]] : NaN;
}

// durationOf writes a number of seconds as a duration.
export function durationOf(seconds) {
  for (const [unit, size] of [['s', 1], ['ms', 1e-3], ['us', 1e-6]]) {
    const n = Number((seconds / size).toFixed(unit === 's' ? 3 : 0));
    if (seconds === 0 || Math.abs(n * size - seconds) < 1e-9) return n + unit;
  }
  return Math.round(seconds * 1e9) + 'ns';
}

// short writes nanoseconds for people.
export function short(ns) {
  const seconds = Math.abs(ns) / 1e9;
  const text = seconds >= 1 || seconds === 0 ? Number(seconds.toFixed(2)) + ' s' : Number((seconds * 1e3).toFixed(2)) + ' ms';
  return (ns < 0 ? '−' : '') + text;
}

// spaced puts a space before the unit: 15s is read as 15 s.
export const spaced = (text) => String(text).replace(/^([\d.]+)([a-zµ]+)$/, '$1 $2');

// grouped writes a count with its thousands apart.
export const grouped = (n) => Number(n).toLocaleString('en');
