// Results as tests need them: a configuration and a few measures.

// Of a schedule on a mesh.
export const result = (config, cycles, more = {}) => ({
  config: {'topology.kind': 'mesh', 'traffic.algorithm': 'aas-mesh-dex', ...config},
  completion_cycles: cycles, predicted_cycles: cycles - 1, lower_bound_cycles: 1,
  latency: {p95: Math.floor(cycles / 2), max: cycles}, links: {waits: {credit: 0}}, excess_split: {credit: 0},
  deadlock: null, ...more,
});

// Every combination of the values of some keys.
export const crossed = (lists) => Object.entries(lists).reduce((configs, [key, values]) =>
  configs.flatMap((config) => values.map((value) => ({...config, [key]: value}))), [{}]);

export const named = (configs) => configs.map((config, i) => ({name: `p${i}`, result: result(config, 100 + i)}));

// Of random traffic on a line of two nodes; one of them gets twice as much through.
export const loadResult = (rate, latency, config = {}, saturated = 'no') => ({
  config: {
    'topology.kind': 'line', 'topology.dims': '2', 'load.pattern': 'uniform', 'load.saturation': 4, 'load.rate': rate, ...config,
  },
  verdict: 'settled', saturated, accepted: {mean: 0.15, half_width: null},
  latency: {mean: latency, half_width: 0.5, queueing: 1, p50: 5, p95: 6, p99: 7},
  theory: {zero_load: 5, estimate: null, bounds: {channel: 0.5, bisection: 0.5, injection: null}},
  measured_from: 100, measured_to: 200, completion_cycles: 250,
  nodes: [{sent_packets: 2, sent_flits: 10, latency: 20, received_flits: 20},
    {sent_packets: 4, sent_flits: 20, latency: 60, received_flits: 10}],
  channels: [{from: 0, to: 1, kind: 'link', flits: 10, busy_cycles: 10, waits: 0},
    {from: 1, to: 0, kind: 'link', flits: 20, busy_cycles: 20, waits: 3}],
  histogram: [[5, 3], [6, 2], [9, 1]],
});

// A line of three nodes, as the program lays it out.
export const lineOfThree = {
  title: 'line 3', processors: 3,
  plane: {
    width: 2, height: 0, around: false, slices: false, x: [0, 1, 2], y: [0, 0, 0], labels: [],
    channels: {from: [0, 1, 1, 2], to: [1, 0, 2, 1], x2: [0.5, 0.5, 1.5, 1.5], y2: [0, 0, 0, 0]},
  },
};
