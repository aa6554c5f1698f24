import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';
import {tableOfResults} from '../../../../tb/report/viewer/model/collect.mjs';
import {chooseAxes} from '../../../../tb/report/viewer/sweep/axes.mjs';
import {paretoFronts} from '../../../../tb/report/viewer/sweep/area.mjs';
import {colorEncoding, shapeEncoding, xEncoding, yEncoding} from '../../../../tb/report/viewer/sweep/encodings.mjs';
import {galleryPage} from '../../../../tb/report/viewer/sweep/gallery_page.mjs';
import {sweepPage} from '../../../../tb/report/viewer/sweep/sweep_page.mjs';
import {findColumn, readTable} from '../../../../tb/report/viewer/sweep/table.mjs';
import {SweepView} from '../../../../tb/report/viewer/sweep/view.mjs';
import {crossed, named, result} from './results.mjs';

const tableOf = (configs) => readTable(tableOfResults(named(configs)));
const viewOf = (points, axes) => {
  const table = readTable(tableOfResults(points));
  return new SweepView(table, chooseAxes(table, axes));
};

// Names of the axes: "x y color facet rest…".
function axesOf(configs, wanted) {
  const {x, y, color, facet, rest} = chooseAxes(tableOf(configs), wanted);
  return [x, y, color, facet ?? {name: '-'}, ...rest].map(({name}) => name).join(' ');
}

test('axes are chosen from what varies', () => {
  const algorithms = {'traffic.algorithm': ['a', 'b']};
  assert.equal(axesOf(crossed({...algorithms, 'traffic.message_flits': [1, 2, 4]})),
    'traffic.message_flits completion_cycles traffic.algorithm -');
  assert.equal(axesOf(crossed({'router.delay': [0, 1, 2], 'traffic.message_flits': [1, 2], ...algorithms, 'link.duplex': ['full', 'half']})),
    'router.delay completion_cycles traffic.algorithm traffic.message_flits link.duplex');
  assert.equal(axesOf(crossed({'topology.dims': ['4x4', '8x8'], ...algorithms})),
    'topology.dims completion_cycles traffic.algorithm -');
  assert.equal(axesOf(crossed(algorithms)), 'traffic.algorithm completion_cycles traffic.algorithm -');
  assert.equal(axesOf([{}]), 'point completion_cycles traffic.algorithm -');
});

// Buffers follow from algorithm and size; dims go with sizes.
test('parameters that follow from others are no axes unless asked for', () => {
  const configs = [1, 2, 3].flatMap((flits) => ['a', 'b'].map((algorithm) => ({
    'traffic.message_flits': flits, 'topology.dims': String(2 * flits), 'traffic.algorithm': algorithm,
    'router.buffer_flits': 10 * flits + (algorithm === 'a' ? 1 : 0), 'router.switching': algorithm === 'a' ? 'wormhole' : 'cut_through',
  })));
  assert.equal(axesOf(configs), 'traffic.message_flits completion_cycles traffic.algorithm -');
  assert.equal(axesOf(configs, {x: 'topology.dims'}), 'topology.dims completion_cycles traffic.algorithm -');
});

test('a seed is across only where there is nothing else', () => {
  assert.equal(axesOf(crossed({'run.seed': [1, 2, 3, 4], 'router.delay': [0, 1]})), 'router.delay completion_cycles run.seed -');
  assert.equal(axesOf(crossed({'run.seed': [1, 2, 3, 4]})), 'run.seed completion_cycles traffic.algorithm -');
});

test('two columns taken together have a colour for each pair', () => {
  const table = tableOf(crossed({'traffic.algorithm': ['a', 'b'], 'router.ports': [1, 'all'], 'traffic.message_flits': [1, 4]}));
  const axes = chooseAxes(table, {x: 'traffic.message_flits', color: ['traffic.algorithm', 'router.ports']});
  assert.equal(axes.facet, undefined);
  assert.deepEqual(axes.rest, []);
  assert.deepEqual(colorEncoding(axes.color).scale.domain, ['a, 1', 'a, all', 'b, 1', 'b, all']);
  const numbers = tableOf(crossed({'router.delay': [1, 2], 'link.delay': [3]}));
  const {color} = chooseAxes(numbers, {color: ['router.delay', 'link.delay']});
  assert.deepEqual(color.values, ['router.delay = 1, link.delay = 3', 'router.delay = 2, link.delay = 3']);
});

test('whole numbers in texts are numbers, and what a stuck run measured is nothing', () => {
  assert.ok(findColumn(tableOf(crossed({'topology.dims': ['4', '10']})), 'topology.dims').numeric);
  assert.ok(!findColumn(tableOf(crossed({'topology.dims': ['4x4', '10']})), 'topology.dims').numeric);
  const stuck = result({}, 10, {deadlock: {reason: 'no_progress'}, rounds: 5});
  const table = readTable(tableOfResults([{name: 'p', result: stuck}]));
  assert.equal(table.stuck, 1);
  for (const name of ['completion_cycles', 'latency.p95', 'rounds']) assert.deepEqual(findColumn(table, name).values, [null]);
  assert.deepEqual(findColumn(table, 'predicted_cycles').values, [9]);
});

test('numbers on axes are logarithmic where they spread, by two where all are powers of it', () => {
  const table = tableOf(crossed({'traffic.message_flits': [1, 4, 16], 'router.delay': [1, 2]}));
  const x = xEncoding(findColumn(table, 'traffic.message_flits'));
  assert.deepEqual([x.scale.type, x.scale.base, x.axis.values], ['log', 2, [1, 4, 16]]);
  assert.equal(xEncoding(findColumn(table, 'router.delay')).scale.zero, false);
  assert.equal(xEncoding(findColumn(tableOf(crossed({'router.delay': [1, 10]})), 'router.delay')).scale.base, 10);
  assert.equal(yEncoding(findColumn(table, 'completion_cycles')).scale, undefined);
});

test('names have shapes and colours of the colour-blind, numbers ordered colours', () => {
  const table = tableOf(crossed({'traffic.algorithm': ['a', 'b', 'c'], 'router.delay': [1, 2, 3]}));
  const algorithm = findColumn(table, 'traffic.algorithm');
  assert.deepEqual(colorEncoding(algorithm).scale.domain, ['a', 'b', 'c']);
  assert.equal(shapeEncoding(algorithm).field, algorithm.field);
  const delay = findColumn(table, 'router.delay');
  assert.deepEqual(colorEncoding(delay).scale.range, ['#440154', '#2a788e', '#bddf26']);
  assert.deepEqual(shapeEncoding(delay), {value: 'circle'});
});

// The series of each delay by themselves: b is lower before 2 flits without delay, and never with one.
const twoDelays = () => [0, 1].flatMap((delay) => ['a', 'b'].flatMap((algorithm) => [1, 4].map((flits) => {
  const cycles = algorithm === 'a' ? 20 : flits === 4 ? 40 : delay === 0 ? 10 : 30;
  return {name: 'p', result: result({'traffic.algorithm': algorithm, 'router.delay': delay, 'traffic.message_flits': flits}, cycles)};
})));

test('crossovers are within what else is equal', () => {
  const view = viewOf(twoDelays(), {x: 'traffic.message_flits', color: 'traffic.algorithm', facet: 'router.delay'});
  assert.deepEqual(view.crossovers(1), []);
  const [found, ...others] = view.crossovers(0);
  assert.equal(others.length, 0);
  assert.deepEqual([found.x, found.before.name, found.after.name], [2, 'b', 'a']);
  assert.ok(Math.abs(found.y - 20) < 1e-9);
});

test('series are named in full, and those that coincide are told', () => {
  const table = readTable(tableOfResults(twoDelays()));
  const axes = chooseAxes(table, {x: 'traffic.message_flits', color: 'traffic.algorithm'});
  const view = new SweepView(table, {...axes, facet: undefined, rest: [axes.facet]});
  assert.deepEqual(view.crossovers().map(({before}) => before.name), ['b (delay = 0)']);
  assert.deepEqual(view.coinciding(view.y), [['a (delay = 0)', 'a (delay = 1)']]);
});

test('points that no line shows are alone', () => {
  const view = viewOf(named(crossed({'traffic.algorithm': ['a', 'b'], 'traffic.message_flits': [1, 2]}).slice(0, 3)), {});
  assert.deepEqual(view.alone(), [2]);
});

test('a page of a sweep has all its parts', () => {
  const table = tableOfResults(named(crossed({'traffic.algorithm': ['a', 'b'], 'traffic.message_flits': [1, 4, 16]})));
  const page = layOut(sweepPage({table, left_out: {without_result: 2, predicted: 0, step: 3}}));
  assert.equal(page.title, 'completion_cycles against traffic.message_flits');
  assert.match(page.lead, /^6 simulated points: traffic.message_flits 1 … 16 \(3 values\); traffic.algorithm a, b$/);
  assert.deepEqual(page.blocks.map(({title}) => title), ['Sweep', 'Show', 'Simulation and theory', 'Another measure', 'Points']);
  assert.match(JSON.stringify(page.blocks[0]), /without a result.*one in 3 is shown/);
  const {variants} = page.pictures.at(-1);
  assert.equal(variants.names.length, variants.specs.length);
});

// Times and areas of six points: 2 is beaten by 1, which is as fast and smaller; 4 equals 3; 5 is beaten by 3.
test('a front has the points that no other one beats', () => {
  assert.deepEqual(paretoFronts([1, 2, 3, 3, 3, 4], [9, 7, 7, 5, 5, 6], Array(6).fill('')), [[0, 1, 3, 4]]);
  assert.deepEqual(paretoFronts([1, null, 2], [null, 1, 3], ['', '', '']), [[2]]);
  assert.deepEqual(paretoFronts([1, 1, 2, 2], [4, 8, 3, 9], ['a', 'b', 'a', 'b']), [[0, 2], [1]]);
});

// Buffers of 1, 2 and 4 flits; area and time as given.
const withAreas = (areas, times) => sweepPage({table: tableOfResults(areas.map((area, i) => ({
  name: `p${i}`, result: result({'router.buffer_flits': 2 ** i}, 10, {
    area: {network_gates: area, period_ns: 2.5, caveat: 'tools; only ratios'}, completion_ns: times[i],
  }),
})))});

test('time against area is drawn where both vary', () => {
  const page = withAreas([100, 200, 300], [30, 20, 25]);
  assert.equal(page.data.front.length, 2);
  assert.ok(page.blocks.some(({title}) => title === 'Time against area'));
  assert.match(JSON.stringify(page.blocks[0]), /Areas and periods of the clock: tools; only ratios\./);
  assert.equal(withAreas([100, 100], [30, 20]).data.front, undefined);
});

test('a gallery has a card for every point', () => {
  const table = tableOfResults(named(crossed({'traffic.algorithm': ['a', 'b'], 'traffic.message_flits': [1, 4, 16]})));
  const rounds = Array(6).fill([{first: 0, last: 0, start: 0, end: 9, waited: 0}]);
  const page = layOut(galleryPage({table, rounds}));
  assert.equal(page.cards[0].blocks.length, 6);
  assert.equal(page.data['rounds 5'][0].end, 9);
  assert.ok(page.pictures.every(({lazy}) => lazy));
});
