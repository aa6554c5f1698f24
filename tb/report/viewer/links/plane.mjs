// Channels of a network on a plane, where the program has placed its nodes: `network.plane`.
import {picture, text} from '../model/blocks.mjs';
import {withChoice} from '../model/choice.mjs';
import {rounded} from '../model/texts.mjs';
import {groupsOf, isPort, kDifferenceText, nodeName, useDescription, useLegend, useParams, useScale, useTitle} from './use.mjs';

const kMargin = 0.7;  // around the nodes, for stubs, in distances of neighbours
const kUnitPixels = 64;
const kLeastPixels = 320;
const kMostPixels = 1060;
const kLeastHeight = 64;
const kLettersWithin = 4;  // longer names are below their nodes

export const channelKey = ({from, to}) => `${from} ${to}`;

// By channels, where their marks begin and end.
export function markPlaces({plane}) {
  const {from, to, x2, y2} = plane.channels;
  return new Map(from.map((node, i) => [channelKey({from: node, to: to[i]}),
    {x: plane.x[node], y: plane.y[node], x2: x2[i], y2: y2[i]}]));
}

export const nodePlaces = (network) => network.plane.x.map((x, node) =>
  ({node, name: nodeName(network, node), x, y: network.plane.y[node], is_switch: node >= network.processors}));

// The parts of a spec that give a plane its size, and how large the picture gets.
export function planeFrame({plane, ...network}) {
  const above = plane.labels.length > 0 ? kMargin + 0.5 : kMargin;
  const across = plane.width + 2 * kMargin;
  const down = plane.height + kMargin + above;
  const pixels = Math.min(Math.max(across * kUnitPixels, kLeastPixels), kMostPixels);
  const tall = Math.max(pixels * down / across, kLeastHeight);
  const longest = Math.max(...plane.x.map((_, node) => nodeName(network, node).length));
  const axis = (field, domain, more) =>
    ({field, type: 'quantitative', axis: null, scale: {domain, nice: false, zero: false, ...more}});
  return {
    spec: {
      width: 'container', height: Math.round(Math.min(tall, 2 * kMostPixels)),
      params: [
        {name: 'cell', expr: `width / ${across}`}, {name: 'below', value: longest > kLettersWithin},
        {name: 'letter', expr: `below ? 10 : min(12, 0.72 * cell / ${longest})`},
      ],
      encoding: {
        x: axis('x', [-kMargin, plane.width + kMargin]),
        y: axis('y', [-above, plane.height + kMargin], {reverse: true}),
      },
    },
    more: {maxWidth: Math.floor(pixels), aspect: tall > kLeastHeight ? down / across : 0},
  };
}

export const nodeMark = {
  type: 'circle', invalid: 'show', size: {expr: '0.785 * pow(clamp(0.48 * cell, 2, 30), 2)'}, opacity: 1,
  fill: 'white', stroke: '#8894a0',
};
export const nameMark = {
  type: 'text', fontSize: {expr: 'letter'}, opacity: {expr: 'letter < 7.5 ? 0 : 1'}, baseline: 'middle',
  dy: {expr: 'below ? (datum.is_switch ? -1 : 1) * (clamp(0.24 * cell, 1, 15) + 9) : 0'}, tooltip: null,
};
export const lineEnds = {x2: {field: 'x2'}, y2: {field: 'y2'}};

const useTips = (use, flits, waits) =>
  [{field: use[0], title: use[1], format: '.2%'}, {field: 'flits', title: flits}, {field: 'waits', title: waits}];

const linkLayer = (data, differences) => ({
  data: {name: data},
  mark: {type: 'rule', strokeWidth: {expr: 'clamp(0.16 * cell, 1.2, 7)'}},
  encoding: {
    ...lineEnds,
    color: {
      field: 'use', type: 'quantitative', title: useTitle('link', differences),
      scale: useScale('link_top', false, differences), legend: useLegend,
    },
    tooltip: [{field: 'from', title: 'from node'}, {field: 'to', title: 'to node'},
      ...useTips(['use', 'in use'], 'flits', 'cycles waited for it')],
  },
});

const nodeLayer = (data, differences) => ({
  data: {name: data},
  mark: {...nodeMark, strokeWidth: {expr: 'clamp(0.06 * cell, 0.8, 3)'}},
  encoding: {
    stroke: {
      condition: {
        test: 'datum.port_use !== null', field: 'port_use', type: 'quantitative',
        scale: useScale('port_top', true, differences), legend: useLegend,
        title: useTitle(differences ? 'port' : 'receive ports', differences),
      },
      value: '#8894a0',
    },
    tooltip: [{field: 'name', title: 'node'},
      ...useTips(['port_use', 'receive ports in use'], 'flits received', 'cycles waited for them')],
  },
});

function linkRows(network, runs) {
  const places = markPlaces(network);
  return runs.flatMap((run) =>
    groupsOf(run, (channel) => (isPort(channel) ? undefined : channelKey(channel))).map((group) => ({
      from: group.channels[0].from, to: group.channels[0].to, ...places.get(group.place), use: rounded(group.use),
      flits: group.flits, waits: group.waits, choice: run.name,
    })));
}

function nodeRows(network, runs) {
  return runs.flatMap((run) => {
    const ports = new Map(groupsOf(run, (channel) => (isPort(channel) ? channel.to : undefined))
      .map((group) => [group.place, {port_use: rounded(group.mean), flits: group.flits, waits: group.waits}]));
    const none = {port_use: null, flits: null, waits: null};
    return nodePlaces(network).map((node) => ({...node, ...(ports.get(node.node) ?? none), choice: run.name}));
  });
}

function planeText({plane}, differences) {
  return 'The half of a line that touches a node is the channel that leaves the node; the ring of a node is the use of '
    + `its receive ports.${differences ? kDifferenceText : ''}`
    + (plane.around ? ' Stubs at the edge lead around to the other side.' : '')
    + (plane.slices ? ' Slanting stubs lead to the neighbouring slices.' : '');
}

// Puts the sets `links`, `nodes` and `slices` into `data`, their names after `prefix`.
export function planeBlocks(network, runs, data, prefix, choice) {
  const differences = runs[0].base !== undefined;
  const name = (set) => `${prefix}${set}`;
  const links = linkRows(network, runs);
  const nodes = nodeRows(network, runs);
  const slices = runs.flatMap((run) => network.plane.labels.map((label) => ({...label, choice: run.name})));
  Object.assign(data, {[name('links')]: links, [name('nodes')]: nodes, [name('slices')]: slices});
  const {spec, more} = planeFrame(network);
  const used = nodes.map((node) => node.port_use).filter((use) => use !== null);
  return [text(planeText(network, differences)), picture(withChoice({
    ...spec, description: useDescription(network, differences),
    params: [...spec.params, ...useParams(links.map((link) => link.use), used)],
    layer: [
      linkLayer(name('links'), differences),
      nodeLayer(name('nodes'), differences),
      {data: {name: name('nodes')}, mark: nameMark, encoding: {text: {field: 'name'}}},
      {
        data: {name: name('slices')}, mark: {type: 'text', align: 'left', baseline: 'bottom', fontWeight: 500},
        encoding: {text: {field: 'name'}},
      },
    ],
  }, choice), ['links', 'nodes', 'slices'].map(name), more)];
}
