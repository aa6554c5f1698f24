import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';
import {gatherCurves} from '../../../../tb/report/viewer/load/curves.mjs';
import {histogramBars, loadPage} from '../../../../tb/report/viewer/load/load_page.mjs';
import {loadResult} from './results.mjs';

const entry = (name, result) => ({name, result, network: 0});
const someResults = () => [
  entry('a', loadResult(0.4, 30, {'router.vcs': 1})), entry('b', loadResult(0.1, 6, {'router.vcs': 1})),
  entry('c', loadResult(0.2, 8, {'router.vcs': 1})), entry('d', loadResult(0.1, 7, {'router.vcs': 2})),
];
const column = (rows, field) => rows.map((row) => row[field]);

test('results that differ in the rate alone are a curve', () => {
  const {curves} = gatherCurves({results: someResults()});
  assert.deepEqual(curves.map(({results}) => results.map(({config}) => config['load.rate'])), [[0.1, 0.2, 0.4], [0.1]]);
});

// 30 cycles are more than 4 times 5.
test('a curve is saturated by its verdict or its latency', () => {
  const [first, second] = gatherCurves({results: someResults()}).curves;
  assert.deepEqual([first.stableUpTo, first.saturatedFrom], [0.2, 0.4]);
  assert.equal(second.saturatedFrom, null);
  const [other] = gatherCurves({results: [entry('a', loadResult(0.1, 6, {}, 'yes'))]}).curves;
  assert.deepEqual([other.stableUpTo, other.saturatedFrom], [0, 0.1]);
});

// Of two folders whose curves have the same names, since only the pattern given with --load.pattern differs.
test('curves are named by what differs among those on the page', () => {
  const of = (pattern, routing, rate) => entry(`${pattern} ${routing}`,
    loadResult(rate, 6, {'load.pattern': pattern, 'router.routing': routing, 'router.buffer_flits': routing.length}));
  const listed = ['transpose', 'uniform'].flatMap((pattern) => ['ascending', 'ugal'].map((routing) => ({
    name: `mesh.ini: router.routing = ${routing}`, title: pattern, bounds: {}, zero_load: 5, points: [`${pattern} ${routing}`],
    saturation: {beyond_zero_load: 4, stable_up_to: null, saturated_from: null},
  })));
  const results = ['transpose', 'uniform'].flatMap((pattern) => ['ascending', 'ugal'].map((routing) => of(pattern, routing, 0.1)));
  const {curves} = gatherCurves({listed, results});
  assert.deepEqual(curves.map(({name}) => name),
    ['transpose, ascending', 'transpose, ugal', 'uniform, ascending', 'uniform, ugal']);
  assert.deepEqual(curves.map(({results: points}) => points.length), [1, 1, 1, 1]);
  const numbers = gatherCurves({results: someResults()}).curves;
  assert.deepEqual(numbers.map(({name}) => name), ['vcs = 1', 'vcs = 2']);
});

test('networks are named even where other keys would tell curves apart', () => {
  const of = (kind, vcs) => entry(kind, loadResult(0.1, 6, {'topology.kind': kind, 'router.vcs': vcs}));
  const {curves} = gatherCurves({results: [of('mesh', 4), of('torus', 2), of('mesh', 1)]});
  assert.deepEqual(curves.map(({name}) => name), ['mesh, vcs = 4', 'torus, vcs = 2', 'mesh, vcs = 1']);
});

test('a configuration in two folders is one curve, with a point once', () => {
  const listed = (points, from) => ({
    title: 't', bounds: {}, zero_load: 5, points, saturation: {beyond_zero_load: 4, stable_up_to: 0.1, saturated_from: from},
  });
  const results = [entry('a', loadResult(0.1, 6)), entry('b', loadResult(0.2, 30)), entry('a', loadResult(0.1, 6))];
  const {curves: [curve, ...others]} = gatherCurves({listed: [listed(['a'], 0.3), listed(['b', 'a'], 0.2)], results});
  assert.equal(others.length, 0);
  assert.deepEqual(curve.results.map(({config}) => config['load.rate']), [0.1, 0.2]);
});

// Nodes with 0.1 and 0.2: Jain's index is 0.3² / (2·0.05) = 0.9.
test('a page has the points of all curves and their fairness', () => {
  const {data} = loadPage({results: someResults()});
  assert.deepEqual(column(data.points, 'rate'), [0.1, 0.2, 0.4, 0.1]);
  assert.deepEqual(column(data.points, 'saturated'), ['no', 'no', 'yes', 'no']);
  const [point] = data.points;
  assert.deepEqual([point.low, point.high, point.accepted_low], [5.5, 6.5, null]);
  assert.deepEqual([point.least, point.greatest, point.fairness], [0.1, 0.2, 0.9]);
  assert.deepEqual(column(data['0 bars'], 'packets'), [3, 2, 1, 3, 2, 1, 3, 2, 1]);
  assert.deepEqual(column(data['1 by node'], 'latency'), [10, 15]);
});

// Buffers that follow from virtual channels are no key of their own.
test('a reader chooses by what tells curves apart', () => {
  const results = someResults().map(({name, result}) => {
    const {'router.vcs': vcs, ...config} = result.config;
    return entry(name, {...result, config: {...config, 'router.buffer_flits': 4 * vcs, 'router.vcs': vcs}});
  });
  const page = layOut(loadPage({results}));
  assert.deepEqual(page.selectors.map(({keys}) => keys),
    [[{field: 'k0', title: 'router.vcs', values: [1, 2]}]]);
  assert.deepEqual(column(page.data.points, 'k0'), [1, 1, 1, 2]);
  assert.equal(page.parts.length, 2);
  assert.deepEqual(layOut(loadPage({results: results.slice(0, 3)})).selectors, []);
});

test('bounds are numbers, equal ones with one label; names and curves are told', () => {
  const of = (name, bounds) => entry(name, {...loadResult(0.4, 6, {'run.seed': name}), theory: {zero_load: 5, estimate: null, bounds}});
  const {data} = loadPage({results: [of('a', {channel: 0.3, injection: 0.4}), of('d', {channel: 0.2, injection: 0.4}),
    of('e', {channel: 0.2, ejection: 0.201, injection: 0.4})]});
  assert.deepEqual(column(data.bounds, 'label'), ['0.2', '0.2', '', '0.3', '0.4', '0.4', '0.4']);
  assert.deepEqual(column(data.bounds, 'names'), ['channel', 'channel', 'ejection', 'channel', 'injection', 'injection', 'injection']);
  assert.deepEqual(column(data.bounds, 'curves').slice(0, 5), ['d; e', 'd; e', 'e', 'a', 'all']);
});

test('pictures end after all rates and bounds that they show', () => {
  const spec = layOut(loadPage({results: someResults()})).pictures[0];
  assert.deepEqual(spec.spec.encoding.x.scale.domain, [0, 0.515]);  // the bound of 0.5, rates up to 0.4
});

test('a histogram has at most sixty bars of equal width', () => {
  assert.deepEqual(histogramBars([]), []);
  assert.deepEqual(histogramBars([[5, 3], [6, 2]]), [{low: 5, high: 6, packets: 3}, {low: 6, high: 7, packets: 2}]);
  const bars = histogramBars(Array.from({length: 200}, (_, i) => [i, 1]));
  assert.equal(bars.length, 50);
  assert.deepEqual(bars[0], {low: 0, high: 4, packets: 4});
});
