// When every node was sending, by round, with a strip that picks the window.
import {pictureOverTime, section, text} from '../model/blocks.mjs';
import {quantity} from '../model/specs.mjs';
import {hasWorms, stuckPlaces} from './end.mjs';

// Above a picture; the menu wants room where there is no legend.
const kPlainPixels = 5;
const kMenuPixels = 30;
const kSendOpacity = 0.9;  // of bars and of the legend that explains them
const kFewRounds = 8;

function barTooltip({joined_nodes: nodes, joined_rounds: rounds}, node, other) {
  return [
    {field: 'node', title: nodes > 1 ? `first ${node}` : node}, ...(nodes > 1 ? [{field: 'last_node', title: `last ${node}`}] : []),
    {field: 'round', title: rounds > 1 ? 'first round' : 'round'}, ...(rounds > 1 ? [{field: 'last_round', title: 'last round'}] : []),
    {field: 'start', title: 'issued, cycle'}, {field: 'end', title: 'tail arrived, cycle'},
    {field: 'deliveries', title: 'messages delivered'}, {field: other, title: `${other} node`},
  ];
}

// The colours of the rounds, told one by one where they are few.
function roundColor({rounds}, timeline) {
  const scale = {scheme: {name: 'viridis', extent: [0, 0.92]}};
  const color = (type, legend) => ({field: 'round', type, title: 'round', scale, legend});
  if (rounds <= 1) return color('ordinal', null);
  return rounds <= kFewRounds && timeline.joined_rounds === 1
    ? color('ordinal', {columns: 8, symbolType: 'square', symbolOpacity: kSendOpacity})
    : color('quantitative', {tickMinStep: 1, format: 'd', gradientOpacity: kSendOpacity});
}

// What the bars of the picture are.
function barTexts({result, timeline}) {
  const {joined_nodes: nodes, joined_rounds: rounds} = timeline;
  const listeners = 'A thin, pale bar is what a node receives in a round, over the same time.';
  const joined = `There are too many bars to tell apart: every ${nodes} neighbouring node${nodes > 1 ? 's' : ''}`
    + `${rounds > 1 ? ` and ${rounds} rounds` : ''} share one.`;
  return [
    'A bar is what a node sends in a round, from the first issue to the arrival of the last tail.',
    ...(timeline.listeners ? [listeners] : []),
    ...(nodes > 1 || rounds > 1 ? [joined] : []),
    ...(hasWorms(result) ? ['Where a worm got stuck, the nodes that it holds on its way have a red bar from the cycle on after '
      + 'which nothing moved.'] : []),
    'The strip is all of the time: a drag in it picks a window. In the picture a drag moves it, the wheel with Ctrl zooms; so '
      + 'do + and −, the arrows and 0 on the keyboard.',
  ].map(text);
}

// Bars of a height around their nodes, at least a pixel wide.
const barTransform = (half, last) => [
  {calculate: 'max(datum.end, datum.start + pixel)', as: 'drawn_end'}, {calculate: `datum.node - ${half}`, as: 'top'},
  {calculate: `datum.${last} + ${half}`, as: 'bottom'},
];

const barLayers = (timeline) => [
  {
    data: {name: 'receives'}, transform: barTransform(0.16, 'last_node'), mark: {type: 'rect', opacity: 0.35, clip: true},
    encoding: {tooltip: barTooltip(timeline, 'receiver', 'from')},
  },
  {
    data: {name: 'sends'}, transform: barTransform(0.42, 'last_node'), mark: {type: 'rect', opacity: kSendOpacity, clip: true},
    encoding: {tooltip: barTooltip(timeline, 'sender', 'to')},
  },
  {
    data: {name: 'stuck'}, transform: barTransform(0.42, 'node'),
    mark: {type: 'rect', clip: true, stroke: '#b92a1f', strokeWidth: 1, opacity: 0.75},
    encoding: {
      color: {value: '#ee6677'},
      tooltip: [{field: 'message', title: 'stuck message'}, {field: 'src', title: 'from node'}, {field: 'dst', title: 'to node'},
        {field: 'node', title: 'holds a channel of node'}, {field: 'part'}],
    },
  },
];

function barSpec({result, network, timeline}, span) {
  const nodes = network.processors;
  const color = roundColor(result, timeline);
  return {
    description: 'When every node was sending, by round', width: 'container',
    height: Math.floor(Math.min(Math.max(nodes * 14, 100), 620)),
    padding: {left: 5, right: 5, bottom: 5, top: color.legend === null ? kMenuPixels : kPlainPixels},
    params: [{name: 'window', value: [0, span]}, {name: 'pixel', expr: '(window[1] - window[0]) / max(1, width)'}],
    encoding: {
      x: quantity('start', {title: 'cycle', scale: {domain: [{expr: 'window[0]'}, {expr: 'window[1]'}], nice: false}}),
      x2: {field: 'drawn_end'},
      y: quantity('top', {
        title: 'node', scale: {domain: [-0.5, nodes - 0.5], nice: false, zero: false, reverse: true},
        axis: {format: 'd', tickMinStep: 1, grid: false, minExtent: 40},
      }),
      y2: {field: 'bottom'}, color,
    },
    layer: barLayers(timeline),
  };
}

const stripSpec = (span) => ({
  description: 'How many nodes were sending', data: {name: 'activity'}, width: 'container', height: 44,
  mark: {type: 'rect', color: '#8894a0'},
  encoding: {
    x: quantity('from', {title: null, scale: {domain: [0, span], nice: false}, axis: {grid: false}}),
    x2: {field: 'to'},
    y: quantity('nodes', {title: 'sending', axis: {tickCount: 2, grid: false, minExtent: 40}}),
    y2: {datum: 0},
    tooltip: [{field: 'from', title: 'from cycle'}, {field: 'to', title: 'to cycle'}, {field: 'nodes', title: 'nodes sending, mean'}],
  },
});

// Over the time from 0 to `cycles`; its sets are put into `data`.
export function spaceTimeSection(run, cycles, data) {
  const span = Math.max(cycles, 1);
  const {timeline, result} = run;
  const title = 'Rounds in space and time';
  if (timeline.deliveries === 0 && !hasWorms(result)) return section(title, [text('No message arrived.')]);
  Object.assign(data, {
    sends: timeline.sends, receives: timeline.listeners ? timeline.receives : [], activity: timeline.activity,
    stuck: stuckPlaces(result),
  });
  return section(title, [...barTexts(run), pictureOverTime(barSpec(run, span), ['sends', 'receives', 'stuck'],
    {spec: stripSpec(span), data: 'activity', span: [0, span]})]);
}
