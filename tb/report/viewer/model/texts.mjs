// Values as people read them.

export const plainText = (value) => (value === null || value === undefined ? '' : String(value));
// For what a point lacks among others that have it.
export const textOrNone = (value) => (value === null || value === undefined ? 'none' : String(value));
// Up to so many digits, without zeros at the end: 0.2857, 1234.
export const digits = (value, most = 4) => String(Number(value.toPrecision(most)));
export const percent = (part) => `${(100 * part).toFixed(1)} %`;
// A number with seven digits, the others as they are; whole numbers stay whole.
export const shortened = (value) =>
  (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(7)) : value ?? null);
// With five digits after the point, null for what is no number.
export const rounded = (value) => (Number.isFinite(value) ? Math.round(value * 1e5) / 1e5 : null);
export const numberOrNull = (value) => (typeof value === 'number' ? shortened(value) : null);

// Runs of digits compare by value: "4x4" before "16x2".
const compareTexts = new Intl.Collator('en', {numeric: true}).compare;

// Different values: numbers by size, texts as above, null last.
export function orderedValues(values) {
  const place = (value) => (value === null ? 2 : typeof value === 'number' ? 0 : 1);
  return [...new Set(values.map((value) => value ?? null))].sort((a, b) =>
    place(a) - place(b) || (typeof a === 'number' ? a - b : compareTexts(String(a), String(b))));
}

// The last parts of names, "ports" of "router.ports"; in full where two would be the same.
export function shortNames(names) {
  const parts = names.map((name) => name.slice(name.lastIndexOf('.') + 1));
  return parts.map((each, i) => (parts.indexOf(each) === parts.lastIndexOf(each) ? each : names[i]));
}

// "1 … 1024 (11 values)", "mesh, torus", "descending, none".
export function rangeText(values) {
  const few = 6;
  const ordered = orderedValues(values);
  const lacking = ordered.length > 1 && ordered.at(-1) === null;
  const numbers = lacking ? ordered.slice(0, -1) : ordered;
  if (numbers.length > 1 && numbers.every((value) => typeof value === 'number')) {
    return `${numbers[0]} … ${numbers.at(-1)} (${numbers.length} values${lacking ? ' and none' : ''})`;
  }
  const list = ordered.slice(0, few).map(textOrNone).join(', ');
  return ordered.length > few ? `${list}, … (${ordered.length} values)` : list;
}
