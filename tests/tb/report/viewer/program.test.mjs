import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';
import {programPage} from '../../../../tb/report/viewer/program/program_page.mjs';
import {tracesPage} from '../../../../tb/report/viewer/program/traces_page.mjs';
import {lineOfThree} from './results.mjs';

const times = (more) =>
  ({end: 0, compute: 0, startup: 0, sending: 0, delay: 0, under_way: 0, not_sent: 0, channel: 0, idle: 0, ...more});

const inputs = (more = {}) => ({
  result: {
    config: {
      'topology.kind': 'line', 'topology.dims': '3', 'traffic.program': 'there/a.goal', 'router.switching': 'wormhole',
      'router.ports': 1, 'clock.period': 1,
    },
    completion_cycles: 480, predicted_cycles: 480, excess_cycles: 0, operations: 3, messages: 1, flits: 10,
    latency: {min: 60, max: 60, mean: 60}, data_check: 'passed', notes: [], deadlock: null,
    critical_path: {
      compute: 400, memory: 0, delay: 0, startup: 24, hops: 6, serialisation: 10,
      waits: {contention: 30, credit: 0, port: 0, serialisation: 10},
    },
    ranks: [times({end: 460, compute: 400, startup: 20, sending: 40}), times({end: 480, not_sent: 420, under_way: 60}), times({})],
  },
  network: lineOfThree, channels: [{from: 0, to: 1, kind: 'link', flits: 11, busy_cycles: 48, waits: 0}],
  bars: [{rank: 1, deed: 'waits for data', start: 0, end: 480, peer: null, flits: null},
    {rank: 0, deed: 'computes', start: 0, end: 400, peer: null, flits: null}],
  all_bars: 2, messages: [{rank: 0, to: 1, start: 400, end: 480, flits: 10}],
  path: [{rank: 0, to: 0, start: 0, end: 400, deed: 'compute'}, {rank: 0, to: 1, start: 400, end: 480, deed: 'a message goes'}],
  ...more,
});
const wordsOf = (page) => JSON.stringify(page.blocks);

test('the parts of a completion have their shares, the waits among them', () => {
  const {data, title} = programPage(inputs());
  assert.equal(title, 'a.goal on line 3');
  assert.deepEqual(data.parts.map(({part, cycles}) => [part, cycles]), [['compute', 400], ['start-up', 24], ['hops', 6],
    ['serialisation', 10], ['contention', 30], ['shared channels', 10]]);
  assert.equal(data.parts.reduce((sum, {share}) => sum + share, 0), 1);
});

test('what a rank did follows one after the other', () => {
  const {data} = programPage(inputs());
  assert.deepEqual(data.rank_parts.map(({rank, part, from, to}) => [rank, part, from, to]), [[0, 'compute', 0, 400],
    [0, 'start-up', 400, 420], [0, 'sending', 420, 460], [1, 'data under way', 0, 60], [1, 'data not sent', 60, 480]]);
});

test('ranks are at work that do not wait', () => {
  const {data} = programPage(inputs());
  assert.equal(data.working.length, 240);
  assert.deepEqual([0, 199, 200, 239].map((i) => data.working[i].count), [1, 1, 0, 0]);
});

test('a worm that forks is a tree, and its links around a ring are stubs', () => {
  const stop = (node, x, y, links, parent, heard) => ({
    worm: 0, node, x, y, links, parent: parent?.node ?? null, parent_x: parent?.x ?? null, parent_y: parent?.y ?? null, heard,
    flits: 2, start: 5, end: 12,
  });
  const root = stop(3, 3, 0, 0, null, null);
  const around = stop(0, 0, 0, 1, root, null);
  const {data, blocks} = programPage(inputs({trees: [root, around, stop(4, 0, 1, 2, around, 30), stop(1, 1, 0, 2, around, 31)]}));
  assert.deepEqual(data['tree nodes'].map(({name, kind, from, after}) => [name, kind, from, after]),
    [['3', 'source', null, null], ['0', 'on the way', '3', null], ['4', 'hears it', '0', 25], ['1', 'hears it', '0', 26]]);
  assert.deepEqual(data['tree links'].map(({x, y, x2, y2}) => [x, y, x2, y2]),
    [[3, 0, 3.55, 0], [-0.55, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]);
  assert.match(JSON.stringify(blocks), /1: from 3 at 5, 2 flits/);
  assert.doesNotMatch(wordsOf(programPage(inputs())), /Broadcasts/);
});

test('what is not drawn is said', () => {
  assert.doesNotMatch(wordsOf(programPage(inputs())), /too many|longest/);
  const words = wordsOf(programPage(inputs({all_bars: 50_000, messages: []})));
  assert.match(words, /Of 50000 bars the longest 2 are drawn/);
  assert.match(words, /The 1 messages are too many to draw/);
});

test('a run that gave up says what waits, and has no path', () => {
  const {result} = inputs();
  const page = layOut(programPage(inputs({
    result: {...result, excess_cycles: null, critical_path: null, deadlock: {waiting: ['rank 0: operation 1 waits']}}, path: [],
  })));
  assert.match(wordsOf(page), /rank 0: operation 1 waits/);
  assert.equal(page.data.parts, undefined);
});

// A chip of 3 x 2 tiles, whose second network has the nodes 6 to 11.
const waits = [
  {rank: 1, processor: '1-0 A', event: 3, start: 0, end: 100, here_start: 0, here_end: 120, blame: '1>2:30 2:10'},
  {rank: 9, processor: '0-1 B', event: 5, start: 10, end: 60, here_start: 15, here_end: 40, blame: '6>9:7 >9:5'},
  {rank: 1, processor: '1-0 A', event: 7, start: 100, end: 110, here_start: 120, here_end: 130, blame: '1>2:4'},
];
const measured = {
  cycles: 110, makespan_cycles: 130, makespan_error: 0.1818, waits: 3, wait_error_p50: 0.2, wait_error_p90: 0.5, wait_order: 1,
};
const traced = (list) => {
  const {result} = inputs();
  return inputs({
    result: {...result, measured, config: {...result.config, 'topology.kind': 'opposite_tori', 'topology.dims': '3x2'}}, waits: list,
  });
};

test('waits of a trace have their tiles, networks, errors and places', () => {
  const {data} = layOut(programPage(traced(waits)));
  assert.deepEqual(data.waits.map(({tile, network, row, error, place, place_here: here}) => [tile, network, row, error, place, here]),
    [[1, 'NoC 0', 0, 0.2, 1, 1], [3, 'NoC 1', 1, -0.5, 2, 2], [1, 'NoC 0', 0, 0, 3, 3]]);
  assert.deepEqual(data.blamed.map(({name, network, waits: of, cycles}) => [name, network, of, cycles]),
    [['1-0 → 2-0', 'NoC 0', 2, 34], ['send port of 2-0', 'NoC 0', 1, 10], ['0-0 → 0-1', 'NoC 1', 1, 7],
      ['receive port of 0-1', 'NoC 1', 1, 5]]);
  assert.equal(data.waits[0].blame, '1-0 → 2-0 (30), send port of 2-0 (10)');
});

test('the map of a chip has a tile in each network', () => {
  const {data} = programPage(traced(waits));
  assert.equal(data.tiles.length, 12);
  assert.deepEqual(data.tiles.filter(({waits: own}) => own > 0).map(({name, network, x, y, error, measured: mean, blamed}) =>
    [name, network, x, y, error, mean, blamed]), [['1-0', 'NoC 0', 1, 0, 0.18182, 55, 34], ['0-1', 'NoC 1', 4, 1, -0.5, 50, 5]]);
});

test('a trace without waits has its makespan alone', () => {
  assert.match(wordsOf(programPage(traced([]))), /makespan measured/);
  assert.doesNotMatch(wordsOf(programPage(traced([]))), /Links to blame|In time/);
  assert.doesNotMatch(wordsOf(programPage(inputs())), /makespan measured/);
});

test('several traces have their errors, and pairs from one source their order', () => {
  const trace = (name, cycles, here, p50) => ({
    config: {'traffic.program': `there/${name}.json`},
    measured: {...measured, cycles, makespan_cycles: here, makespan_error: here / cycles - 1, wait_error_p50: p50},
  });
  const page = tracesPage({results: [trace('1_TO_2', 100, 110, 0.1), trace('1_TO_3', 200, 190, 0.2), trace('1_TO_4', 300, 180, 0.3),
    trace('1_TO_5', 301, 500, 0.4), trace('2_TO_2', 400, 400, 0.5)]});
  assert.deepEqual(page.data.traces.map(({name, off, median}) => [name, off, median]),
    [['1_TO_2', 10, 10], ['1_TO_3', -5, 20], ['1_TO_4', -40, 30], ['1_TO_5', 66.1, 40], ['2_TO_2', 0, 50]]);
  const {list} = page.blocks[0].blocks[0];
  assert.deepEqual(list.map(({value}) => value), ['5', '10.0 %', '30.0 %', '4 of 5']);  // of 1_TO_4 and 1_TO_5 none is faster
});
