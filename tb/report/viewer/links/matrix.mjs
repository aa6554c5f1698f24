// Channels of a network as cells of a table, where the program has placed them: `network.matrix`.
import {picture, text} from '../model/blocks.mjs';
import {withChoice} from '../model/choice.mjs';
import {rounded} from '../model/texts.mjs';
import {groupsOf, isPort, kDifferenceText, nodeName, useDescription, useLegend, useParams, useScale, useTitle} from './use.mjs';
import {channelKey} from './plane.mjs';

const kFewRows = 20;

// By channels, the number of their cell.
export function cellNumbers({matrix}) {
  const {from, to, cell} = matrix.channels;
  return new Map(from.map((node, i) => [channelKey({from: node, to: to[i]}), cell[i]]));
}

// A row of data for a cell: its place in the picture.
export function cellPlace({matrix}, number) {
  const [row, first, last] = matrix.cells[number];
  return {row: matrix.rows[row], from: first - 0.5, to: last + 0.5};
}

export const channelName = (network, {from, to}) =>
  (from === to ? `receive port of ${nodeName(network, to)}` : `${nodeName(network, from)} → ${nodeName(network, to)}`);

export const matrixFrame = ({matrix}, padding) => ({
  width: 'container',
  encoding: {
    x: {
      field: 'from', type: 'quantitative', title: matrix.column_title,
      scale: {domain: [-0.5, matrix.columns - 0.5], nice: false, zero: false},
      axis: {format: 'd', tickMinStep: 1, grid: false},
    },
    x2: {field: 'to'},
    y: {
      field: 'row', type: 'ordinal', title: matrix.row_title, sort: null, scale: {padding, domain: matrix.rows},
      axis: {labelLimit: 120},
    },
  },
});

function cellRows(network, run, field, ports) {
  const numbers = cellNumbers(network);
  const groups = groupsOf(run, (channel) => (isPort(channel) === ports ? numbers.get(channelKey(channel)) : undefined));
  return groups.map(({place, channels, use, mean, flits, waits}) => ({
    ...cellPlace(network, place), [field]: rounded(use), mean: rounded(mean), flits, waits, choice: run.name,
    name: channels.length > 1 ? `${channels.length} channels` : channelName(network, channels[0]),
  }));
}

// A field of its own has a legend of its own.
const cellLayer = (data, channel, field, title, scale) => ({
  data: {name: data},
  mark: {type: 'rect'},
  encoding: {
    [channel]: {field, type: 'quantitative', title, scale, legend: useLegend},
    tooltip: [{field: 'name', title: 'channel'}, {field, title: 'use', format: '.2%'},
      {field: 'mean', title: 'mean', format: '.2%'}, {field: 'flits', title: 'flits'},
      {field: 'waits', title: 'cycles waited for it'}],
  },
});

const matrixText = ({matrix}, joined, differences) => (joined
  ? 'A cell shows the busiest of its channels: those that leave the same node, or neighbouring nodes where there are '
    + 'too many.'
  : `A cell is the channel that leaves the node ${matrix.row_title === 'port' ? 'by the port' : 'in the direction'} of the row.`)
  + (differences ? kDifferenceText : '');

// Puts the sets `links` and `ports` into `data`, their names after `prefix`.
export function matrixBlocks(network, runs, data, prefix, choice) {
  const differences = runs[0].base !== undefined;
  const links = runs.flatMap((run) => cellRows(network, run, 'use', false));
  const ports = runs.flatMap((run) => cellRows(network, run, 'port_use', true));
  Object.assign(data, {[`${prefix}links`]: links, [`${prefix}ports`]: ports});
  const channels = runs.flatMap((run) => run.channels.filter((channel) => !isPort(channel))).length;
  const joined = links.length < channels;
  const {rows} = network.matrix;
  const few = rows.length <= kFewRows;
  return [text(matrixText(network, joined, differences)), picture(withChoice({
    ...matrixFrame(network, few ? 0.08 : 0), description: useDescription(network, differences),
    height: rows.length * (few ? 26 : Math.max(5, Math.floor(640 / rows.length))),
    params: useParams(links.map((row) => row.use), ports.map((row) => row.port_use)),
    layer: [
      cellLayer(`${prefix}links`, 'color', 'use', useTitle(joined ? 'busiest link' : 'link', differences),
        useScale('link_top', false, differences)),
      cellLayer(`${prefix}ports`, 'fill', 'port_use', useTitle(differences ? 'port' : 'receive port', differences),
        useScale('port_top', true, differences)),
    ],
  }, choice), [`${prefix}links`, `${prefix}ports`])];
}
