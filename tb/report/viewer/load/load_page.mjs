// The page of latency–load curves.
import {columnsOf, details, facts, heading, part, picture, section, selectors, table, text} from '../model/blocks.mjs';
import {withChoice} from '../model/choice.mjs';
import {digits, numberOrNull, plainText, rounded, shortened, textOrNone} from '../model/texts.mjs';
import {keyFields, keySelectors} from '../model/varied.mjs';
import {linkBlocks} from '../links/link_blocks.mjs';
import {gatherCurves, isSaturated, rateOf} from './curves.mjs';
import {curveData} from './curve_data.mjs';
import {acceptedPicture, latencyPicture, percentilePicture, sharePicture} from './curve_pictures.mjs';

const kMostBars = 60;

const saturationText = (curve) => (curve.saturatedFrom === null ? 'none found'
  : `stable up to ${plainText(curve.stableUpTo)}, saturated from ${curve.saturatedFrom}`);

const boundsText = ({bounds}) => Object.entries(bounds).filter(([, bound]) => typeof bound === 'number')
  .map(([name, bound]) => `${name} ${digits(bound)}`).join(', ');

const configLines = (config, keys) => keys.map((key) => [key, plainText(config[key])]);

const headOfOne = (curve) => section('Saturation', [
  facts([
    {name: 'traffic', value: curve.title},
    {name: 'saturation', value: saturationText(curve), remark: `mean latency beyond ${curve.saturation} times zero load`},
    {name: 'zero load', value: digits(curve.zeroLoad), remark: 'cycles, in theory'},
    {name: 'bounds', value: boundsText(curve), remark: 'flits per node and cycle'},
  ]),
  details('Configuration', configLines(curve.config, Object.keys(curve.config))),
]);

// A row for every curve, with the keys that are not the same in all.
function headOfSeveral(curves, keys, data) {
  const all = [...new Set(curves.flatMap(({config}) => Object.keys(config)))];
  const isSame = (key) => curves.every(({config}) => config[key] === curves[0].config[key]);
  const varied = all.filter((key) => !isSame(key));
  data.curves = curves.map((curve) => ({
    curve: curve.name, traffic: curve.title, stable: curve.stableUpTo,
    saturated: curve.saturatedFrom ?? 'none found', zero: shortened(curve.zeroLoad), bounds: boundsText(curve),
    ...Object.fromEntries(varied.map((key) => [`config ${key}`, textOrNone(curve.config[key])])),
    ...keyFields(keys, curve.config),
  }));
  const titles = {
    curve: 'curve', stable: 'stable up to', saturated: 'saturated from', zero: 'zero load, cycles', bounds: 'bounds',
    traffic: 'traffic', ...Object.fromEntries(varied.map((key) => [`config ${key}`, key])),
  };
  const saturations = [...new Set(curves.map(({saturation}) => saturation))].join(' or ');
  return section('Saturation', [
    text('Rates and bounds in flits per node and cycle. A curve saturates where its mean latency is beyond '
      + `${saturations} times that without load, or does not settle.`),
    table('Saturation', 'curves', columnsOf(titles)),
    details('What all curves have in common', configLines(curves[0].config, all.filter(isSame))),
  ]);
}

// In at most so many bars of equal width.
export function histogramBars(histogram) {
  if (histogram.length === 0) return [];
  const [first] = histogram[0];
  const width = Math.floor((histogram.at(-1)[0] - first) / kMostBars) + 1;
  const bars = new Map();
  for (const [cycles, packets] of histogram) {
    const bar = Math.floor((cycles - first) / width);
    bars.set(bar, (bars.get(bar) ?? 0) + packets);
  }
  return [...bars].map(([bar, packets]) => ({low: first + bar * width, high: first + (bar + 1) * width, packets}));
}

const histogramSpec = (bars, marks) => ({
  description: 'Histogram of latency', width: 'container', height: 220,
  layer: [
    {
      data: {name: bars}, mark: {type: 'bar', color: '#4477aa', stroke: 'white', strokeWidth: 0.5},
      encoding: {
        x: {
          field: 'low', type: 'quantitative', title: 'latency, cycles', scale: {nice: false, zero: false},
          bin: {binned: true}, axis: {tickMinStep: 1, format: 'd', grid: false},
        },
        x2: {field: 'high'},
        y: {field: 'packets', type: 'quantitative', title: 'packets', axis: {tickMinStep: 1, tickCount: 5}},
        tooltip: [{field: 'low', title: 'from, cycles'}, {field: 'high', title: 'below, cycles'}, {field: 'packets'}],
      },
    },
    {
      data: {name: marks}, mark: {type: 'rule', strokeWidth: 2},
      encoding: {
        x: {field: 'cycles', type: 'quantitative'},
        strokeDash: {
          field: 'name', type: 'nominal', title: null, sort: null,
          scale: {domain: ['mean', 'p50', 'p95', 'p99'], range: [[8, 2, 2, 2], [1, 0], [6, 3], [2, 3]]},
          legend: {symbolType: 'stroke', symbolStrokeColor: '#3a4550'},
        },
        tooltip: [{field: 'name'}, {field: 'cycles'}],
      },
    },
  ],
});

const nodeSpec = (name, nodes) => ({
  description: 'Mean latency of the packets of every node', data: {name}, width: 'container', height: 180,
  mark: {type: 'bar', color: '#4477aa', opacity: 0.85},
  encoding: {
    x: {
      field: 'left', type: 'quantitative', title: 'node', bin: {binned: true},
      scale: {domain: [-0.5, nodes - 0.5], nice: false, zero: false}, axis: {format: 'd', tickMinStep: 1, grid: false},
    },
    x2: {field: 'right'},
    y: {field: 'latency', type: 'quantitative', title: 'mean latency, cycles'},
    tooltip: [{field: 'node'}, {field: 'latency', title: 'mean latency of its packets'},
      {field: 'sent', title: 'flits per cycle that arrived'}, {field: 'received', title: 'flits per cycle received'}],
  },
});

function nodeLatencies(result) {
  const cycles = result.measured_to - result.measured_from;
  const rate = (flits) => (cycles > 0 ? rounded(flits / cycles) : null);
  return result.nodes.map((node, i) => ({
    node: i, left: i - 0.5, right: i + 0.5,
    latency: node.sent_packets > 0 ? rounded(node.latency / node.sent_packets) : null,
    sent: rate(node.sent_flits), received: rate(node.received_flits),
  }));
}

// Histogram, links and nodes at a rate to choose, the largest stable one first.
function atOneLoad(curve, number, data, network) {
  const stable = curve.results.filter((result) => !isSaturated(curve, result));
  const first = String(rateOf(stable.at(-1) ?? curve.results[0]));
  const choice = {title: 'offered load', names: curve.results.map((result) => String(rateOf(result))), first};
  const rows = (make) => curve.results.flatMap((result) =>
    make(result).map((row) => ({...row, choice: String(rateOf(result))})));
  const name = (set) => `${number} ${set}`;
  Object.assign(data, {
    [name('bars')]: rows((result) => histogramBars(result.histogram)),
    [name('marks')]: rows(({latency}) =>
      ['mean', 'p50', 'p95', 'p99'].map((mark) => ({name: mark, cycles: numberOrNull(latency[mark])}))),
    [name('by node')]: rows(nodeLatencies),
  });
  const runs = curve.results.map((result) =>
    ({name: String(rateOf(result)), channels: result.channels, cycles: result.completion_cycles}));
  const nodes = Math.max(...curve.results.map((result) => result.nodes.length));
  return [
    heading('Histogram of latency'),
    picture(withChoice(histogramSpec(name('bars'), name('marks')), choice), [name('bars'), name('marks')]),
    ...(network ? [heading('Use of the links'), ...linkBlocks(network, runs, data, `${number} `, choice)] : []),
    heading('Latency by node'),
    picture(withChoice(nodeSpec(name('by node'), nodes), choice), [name('by node')]),
  ];
}

const kColumns = columnsOf({
  curve: 'curve', rate: 'offered', accepted: 'accepted', latency: 'mean latency', low: 'from', high: 'to (95 %)',
  queueing: 'before the network', fairness: 'Jain\'s index', verdict: 'verdict',
});

const pictureSections = (curves) => [
  section('Latency against load', [
    text('Marks are simulated, with 95 % intervals; hollow ones are saturated. Dashed lines are the estimate of queues M/G/1, '
      + 'dotted ones the bounds of throughput. The picture ends at the latency that counts as saturation.'),
    latencyPicture(curves),
  ]),
  section('Accepted against offered load', [acceptedPicture(curves)]),
  section('Percentiles of latency', [percentilePicture(curves)]),
  section('Fairness across nodes', [
    text('What the packets of a node brought to their destinations: the mean of all nodes, and the range from the node with '
      + 'least to the one with most.'),
    sharePicture(curves),
  ]),
];

export function loadPage(inputs) {
  const {curves, keys} = gatherCurves(inputs);
  const several = curves.length > 1;
  const data = curveData(curves, keys);
  const ofEach = (make) => curves.flatMap((curve, i) => {
    const blocks = make(curve, i);
    return several ? [part({curve: curve.name}, blocks)] : blocks;
  });
  const blocks = [
    several ? headOfSeveral(curves, keys, data) : headOfOne(curves[0]),
    ...selectors(keySelectors(keys), 'points'),
    ...pictureSections(curves),
    ...ofEach((curve, i) => [section(several ? `At one load: ${curve.name}` : 'At one load',
      atOneLoad(curve, i, data, inputs.networks?.[curve.network]))]),
    section('Points', [table('Points', 'points', kColumns)]),
  ];
  return {title: 'Latency under load', lead: several ? `${curves.length} configurations` : curves[0].title, data, blocks};
}
