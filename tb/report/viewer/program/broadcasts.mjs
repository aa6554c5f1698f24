// Worms of a program that fork, each as a tree on the grid: which node hears it when, and from whom.
import {picture, section, text} from '../model/blocks.mjs';
import {withChoice} from '../model/choice.mjs';
import {kDifferences, nodeName} from '../links/use.mjs';

const kNodePixels = 62;
const kTreeMargin = 0.75;  // around the nodes, in distances of neighbours
const kStub = 0.55;
const kMostTrees = 60;  // that are in the data
const kHeardColors = kDifferences.slice(0, 3).reverse();
const kOnColor = {expr: 'luminance(scale(\'fill\', datum.after)) < 0.3 ? \'white\' : \'black\''};

const wormName = (network, {worm, node, flits, start}) =>
  `${worm + 1}: from ${nodeName(network, node)} at ${start}, ${flits} flit${flits === 1 ? '' : 's'}`;

// A link from a parent as a line; around the end of a ring as two stubs.
function treeLines({x, y, parent_x: from, parent_y: below}) {
  const step = (to, parent) => (Math.abs(to - parent) > 1 ? -Math.sign(to - parent) : to - parent);
  const dx = step(x, from);
  const dy = step(y, below);
  if (from + dx === x && below + dy === y) return [{x: from, y: below, x2: x, y2: y}];
  return [{x: from, y: below, x2: from + kStub * dx, y2: below + kStub * dy},
    {x: x - kStub * dx, y: y - kStub * dy, x2: x, y2: y}];
}

// Puts `tree nodes` and `tree links` into the data; the names of the worms.
function treeRows(network, trees, data) {
  const names = [];
  const rows = trees.map((stop) => {
    const root = stop.parent === null;
    if (root) names.push(wormName(network, stop));
    return {
      ...stop, choice: names[stop.worm], name: nodeName(network, stop.node),
      kind: root ? 'source' : stop.heard === null ? 'on the way' : 'hears it',
      from: root ? null : nodeName(network, stop.parent), after: stop.heard === null ? null : stop.heard - stop.start,
    };
  });
  data['tree nodes'] = rows;
  data['tree links'] = rows.filter(({parent}) => parent !== null)
    .flatMap(({choice, name, from, after, ...stop}) => treeLines(stop).map((line) => ({choice, name, from, after, ...line})));
  return names;
}

const kHeardColor = {
  field: 'after', type: 'quantitative', title: 'cycles after its start', scale: {range: kHeardColors, zero: false},
  legend: {gradientLength: 160},
};

const kTreeTips = [
  {field: 'name', title: 'node'}, {field: 'kind'}, {field: 'from', title: 'from'}, {field: 'links', title: 'links from the source'},
  {field: 'heard', title: 'all of it there in cycle'}, {field: 'after', title: 'after its start'},
];

const kTreeNode = {type: 'circle', size: 980, opacity: 1, strokeWidth: 2};

const treeText = (field, filter, mark) => ({
  data: {name: 'tree nodes'}, transform: [{filter}], mark: {type: 'text', tooltip: null, ...mark}, encoding: {text: {field}},
});

const kTreeLayers = [
  {
    data: {name: 'tree links'}, mark: {type: 'rule', strokeWidth: 5, strokeCap: 'round', color: '#c9d1db'},
    encoding: {
      x2: {field: 'x2'}, y2: {field: 'y2'},
      tooltip: [{field: 'from', title: 'from'}, {field: 'name', title: 'to'}],
    },
  },
  {
    data: {name: 'tree nodes'}, mark: {...kTreeNode, fill: 'white'},
    encoding: {stroke: {condition: {test: 'datum.kind === \'source\'', value: '#b92a1f'}, value: '#8894a0'}, tooltip: kTreeTips},
  },
  {
    data: {name: 'tree nodes'}, transform: [{filter: 'isValid(datum.after)'}], mark: {...kTreeNode, stroke: '#8894a0'},
    encoding: {fill: kHeardColor, tooltip: kTreeTips},
  },
  treeText('name', '!isValid(datum.after)', {fontSize: 11, color: '#1d2730'}),
  treeText('name', 'isValid(datum.after)', {fontSize: 11, dy: -6, color: kOnColor}),
  treeText('after', 'isValid(datum.after)', {fontSize: 10, dy: 7, color: kOnColor}),
];

export function broadcastSections({network, trees = []}, data) {
  if (trees.length === 0) return [];
  const names = treeRows(network, trees, data);
  const across = Math.max(...trees.map(({x}) => x)) + 2 * kTreeMargin;
  const down = Math.max(...trees.map(({y}) => y)) + 2 * kTreeMargin;
  const axis = (field, most, more) => ({
    field, type: 'quantitative', axis: null,
    scale: {domain: [-kTreeMargin, most - kTreeMargin], nice: false, zero: false, ...more},
  });
  return [section('Broadcasts', [
    text(`${names.length === 1 ? 'A worm forks' : `${names.length} worms fork`}${names.length < kMostTrees ? '' : ', or more'}. In a `
      + 'node: its number, and how many cycles after the start of the send all of the worm was there. Red is the source; nodes '
      + 'without cycles only pass it on. Stubs lead around to the other side.'),
    picture(withChoice({
      description: 'Which node hears a broadcast when, and from whom', width: 'container', height: Math.round(down * kNodePixels),
      encoding: {x: axis('x', across), y: axis('y', down, {reverse: true})}, layer: kTreeLayers,
    }, {title: 'Worm', names, first: names[0]}), ['tree nodes', 'tree links'],
    {maxWidth: Math.round(across * kNodePixels), aspect: down / across}),
  ])];
}
