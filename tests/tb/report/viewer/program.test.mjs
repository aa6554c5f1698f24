import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';
import {programPage} from '../../../../tb/report/viewer/program/program_page.mjs';
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
  assert.deepEqual([0, 199, 200, 239].map((i) => data.working[i].ranks), [1, 1, 0, 0]);
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
