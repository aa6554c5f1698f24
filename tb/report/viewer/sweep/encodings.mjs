// How columns become axes, colours and shapes.
import {kColors, kMostOrdered, orderedColors} from '../model/colors.mjs';
import {plainText} from '../model/texts.mjs';
import {drawnValues, logSpread} from './table.mjs';

const kTicksOfTheirOwn = 12;  // so many values of x are all named at the axis
export const kManyPoints = 400;
const kPadding = 14;  // pixels between marks and the ends of an axis
const kShapes = ['circle', 'square', 'triangle-up', 'cross', 'diamond', 'triangle-down', 'triangle-right', 'triangle-left'];

const withoutNull = (values) => values.filter((value) => value !== null);
const isPowerOfTwo = (value) => value > 0 && Number.isInteger(Math.log2(value));
const logScale = (base) => ({type: 'log', base, nice: false, padding: kPadding});

// Numbers from left to right, or names in their order.
export function xEncoding(column) {
  const values = withoutNull(drawnValues(column));
  const {field, name: title} = column;
  if (!column.numeric) {
    return {field, title, type: 'ordinal', sort: values, axis: {labelAngle: -40, labelLimit: 140, grid: true}};
  }
  const scale = logSpread(column) > 0 ? logScale(values.every(isPowerOfTwo) ? 2 : 10)
    : {zero: false, nice: false, padding: kPadding};
  if (values.length > 1) scale.domain = [values[0], values.at(-1)];  // the same in every picture of a part
  // Digits of its own: a linear scale would give an "r" the precision of its tick step.
  const axis = {format: '.12~g', ...(column.distinct <= kTicksOfTheirOwn && {values})};
  return {field, title, type: 'quantitative', scale, axis};
}

// Logarithmic where the values spread.
export function yEncoding(column, more = {}) {
  return {
    field: column.field, type: 'quantitative', title: column.name,
    // An axis from 0 to 0 has no step to take digits from.
    ...(column.values.every((value) => !value) && {axis: {format: '~g'}}),
    ...(logSpread(column) > 0 && {scale: logScale(10)}), ...more,
  };
}

// So many columns of a legend fit side by side on a narrow screen.
function legendColumns(values) {
  const longest = Math.max(1, ...values.map((value) => plainText(value).length));
  return Math.min(Math.max(Math.floor(52 / (longest + 4)), 1), 8);
}

// The domain is everything that the column holds, so that pictures of parts look alike; the legend lists
// `listed` of it.
function category(column, range, listed) {
  const domain = drawnValues(column);
  return {
    field: column.field, type: column.numeric ? 'ordinal' : 'nominal', title: column.name, sort: withoutNull(domain),
    scale: {...range, domain},
    legend: {
      columns: legendColumns(domain), symbolLimit: 60, labelExpr: 'datum.value === null ? \'none\' : datum.label',
      ...(listed && {values: listed}),
    },
  };
}

// Every value a colour: ordered ones for numbers, told apart by the colour-blind for names.
export function colorEncoding(column, listed) {
  const count = drawnValues(column).length;
  if (column.numeric) {
    return category(column, count <= kMostOrdered ? {range: orderedColors(count)}
      : {scheme: {name: 'viridis', extent: [0, 0.9]}}, listed);
  }
  return category(column, count <= kColors.length ? {range: kColors} : {scheme: 'tableau20'}, listed);
}

// Every name a shape too, while there are enough; numbers have their order.
export const shapeEncoding = (column, listed) =>
  (column.numeric || column.distinct > kShapes.length || column.values.length > kManyPoints ? {value: 'circle'}
    : category(column, {range: kShapes}, listed));
