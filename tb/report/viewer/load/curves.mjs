// Curves of latency and accepted load. A curve is a configuration: results that differ in load.rate
// alone, from whatever folders.
import {nameOf, variedKeys} from '../model/varied.mjs';

const kRate = 'load.rate';

const withoutRate = (config) => Object.fromEntries(Object.entries(config).filter(([key]) => key !== kRate));
const sameText = (config) => JSON.stringify(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)));
export const rateOf = (result) => result.config[kRate];

// By itself, or for its latency.
export const isSaturated = (curve, result) =>
  result.saturated === 'yes' || (result.latency.mean ?? 0) > curve.saturation * curve.zeroLoad;

// What is known of a curve from `flitcast load`, or without that, from one of its results.
function headOf(entry, listed) {
  const {config, theory} = entry.result;
  const {bounds, zero_load: zeroLoad} = listed ?? theory;
  return {
    title: listed?.title ?? config['load.pattern'], bounds, zeroLoad: zeroLoad ?? 0, results: [],
    saturation: listed?.saturation.beyond_zero_load ?? config['load.saturation'] ?? 4,
    config: withoutRate(config), network: entry.network, listed: [],
  };
}

// The search of `flitcast load` knows it best; else it is between two rates.
function findSaturation(curve) {
  curve.results.sort((a, b) => rateOf(a) - rateOf(b));
  if (curve.listed.length === 1) {
    const {stable_up_to: stable, saturated_from: from} = curve.listed[0].saturation;
    return Object.assign(curve, {stableUpTo: stable, saturatedFrom: from});
  }
  const first = curve.results.findIndex((result) => isSaturated(curve, result));
  const known = first >= 0;
  return Object.assign(curve, {
    saturatedFrom: known ? rateOf(curve.results[first]) : null,
    stableUpTo: !known ? null : first === 0 ? 0 : rateOf(curve.results[first - 1]),
  });
}

// The curves on a page, named by what differs among them: `listed` are those of `flitcast load`, each
// with the names of its points, `results` are {name, result, network}.
export function gatherCurves({listed = [], results}) {
  const lists = new Map(listed.flatMap((curve) => curve.points.map((point) => [point, curve])));
  const curves = new Map();
  for (const entry of results) {
    const key = sameText(withoutRate(entry.result.config));
    const list = lists.get(entry.name);
    if (!curves.has(key)) curves.set(key, headOf(entry, list));
    const curve = curves.get(key);
    if (list && !curve.listed.includes(list)) curve.listed.push(list);
    // Folders may have the same point.
    if (!curve.results.some((other) => rateOf(other) === rateOf(entry.result))) curve.results.push(entry.result);
  }
  const all = [...curves.values()].map(findSaturation);
  const keys = variedKeys(all.map((curve) => curve.config), ['topology.kind']);
  all.forEach((curve) => { curve.name = keys.length > 0 ? nameOf(keys, curve.config) : curve.title; });
  return {curves: all, keys};
}
