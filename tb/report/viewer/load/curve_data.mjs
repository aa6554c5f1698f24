// The rows that pictures of curves draw.
import {keyFields} from '../model/varied.mjs';
import {digits, numberOrNull, rounded, shortened} from '../model/texts.mjs';
import {isSaturated, rateOf} from './curves.mjs';

const kFarBounds = 1.25;  // times the largest rate: a bound beyond it is not drawn
const kRoom = 1.03;  // after the last mark
const kLabelRoom = 0.05;  // of an axis, that a label takes

const largestRate = (curves) => Math.max(0, ...curves.flatMap((curve) => curve.results.map(rateOf)));

// The bounds of a curve that are near the rates of all: pairs of name and rate.
const nearBounds = (curve, curves) => Object.entries(curve.bounds).filter(([, rate]) =>
  typeof rate === 'number' && rate <= kFarBounds * largestRate(curves));

// Where pictures end: rates and bounds are inside.
export const endOfRates = (curves) => rounded(kRoom * Math.max(largestRate(curves),
  ...curves.flatMap((curve) => nearBounds(curve, curves).map(([, rate]) => rate))));

// Flits per cycle that the packets of every node brought to their destinations.
function sharesOf(result) {
  const cycles = result.measured_to - result.measured_from;
  return result.nodes.map((node) => (cycles > 0 ? node.sent_flits / cycles : 0));
}

// (Σx)² / (n·Σx²): 1 where all are equal, 1/n where one has all. R. Jain, D. Chiu and W. Hawe, "A
// quantitative measure of fairness and discrimination", DEC-TR-301, 1984.
export function fairness(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const squares = shares.reduce((sum, share) => sum + share * share, 0);
  return squares > 0 ? total * total / (shares.length * squares) : 1;
}

const shifted = ({mean, half_width: width}, sign) =>
  (typeof mean === 'number' && typeof width === 'number' ? rounded(mean + sign * width) : null);

function pointRow(curve, result) {
  const {latency, accepted} = result;
  const shares = sharesOf(result);
  return {
    curve: curve.name, rate: rateOf(result),
    latency: numberOrNull(latency.mean), low: shifted(latency, -1), high: shifted(latency, 1),
    queueing: numberOrNull(latency.queueing),
    accepted: numberOrNull(accepted.mean), accepted_low: shifted(accepted, -1), accepted_high: shifted(accepted, 1),
    saturated: isSaturated(curve, result) ? 'yes' : 'no', verdict: result.verdict,
    least: rounded(Math.min(...shares)), greatest: rounded(Math.max(...shares)),
    share: rounded(shares.reduce((sum, one) => sum + one, 0) / shares.length), fairness: rounded(fairness(shares)),
  };
}

// Labels are numbers, and none is where another one is.
function placeLabels(bounds, span) {
  let last = -Infinity;
  for (const bound of bounds) {
    const room = bound.rate - last >= kLabelRoom * span;
    bound.label = room ? digits(bound.rate) : '';
    if (room) last = bound.rate;
  }
}

// A row for every curve that has a bound near its rates; equal ones have one label.
function boundRows(curves, keys) {
  const bounds = new Map();
  for (const curve of curves) {
    const rates = nearBounds(curve, curves);
    for (const rate of new Set(rates.map(([, value]) => rounded(value)))) {
      const names = rates.filter(([, value]) => rounded(value) === rate).map(([name]) => name).join(', ');
      const key = `${rate} ${names}`;
      if (!bounds.has(key)) bounds.set(key, {rate, names, of: []});
      bounds.get(key).of.push(curve);
    }
  }
  const sorted = [...bounds.values()].sort((a, b) => a.rate - b.rate);
  placeLabels(sorted, endOfRates(curves));
  return sorted.flatMap(({rate, names, label, of}) => of.map((curve) => ({
    rate, names, label, curve: curve.name, curves: of.length === curves.length ? 'all' : of.map(({name}) => name).join('; '),
    ...keyFields(keys, curve.config),
  })));
}

function estimateRows(curve) {
  const known = curve.results.filter((result) => typeof result.theory.estimate === 'number');
  return [{rate: 0, cycles: rounded(curve.zeroLoad)},
    ...known.map((result) => ({rate: rateOf(result), cycles: shortened(result.theory.estimate)}))];
}

const percentileRows = (curve) => curve.results.flatMap((result) =>
  ['p50', 'p95', 'p99'].map((name) => ({rate: rateOf(result), name, cycles: result.latency[name]})));

// The sets `points`, `bounds`, `estimates`, `percentiles` and `diagonal`.
export function curveData(curves, keys) {
  const rows = (make) => curves.flatMap((curve) =>
    make(curve).map((row) => ({curve: curve.name, ...row, ...keyFields(keys, curve.config)})));
  return {
    points: rows((curve) => curve.results.map((result) => pointRow(curve, result))),
    bounds: boundRows(curves, keys),
    estimates: rows(estimateRows),
    percentiles: rows(percentileRows),
    diagonal: [{rate: 0, accepted: 0}, {rate: 1, accepted: 1}],
  };
}
