// The pictures of a sweep; the data of the page has all points as `points`.
import {picture, section, table, text} from '../model/blocks.mjs';
import {kHeight, kLowHeight, quantity} from '../model/specs.mjs';
import {shortened} from '../model/texts.mjs';
import {colorEncoding, kManyPoints, shapeEncoding, xEncoding, yEncoding} from './encodings.mjs';
import {crossoverLabels} from './crossovers.mjs';
import {drawnValue, drawnValues, logSpread} from './table.mjs';

const kMostLabels = 12;  // of crossovers in a picture

export const measureTitle = (view) => `${view.y.name} against ${view.x.name}`;

// Rows of crossovers. The two series of one are told by the fields of parameters; x is of none, so that
// they are not shown where x is chosen.
function crossoverRows(view, found) {
  const labels = found.length <= kMostLabels ? crossoverLabels(found, logSpread(view.x), logSpread(view.y)) : [];
  const keys = view.varied.filter((column) => column.distinct > 1);
  return found.map(({x, y, before, after}, i) => {
    const row = {
      x: shortened(x), y: shortened(y), label: labels[i] ?? '', text: `${before.name} → ${after.name}`,
      before: before.name, after: after.name,
    };
    for (const column of keys) {
      const value = ({point}) => (column === view.x ? 'between' : drawnValue(column, column.values[point]));
      row[column.field] = value(before);
      row[`${column.field} second`] = value(after);
    }
    return row;
  });
}

// What all pictures of points share: lines of series, where x is numbers, and the points to pick by.
function seriesSpec(view, description, height, y, more = {}) {
  const color = colorEncoding(view.color, more.colors);
  const line = (mark, encoding) => ({mark: {type: 'line', ...mark}, encoding: {color, detail: {field: 'rest'}, ...encoding}});
  const {field} = view.color;
  const points = {
    params: [{name: 'picked', select: {type: 'point', fields: [field]}, bind: 'legend'}],
    mark: {type: 'point', filled: true, size: view.table.points > kManyPoints ? 24 : 60},
    encoding: {y, color, shape: shapeEncoding(view.color, more.colors), tooltip: view.tooltip},
  };
  const lines = more.lines ?? [line({strokeWidth: 1.2}, {y, description: {field}})];
  return {
    description, data: {name: more.data ?? 'points'}, width: 'container', height, transform: more.transform ?? [],
    encoding: {x: xEncoding(view.x), opacity: {condition: {param: 'picked', value: 1}, value: 0.12}},
    layer: [...(view.x.numeric ? lines : []), ...(more.ticks ?? []), points, ...(more.marks ?? [])],
  };
}

const crossoverLayers = (view, data) => [
  {
    data: {name: data}, mark: {type: 'point', shape: 'diamond', size: 130, color: '#1d2730', strokeWidth: 2},
    encoding: {
      x: quantity('x'), y: quantity('y'), opacity: {value: 1}, description: {field: 'text'},
      tooltip: [{field: 'text', title: 'crossover'}, {field: 'x', title: view.x.name, format: '.4~r'},
        {field: 'y', title: view.y.name, format: '.4~r'}],
    },
  },
  {
    data: {name: data},
    mark: {type: 'text', dx: 9, dy: 4, align: 'left', baseline: 'top', fontWeight: 600, tooltip: null},
    encoding: {x: quantity('x'), y: quantity('y'), opacity: {value: 1}, text: {field: 'label'}, description: {field: 'text'}},
  },
];

// Closed form and lower bound: lines, and ticks for the points of `alone`.
function theoryLayers(view, colors, alone) {
  const [predicted, bound] = ['predicted_cycles', 'lower_bound_cycles'].map((name) => view.find(name).field);
  const color = colorEncoding(view.color, colors);
  const said = (words, field) => ({y: quantity(field), color, description: {value: words}});
  const theory = {calculate: `datum.${predicted} === null ? null : max(datum.${predicted}, datum.${bound})`, as: 'theory'};
  const dash = {
    datum: 'closed form', type: 'nominal', title: null,
    scale: {domain: ['closed form', 'lower bound'], range: [[1, 0], [2, 4]]},
    legend: {symbolType: 'stroke', symbolStrokeColor: '#3a4550', orient: 'bottom'},
  };
  const line = (words, field, strokeDash) =>
    ({mark: {type: 'line'}, encoding: {...said(words, field), detail: {field: 'rest'}, strokeDash}});
  const tick = (words, field, size, thickness, transform = []) => ({
    data: {name: alone}, transform, mark: {type: 'tick', orient: 'horizontal', size, thickness}, encoding: said(words, field),
  });
  return {
    transform: [theory],
    lines: [line('lower bound', bound, {datum: 'lower bound'}), line('closed form', 'theory', dash)],
    ticks: [tick('lower bound', bound, 28, 1), tick('closed form', 'theory', 20, 2, [theory])],
  };
}

// Series that lie one on the other, which a picture cannot show.
function coincidingText(view, column, what, facet) {
  const most = 6;
  const lists = view.coinciding(column, facet).map((names) => names.join(' ≡ '));
  const shown = [...lists.slice(0, most), ...(lists.length > most ? [`and ${lists.length - most} more`] : [])];
  return shown.length > 0 ? [text(`${what}: ${shown.join('; ')}.`)] : [];
}

// The measure against x, of a value of the facet where there is one, with theory, series that coincide
// and crossovers, which are put into `data` by that name, as is what else the picture draws.
export function mainBlocks(view, data, name, facet) {
  const found = view.crossovers(facet);
  data[name] = crossoverRows(view, found);
  const points = facet === undefined ? 'points' : `points of ${name}`;
  const more = {marks: crossoverLayers(view, name), data: points};
  if (facet !== undefined) {
    const inFacet = view.inFacet(facet);
    data[points] = inFacet.map((point) => data.points[point]);
    more.colors = drawnValues(view.color, inFacet.map((point) => view.color.values[point]));
  }
  const used = [points, name];
  if (view.showsTheory) {
    const alone = `${name} alone`;
    data[alone] = view.rows(view.alone(facet));
    used.push(alone);
    Object.assign(more, theoryLayers(view, more.colors, alone));
  }
  return [
    picture(seriesSpec(view, measureTitle(view), view.facet ? kLowHeight : kHeight, yEncoding(view.y), more), used),
    ...coincidingText(view, view.y, 'Series that coincide', facet),
    ...(view.showsTheory ? coincidingText(view, view.find('lower_bound_cycles'), 'Lower bounds that coincide', facet) : []),
    ...(found.length === 0 ? [] : [
      text('Crossovers, on straight lines between the points:'),
      table('Crossovers', name, [{field: 'before', title: 'lower before'}, {field: 'after', title: 'lower from there'},
        {field: 'x', title: view.x.name}, {field: 'y', title: view.y.name}]),
    ]),
  ];
}

// What was measured beyond the closed form, or that nothing was.
export function excessSection(view) {
  const excess = view.find('excess_cycles');
  if (!excess?.numeric) return [];
  const exact = excess.values.every((value) => !value);
  const y = {...quantity(excess.field), title: 'excess_cycles', axis: {tickMinStep: 1}};
  return [section('Simulated minus predicted', [
    text(exact ? 'Every point that ended took exactly as many cycles as its closed form says.'
      : 'Cycles beyond the closed form; below zero where rounds overlap.'),
    ...(exact ? [] : [picture(seriesSpec(view, 'Simulated minus predicted cycles', kLowHeight, y), ['points'])]),
  ])];
}

// Any measure that is not the same in all points, for the reader to choose.
export function measureSection(view) {
  const measures = view.table.columns.filter((column) =>
    !column.parameter && column.numeric && column.distinct > 1 && column !== view.y);
  if (measures.length === 0) return [];
  const specs = measures.map((column) => ({
    ...seriesSpec(view, `${column.name} against ${view.x.name}`, kLowHeight, yEncoding(column, {axis: {title: null}})),
    title: {text: column.name, anchor: 'start', fontSize: 13, fontWeight: 500},
  }));
  const first = Math.max(0, measures.findIndex(({name}) => name === 'latency.mean'));
  const variants = {label: 'Measure', names: measures.map(({name}) => name), first, specs};
  return [section('Another measure', [picture(specs[first], ['points'], {variants})])];
}
