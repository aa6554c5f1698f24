// Waits that were measured beside those here: against each other, in time, and as maps of the chip.
import {kColors} from '../model/colors.mjs';
import {kHeight, quantity} from '../model/specs.mjs';
import {rounded} from '../model/texts.mjs';
import {kDifferences, kLinkColors} from '../links/use.mjs';

const kBands = [0.2, 0.1];  // errors
const kApart = 4;           // sizes that spread more are on logarithmic axes
const kRowPixels = 15;
const kCellPixels = 44;
const kMeasuredColor = '#8894a0';

export const waitTips = [{field: 'processor'}, {field: 'network'}, {field: 'event', title: 'event of the trace'},
  {field: 'measured', title: 'measured, cycles'}, {field: 'here', title: 'here, cycles'},
  {field: 'error', title: 'error', format: '+.1%'}, {field: 'blame', title: 'waited at'}];

export const kNetworkColor = {
  field: 'network', type: 'nominal', title: null, legend: {symbolType: 'circle'},
  scale: {domain: ['NoC 0', 'NoC 1'], range: kColors.slice(0, 2)},
};

// The ends of the axes of a picture, both the same.
function reach(waits) {
  const sizes = waits.flatMap(({measured, here}) => [measured, here]).map((size) => Math.max(size, 1));
  return [Math.min(...sizes) / 1.15, Math.max(...sizes) * 1.15].map(rounded);
}

// Where an error of so much and none lie, from end to end.
export function bandRows(waits) {
  const ends = reach(waits);
  return kBands.flatMap((share) => ends.map((size) =>
    ({band: `± ${100 * share} %`, size, low: rounded(size * (1 - share)), high: rounded(size * (1 + share))})));
}

// Rows of the set `name`: `what` they have measured and here, by the colours of a field, or one.
export function pointSpec(name, rows, what, tips, color) {
  const ends = reach(rows);
  const scale = {domain: ends, nice: false, ...(ends[1] / ends[0] > kApart * 1.15 ** 2 ? {type: 'log'} : {zero: false})};
  const y = (field) => quantity(field, {title: `${what} here, cycles`, scale});
  const x = (field) => quantity(field, {title: `${what} measured, cycles`, scale});
  return {
    description: `Every measured ${what} against the one here`, width: 'container', height: kHeight,
    layer: [
      {
        data: {name: 'bands'}, mark: {type: 'area', opacity: 0.35, clip: true, tooltip: null},
        encoding: {
          x: x('size'), y: y('low'), y2: {field: 'high'},
          fill: {
            field: 'band', type: 'nominal', title: null, sort: null, legend: {symbolType: 'square', symbolOpacity: 0.6},
            scale: {domain: kBands.map((share) => `± ${100 * share} %`), range: ['#c9d1db', kMeasuredColor]},
          },
        },
      },
      {
        data: {name: 'bands'}, mark: {type: 'line', strokeWidth: 1, color: '#3a4550', clip: true, tooltip: null},
        encoding: {x: x('size'), y: y('size')},
      },
      {
        data: {name}, mark: {type: 'point', filled: true, size: 42, opacity: 0.75, ...(color ? {} : {color: kColors[0]})},
        encoding: {x: x('measured'), y: y('here'), tooltip: tips, ...(color ? {color} : {})},
      },
    ],
  };
}

export const kPointAspect = {maxWidth: 640, aspect: 0.75};

// In time, a row for each processor; above what was measured, below what is here.
const timeLayer = (name, [start, end], [top, bottom]) => ({
  data: {name: 'waits'},
  transform: [
    {calculate: `max(datum.${end}, datum.${start} + pixel)`, as: 'drawn_end'},
    {calculate: `datum.row + ${top}`, as: 'top'}, {calculate: `datum.row + ${bottom}`, as: 'bottom'},
  ],
  mark: {type: 'rect', clip: true},
  encoding: {
    x: quantity(start), x2: {field: 'drawn_end'}, y: quantity('top'), y2: {field: 'bottom'}, tooltip: waitTips,
    color: {datum: name},
  },
});

export function waitTimeSpec(processors, span) {
  return {
    description: 'When every processor waited, measured and here', width: 'container',
    height: Math.max(processors.length * kRowPixels, 60),
    params: [{name: 'window', value: [0, span]}, {name: 'pixel', expr: '(window[1] - window[0]) / max(1, width)'},
      {name: 'names', value: processors}],
    encoding: {
      x: {title: 'cycle', scale: {domain: [{expr: 'window[0]'}, {expr: 'window[1]'}], nice: false}},
      y: {
        title: null, scale: {domain: [-0.5, processors.length - 0.5], nice: false, zero: false, reverse: true},
        axis: {values: processors.map((_, row) => row), labelExpr: 'names[datum.value]', labelFontSize: 10, labelOverlap: false,
          grid: false, ticks: false, minExtent: 40},
      },
      color: {type: 'nominal', title: null, scale: {domain: ['measured', 'here'], range: [kMeasuredColor, kColors[1]]}},
    },
    layer: [timeLayer('measured', ['start', 'end'], [-0.4, -0.02]), timeLayer('here', ['here_start', 'here_end'], [0.02, 0.4])],
  };
}

// Tiles of both networks side by side. `field` colours those that have it, and is written in them.
function chipSpec({columns, rows}, {field, title, format, colors, domain}) {
  const across = 2 * columns + 1;
  const axis = (name, ends, more) => quantity(name, {axis: null, scale: {domain: ends, nice: false, zero: false, ...more}});
  const x = (name) => axis(name, [-0.5, across - 0.5]);
  const y = (name) => axis(name, [-1.5, rows - 0.5], {reverse: true});
  const edges = ['x', 'y'].flatMap((at, i) => [{calculate: `datum.${at} - 0.47`, as: ['left', 'top'][i]},
    {calculate: `datum.${at} + 0.47`, as: ['right', 'bottom'][i]}]);
  const tile = (test, mark, encoding) => ({
    data: {name: 'tiles'}, transform: [...edges, {filter: `${test}isValid(datum.${field})`}], mark: {type: 'rect', ...mark},
    encoding: {
      x: x('left'), x2: {field: 'right'}, y: y('top'), y2: {field: 'bottom'}, ...encoding,
      tooltip: [{field: 'name', title: 'tile'}, {field: 'network'}, {field: 'waits'}, {field: 'measured', title: 'measured, mean'},
        {field: 'here', title: 'here, mean'}, {field: 'error', format: '+.1%'}, {field: 'blamed', title: 'cycles waited at it'}],
    },
  });
  const words = (test, mark, text) => ({
    data: {name: 'tiles'}, transform: [{filter: `${test}isValid(datum.${field})`}],
    mark: {
      type: 'text', fontSize: {expr: 'clamp(0.27 * cell, 6, 12)'}, opacity: {expr: 'cell < 20 ? 0 : 1'}, tooltip: null, ...mark,
    },
    encoding: {x: x('x'), y: y('y'), text},
  });
  return {
    description: `Tiles of both networks: ${title}`, width: 'container', height: Math.round(kCellPixels * (rows + 1)),
    params: [{name: 'cell', expr: `width / ${across}`}], view: {stroke: null},
    layer: [
      tile('!', {fill: null, stroke: '#c9d1db'}, {}),
      tile('', {stroke: '#8894a0', strokeWidth: 0.5}, {
        fill: {field, type: 'quantitative', title, scale: {domain, range: colors, interpolate: 'rgb'}, legend: {format}},
      }),
      words('!', {color: '#8894a0'}, {field: 'name'}),
      // On a tile that is dark, or not.
      words('', {color: {expr: `luminance(scale('fill', datum.${field})) < 0.3 ? 'white' : 'black'`}}, {field, format}),
      {
        data: {name: 'networks'}, mark: {type: 'text', align: 'left', fontWeight: 500},
        encoding: {x: x('x'), y: y('y'), text: {field: 'name'}},
      },
    ],
  };
}

export function mapVariants(chip, tiles) {
  const most = (field) => rounded(Math.max(1e-2, ...tiles.map((tile) => Math.abs(tile[field] ?? 0))));
  const error = most('error');
  const heat = (field, title) =>
    ({field, title, format: 'd', colors: kLinkColors, domain: [0, 0.25, 0.5, 0.75, 1].map((part) => part * most(field))});
  const kinds = [
    {
      field: 'error', title: 'error of waits', format: '+.0%', colors: kDifferences,
      domain: [-1, -0.5, 0, 0.5, 1].map((part) => part * error),
    },
    heat('measured', 'measured wait, mean, cycles'),
    heat('here', 'wait here, mean, cycles'),
    heat('blamed', 'cycles waited at links and ports of the tile'),
  ];
  const specs = kinds.map((kind) => chipSpec(chip, kind));
  return {spec: specs[0], variants: {label: 'Colours', names: kinds.map(({title}) => title), first: 0, specs}};
}

export const mapSize = ({columns, rows}) =>
  ({maxWidth: kCellPixels * (2 * columns + 1), aspect: (rows + 1) / (2 * columns + 1)});
