// Pictures of all curves over the offered load.
import {picture} from '../model/blocks.mjs';
import {kColors} from '../model/colors.mjs';
import {kHeight, kLowHeight, quantity} from '../model/specs.mjs';
import {rounded} from '../model/texts.mjs';
import {isSaturated} from './curves.mjs';
import {endOfRates} from './curve_data.mjs';

const kAbove = 1.15;  // of the largest value that matters, up to the frame
const kGrey = '#8894a0';

function colorOf(curves) {
  const names = curves.map(({name}) => name);
  return {
    field: 'curve', type: 'nominal', title: null, sort: null,
    scale: {domain: names, ...(names.length > kColors.length ? {scheme: 'tableau20'} : {range: kColors})},
    legend: curves.length === 1 ? null
      : {symbolType: 'stroke', symbolOpacity: 1, columns: 1, symbolLimit: 60, labelLimit: {expr: 'max(120, width - 15)'}},
  };
}

// What several curves share is drawn once, in grey; `of` is how many do.
const kOnce = [
  {window: [{op: 'row_number', as: 'n'}], groupby: ['names', 'rate']},
  {joinaggregate: [{op: 'count', as: 'of'}], groupby: ['names', 'rate']},
  {filter: 'datum.n === 1'},
];
const boundColor = (curves) => ({condition: {test: 'datum.of === 1', ...colorOf(curves)}, value: kGrey});

// A line, a broad one that cannot be seen for the pointer, and the number beside it.
function boundLayers(curves, across) {
  const place = across ? {x: null, y: quantity('rate')} : {};
  const layer = (mark, encoding) => ({
    data: {name: 'bounds'}, transform: kOnce, mark, encoding: {...place, color: boundColor(curves), ...encoding},
  });
  const tooltip = [{field: 'names', title: 'bound'}, quantity('rate', {title: 'flits per node and cycle'}),
    {field: 'curves', title: 'of'}];
  return [
    layer({type: 'rule', strokeDash: [2, 3], strokeWidth: 1.2, clip: true, aria: false}, {}),
    layer({type: 'rule', strokeWidth: 9, opacity: 0, clip: true}, {tooltip}),
    layer(across ? {type: 'text', align: 'left', baseline: 'bottom', dx: 6, dy: -2, fontSize: 11}
      : {type: 'text', angle: 270, align: 'right', baseline: 'bottom', dx: -6, dy: -3, fontSize: 11},
    {[across ? 'x' : 'y']: {value: 0}, text: {field: 'label', type: 'nominal'}, tooltip}),
  ];
}

const frame = (curves, description, height, layer, encoding = {}) => ({
  description, width: 'container', height, layer,
  encoding: {
    x: quantity('rate', {
      title: 'offered load, flits per node and cycle', scale: {domain: [0, endOfRates(curves)], nice: false},
    }),
    color: colorOf(curves), ...encoding,
  },
});

const kPointTooltip = [{field: 'curve'}, {field: 'rate', title: 'offered'}, {field: 'accepted'},
  {field: 'latency', title: 'mean latency, cycles'}, {field: 'queueing', title: 'before the network'}, {field: 'verdict'}];

// Line, intervals and marks of a measure; saturated marks are hollow.
function measureLayers(y, low, high) {
  const points = (mark, encoding, transform = []) => ({data: {name: 'points'}, transform, mark, encoding});
  const marks = (test, mark) => points({type: 'point', clip: true, opacity: 1, ...mark}, {y, tooltip: kPointTooltip},
    [{filter: `datum.saturated ${test} 'yes'`}]);
  return [
    points({type: 'line', strokeWidth: 1.8, clip: true}, {y}),
    points({type: 'rule', strokeWidth: 1.5, clip: true}, {y: {...y, field: low}, y2: {field: high}}),
    marks('!==', {filled: true, size: 60}),
    marks('===', {fill: 'white', size: 46, strokeWidth: 1.6}),
  ];
}

// Up to the latency that counts as saturation.
export function latencyPicture(curves) {
  const most = Math.max(1, ...curves.map((curve) => curve.saturation * curve.zeroLoad));
  const y = (field) => quantity(field, {title: 'mean latency, cycles', scale: {domain: [0, rounded(kAbove * most)], nice: false}});
  return picture(frame(curves, 'Mean latency against offered load', kHeight, [
    ...boundLayers(curves, false),
    {
      data: {name: 'estimates'}, mark: {type: 'line', strokeDash: [5, 4], strokeWidth: 1.2, opacity: 0.75, clip: true},
      encoding: {y: y('cycles')},
    },
    ...measureLayers(y('latency'), 'low', 'high'),
  ]), ['bounds', 'estimates', 'points']);
}

export function acceptedPicture(curves) {
  const scale = {domain: [0, endOfRates(curves)], nice: false};
  const y = quantity('accepted', {title: 'accepted, flits per node and cycle', scale});
  return picture(frame(curves, 'Accepted against offered load', kHeight, [
    {
      data: {name: 'diagonal'}, mark: {type: 'line', strokeWidth: 1, strokeDash: [4, 3], clip: true},
      encoding: {color: {value: kGrey}, y},
    },
    ...boundLayers(curves, true),
    ...measureLayers(y, 'accepted_low', 'accepted_high'),
  ]), ['diagonal', 'bounds', 'points']);
}

export function percentilePicture(curves) {
  const stable = curves.flatMap((curve) => curve.results.filter((result) => !isSaturated(curve, result)));
  const most = Math.max(1, ...stable.map((result) => result.latency.p99 ?? 0));
  const spec = frame(curves, 'Percentiles of latency against offered load', kLowHeight, [
    {
      mark: {type: 'line', strokeWidth: 1.6, clip: true},
      encoding: {
        strokeDash: {
          field: 'name', type: 'nominal', title: null, sort: null,
          scale: {domain: ['p50', 'p95', 'p99'], range: [[1, 0], [6, 3], [2, 3]]},
          legend: {symbolType: 'stroke', symbolStrokeColor: '#3a4550', orient: 'bottom'},
        },
      },
    },
    {
      mark: {type: 'point', size: 22, filled: true, clip: true},
      encoding: {
        tooltip: [{field: 'curve'}, {field: 'rate', title: 'offered'}, {field: 'name', title: 'percentile'}, {field: 'cycles'}],
      },
    },
  ], {y: quantity('cycles', {title: 'latency, cycles', scale: {domain: [0, rounded(kAbove * most)], nice: false}})});
  return picture({...spec, data: {name: 'percentiles'}}, ['percentiles']);
}

export function sharePicture(curves) {
  const spec = frame(curves, 'What single nodes get through', kLowHeight, [
    {
      mark: {type: 'area', opacity: 0.18},
      encoding: {y: quantity('least', {title: 'accepted of a node, flits per cycle'}), y2: {field: 'greatest'}},
    },
    {
      mark: {type: 'line', strokeWidth: 1.6, point: {size: 26}},
      encoding: {
        y: quantity('share'),
        tooltip: [{field: 'curve'}, {field: 'rate', title: 'offered'}, {field: 'least', title: 'least of a node'},
          {field: 'share', title: 'mean'}, {field: 'greatest', title: 'greatest of a node'}, {field: 'fairness', title: 'Jain\'s index'}],
      },
    },
  ]);
  return picture({...spec, data: {name: 'points'}}, ['points']);
}
