// Where the worms of a run stand that got stuck, on a plane or in a table of channels.
import {picture, text} from '../model/blocks.mjs';
import {nodeName} from '../links/use.mjs';
import {cellNumbers, cellPlace, channelName, matrixFrame} from '../links/matrix.mjs';
import {channelKey, lineEnds, markPlaces, nameMark, nodeMark, nodePlaces, planeFrame} from '../links/plane.mjs';

const kInCircle = {condition: {test: 'datum.in_circle === \'yes\'', value: 1}, value: 0.45};
const kTips = [{field: 'message'}, {field: 'part', title: 'holds or wants'}, {field: 'channel'},
  {field: 'in_circle', title: 'in the circle'}];

// The channels that worms hold or want; of a receive port both ends are the node.
function wormChannels(network, {worms, cycle}) {
  const ends = ({receive, from = receive, to = receive}) => ({from, to});
  return worms.flatMap((worm) =>
    [...worm.holds.map((held) => [held, 'holds']), ...(worm.wants ? [[worm.wants, 'wants']] : [])].map(([channel, part]) => ({
      message: worm.message, part, in_circle: cycle.includes(worm.message) ? 'yes' : 'no', ends: ends(channel),
      channel: channelName(network, ends(channel)),
    })));
}

const messageColor = (legend) => ({field: 'message', type: 'nominal', title: 'message', scale: {scheme: 'tableau20'},
  legend: {symbolLimit: 40, columns: 8, ...legend}});

const planeLayers = () => [
  {
    data: {name: 'worm paths'}, mark: {type: 'rule', strokeWidth: 1, color: '#c9d1db', tooltip: null}, encoding: lineEnds,
  },
  {
    data: {name: 'worm channels'},
    mark: {type: 'rule', strokeWidth: {expr: 'clamp(0.16 * cell, 2, 7)'}, strokeCap: 'round'},
    encoding: {
      ...lineEnds, color: messageColor({symbolType: 'stroke', symbolStrokeWidth: 4}), opacity: kInCircle, tooltip: kTips,
      strokeDash: {condition: {test: 'datum.part === \'wants\'', value: [4, 6]}, value: [1, 0]},
    },
  },
  {
    data: {name: 'worm nodes'}, mark: {...nodeMark, strokeWidth: 1}, encoding: {tooltip: [{field: 'name', title: 'node'}]},
  },
  {
    data: {name: 'worm headers'},
    mark: {type: 'point', shape: 'circle', filled: false, size: nodeMark.size, strokeWidth: {expr: 'clamp(0.08 * cell, 2, 5)'}},
    encoding: {
      color: {field: 'message', type: 'nominal'}, opacity: kInCircle,
      tooltip: [{field: 'message', title: 'header of message'}, {field: 'name', title: 'at node'}],
    },
  },
  {data: {name: 'worm nodes'}, mark: nameMark, encoding: {text: {field: 'name'}}},
];

function onPlane(network, deadlock, data) {
  const marks = markPlaces(network);
  const nodes = nodePlaces(network);
  const port = ({from}) => ({x: nodes[from].x, y: nodes[from].y, x2: nodes[from].x, y2: nodes[from].y});
  data['worm paths'] = [...marks.values()];
  data['worm nodes'] = nodes;
  data['worm channels'] = wormChannels(network, deadlock).map(({ends, ...row}) =>
    ({...row, ...(marks.get(channelKey(ends)) ?? port(ends))}));
  data['worm headers'] = deadlock.worms.map(({message, router}) => ({
    message, in_circle: deadlock.cycle.includes(message) ? 'yes' : 'no', name: nodeName(network, router),
    x: nodes[router].x, y: nodes[router].y,
  }));
  const {spec, more} = planeFrame(network);
  return picture({...spec, description: 'Where the worms stand that got stuck', layer: planeLayers()},
    ['worm paths', 'worm nodes', 'worm channels', 'worm headers'], more);
}

function inMatrix(network, deadlock, data) {
  const numbers = cellNumbers(network);
  data['worm channels'] = wormChannels(network, deadlock).filter(({ends}) => numbers.has(channelKey(ends)))
    .map(({ends, ...row}) => ({...row, ...cellPlace(network, numbers.get(channelKey(ends)))}));
  const {encoding, ...spec} = matrixFrame(network, 0.08);
  const color = messageColor({symbolType: 'square'});
  const layer = (part, mark) => ({transform: [{filter: `datum.part === '${part}'`}], mark: {type: 'rect', ...mark}});
  return picture({
    ...spec, description: 'Channels of the worms that got stuck', data: {name: 'worm channels'},
    height: Math.min(network.matrix.rows.length * 26, 640),
    encoding: {
      ...encoding, color: {...color, scale: {...color.scale, domain: deadlock.worms.map(({message}) => message)}},
      opacity: kInCircle, tooltip: kTips,
    },
    layer: [layer('holds', {}), layer('wants', {filled: false, strokeWidth: 2, strokeDash: [4, 4]})],
  }, ['worm channels']);
}

// Puts its sets into `data`.
export function wormBlocks(network, deadlock, data) {
  if (!network || deadlock.worms.length === 0) return [];
  return [
    text('Every worm has a colour: the channels that it holds, up to its header, and, dashed, the one that it wants. Worms '
      + 'outside the circle are pale.'),
    (network.plane ? onPlane : inMatrix)(network, deadlock, data),
  ];
}
