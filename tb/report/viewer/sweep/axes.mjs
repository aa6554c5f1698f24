// What a page of a sweep shows along which axes: {x, y, color, facet, rest}, columns of its table. `rest`
// are other parameters that vary; without a facet that is undefined.
import {keyRank, tellingKeys} from '../model/varied.mjs';
import {findColumn, joinColumns, partsOf} from './table.mjs';

const kMostDefaultFacets = 12;
const kAlgorithm = 'traffic.algorithm';

// The parameters that vary, without those that follow from the others, the first to look at first.
function freeParameters(table, asked) {
  const varied = table.columns.filter(({name, parameter, parts, distinct}) =>
    parameter && parts.length === 0 && distinct > 1 && !name.startsWith('expect.'));
  const rank = (column) => (asked.includes(column) ? -1 : keyRank(column.name));
  varied.sort((a, b) => rank(a) - rank(b));
  return tellingKeys(table.points, (point, column) => column.values[point], varied, asked);
}

// The number that takes most values, a seed only where there is no other; else the first parameter that
// is not the algorithm, which is for colours.
function defaultX(free) {
  const numbers = free.filter((column) => column.numeric);
  const best = numbers.reduce((most, column) =>
    (!most || (column.distinct > most.distinct && column.name !== 'run.seed') ? column : most), undefined);
  return best ?? free.find((column) => column.name !== kAlgorithm) ?? free[0];
}

function defaultColor(table, free, x) {
  const algorithm = findColumn(table, kAlgorithm);
  if (algorithm !== x && free.includes(algorithm)) return algorithm;
  return free.find((column) => column !== x) ?? algorithm ?? table.columns[0];
}

function defaultY(table) {
  const names = [...(table.predicted ? ['theory_cycles', 'theory.estimate', 'theory.zero_load'] : []), 'completion_cycles'];
  const known = names.map((name) => findColumn(table, name)).filter((column) => column?.numeric);
  return known[0] ?? table.columns.find((column) => column.numeric && !column.parameter);
}

// `wanted`: names of columns, {x, y, color, facet}; a list of them for colour and facet, several being
// taken together.
export function chooseAxes(table, wanted = {}) {
  const named = (names) => {
    const columns = [names ?? []].flat().map((name) => findColumn(table, name));
    return columns.length > 1 ? joinColumns(table, columns) : columns[0];
  };
  const [color, facet, x, y] = ['color', 'facet', 'x', 'y'].map((axis) => named(wanted[axis]));
  const asked = [x, color, facet].filter(Boolean).flatMap(partsOf);
  const free = freeParameters(table, asked);
  const open = free.filter((column) => !asked.includes(column));
  const axes = {x: x ?? defaultX(open) ?? table.columns[0], y: y ?? defaultY(table), facet};
  axes.color = color ?? defaultColor(table, open, axes.x);
  const drawn = [axes.x, axes.y, ...partsOf(axes.color), ...(facet ? partsOf(facet) : [])];
  axes.rest = free.filter((column) => !drawn.includes(column));
  if (!facet && axes.rest[0]?.distinct <= kMostDefaultFacets) axes.facet = axes.rest.shift();
  return axes;
}
