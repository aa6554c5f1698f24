// Keys that tell things apart: configurations of curves, situations, points.
import {orderedValues, shortNames, textOrNone} from './texts.mjs';

// What people ask about first, and last.
const kFirstKeys = ['traffic.message_flits', 'traffic.algorithm', 'load.pattern', 'router.routing', 'topology.dims',
  'topology.kind'];
const kLastKeys = ['router.buffer_flits', 'run.seed'];

// Before all others, after all others, or between, where keys keep their order.
export function keyRank(key) {
  const first = kFirstKeys.indexOf(key);
  return first >= 0 ? first : kFirstKeys.length + kLastKeys.indexOf(key) + 1;
}

const textOf = (value) => JSON.stringify(value ?? null);

// True where the other keys together say what a key has. `valueOf(thing, key)`: of things 0 … count - 1.
function follows(count, valueOf, key, others) {
  const known = new Map();
  for (let thing = 0; thing < count; ++thing) {
    const place = others.map((other) => textOf(valueOf(thing, other))).join('\n');
    const value = textOf(valueOf(thing, key));
    if (known.has(place) && known.get(place) !== value) return false;
    known.set(place, value);
  }
  return true;
}

// The keys without those that follow from the others, of which the last are left out first; those in
// `kept` stay.
export function tellingKeys(count, valueOf, keys, kept = []) {
  let telling = keys;
  for (const key of [...keys].reverse()) {
    const rest = telling.filter((other) => other !== key);
    if (!kept.includes(key) && follows(count, valueOf, key, rest)) telling = rest;
  }
  return telling;
}

// The keys of things, objects, that tell them apart: {key, values} each; those in `kept` that differ
// are among them even where others would do.
export function variedKeys(things, kept = []) {
  const all = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  const varied = all.filter((key) => new Set(things.map((thing) => textOf(thing[key]))).size > 1);
  varied.sort((a, b) => keyRank(a) - keyRank(b));
  const keys = tellingKeys(things.length, (thing, key) => things[thing][key], varied, kept);
  return keys.map((key) => ({key, values: orderedValues(things.map((thing) => thing[key]))}));
}

// Lists of values for a reader, and the fields of a thing's rows.
export const keySelectors = (keys) => keys.map(({key, values}, i) =>
  ({field: `k${i}`, title: key, values: values.map((value) => value ?? 'none')}));
export const keyFields = (keys, thing) =>
  Object.fromEntries(keys.map(({key}, i) => [`k${i}`, thing[key] ?? 'none']));

// Words that say something without their key; "on" and "all" do not.
const kBareWords = new Set(['on', 'off', 'all', 'none', 'auto', 'yes', 'no']);
const saysItself = (value) => typeof value === 'string' && /^[a-z]/i.test(value) && !kBareWords.has(value);

// "transpose, ascending, vcs = 2": what a thing has of the keys.
export function nameOf(keys, thing) {
  const names = shortNames(keys.map(({key}) => key));
  return keys.map(({key}, i) =>
    (saysItself(thing[key]) ? thing[key] : `${names[i]} = ${textOrNone(thing[key])}`)).join(', ');
}
