// Results as a table of points, as the program makes it (sweep/table.mjs).
import {flatResult} from './flat.mjs';

// What means nothing when a run was given up.
const kMeasured = new Set(['completion_cycles', 'rounds', 'messages', 'flits', 'flit_hops', 'critical_path_cycles']);
const isMeasured = (name) => kMeasured.has(name) || name.startsWith('latency.') || name.startsWith('links.');

const isWholeText = (value) => typeof value === 'string' && /^-?\d+$/.test(value);

// Parameters that are whole numbers everywhere, in texts or not, become numbers.
function numbered(values) {
  const known = values.filter((value) => value !== null);
  return known.every((value) => typeof value === 'number' || isWholeText(value))
    ? values.map((value) => (isWholeText(value) ? Number(value) : value)) : values;
}

// Of results {name, result}.
export function tableOfResults(results) {
  const points = results.map(({name, result}) => {
    const stuck = result.deadlock !== null && result.deadlock !== undefined;
    const values = flatResult(result).map((entry) => (stuck && isMeasured(entry.name) ? {...entry, value: null} : entry));
    return {name, stuck, values: new Map(values.map((entry) => [entry.name, entry]))};
  });
  const named = new Map(points.flatMap(({values}) => [...values].map(([name, {parameter}]) => [name, parameter])));
  const columns = [...named].sort(([, a], [, b]) => b - a).map(([name, parameter]) => {
    const values = points.map((point) => point.values.get(name)?.value ?? null);
    return {name, parameter, values: parameter ? numbered(values) : values};
  });
  return {
    points: points.length, stuck: points.filter(({stuck}) => stuck).length, predicted: false,
    columns: [{name: 'point', values: points.map(({name}) => name)}, ...columns],
  };
}
