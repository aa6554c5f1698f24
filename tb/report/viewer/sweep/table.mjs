// A table of points: a column for every parameter and measure. A column is {name, parameter, values} with
// `numeric`, nothing but numbers and at least one; `distinct`, how many different values, null being one;
// and `parts`, the columns that it joins, if any. A column's `field` is its name in the data of the page.
import {shortNames, textOrNone, orderedValues, shortened} from '../model/texts.mjs';

function finish(column, index) {
  const known = column.values.filter((value) => value !== null);
  return Object.assign(column, {
    field: `c${index}`, parts: column.parts ?? [],
    numeric: known.length > 0 && known.every((value) => typeof value === 'number'),
    distinct: new Set(column.values).size,
  });
}

// {columns, points, predicted, stuck}: the first column names the points. A column of the inputs has
// `values`, or the one `value` of all points; measures of stuck points are null.
export function readTable({points, columns, predicted = false, stuck = 0}) {
  const read = columns.map(({name, parameter, value = null, values}) =>
    ({name, parameter: parameter ?? false, values: values ?? new Array(points).fill(value)}));
  return {points, predicted, stuck, columns: read.map(finish)};
}

export const findColumn = (table, name) => table.columns.find((column) => column.name === name);

// The column itself, or those that it joins.
export const partsOf = (column) => (column.parts.length > 0 ? column.parts : [column]);

// A further column, whose values are those of several others, numbers with their names:
// "aas-hc-dex, ports = 1".
export function joinColumns(table, parts) {
  const names = shortNames(parts.map(({name}) => name));
  const values = Array.from({length: table.points}, (_, point) => parts.map((part, i) => {
    const value = textOrNone(part.values[point]);
    return part.numeric ? `${names[i]} = ${value}` : value;
  }).join(', '));
  const joined = {name: parts.map(({name}) => name).join(', '), parameter: true, values, parts};
  table.columns.push(finish(joined, table.columns.length));
  return joined;
}

// A value as the data of the page has it: "none" for what a point lacks among names.
export const drawnValue = (column, value) =>
  (value === null && column.parameter && !column.numeric ? 'none' : shortened(value));

export const drawnValues = (column, values = column.values) =>
  [...new Set(orderedValues(values).map((value) => drawnValue(column, value)))];

// The largest by the smallest, where they are so far apart that the axis is logarithmic; else 0.
export function logSpread(column) {
  const known = column.values.filter((value) => typeof value === 'number');
  const low = known.reduce((least, value) => Math.min(least, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), 0);
  return column.numeric && low > 0 && high > 4 * low ? high / low : 0;
}
