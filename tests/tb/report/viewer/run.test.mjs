import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';
import {pairPage, runPage} from '../../../../tb/report/viewer/run/run_page.mjs';
import {lineOfThree} from './results.mjs';

const round = (start, end, waits) =>
  ({start, end, messages: 2, max_hops: 1, max_flits: 4, lockstep: end - start, waits: {contention: waits, credit: 0}, slack: 0});

const runResult = (more = {}) => ({
  config: {
    'topology.kind': 'line', 'topology.dims': '3', 'traffic.algorithm': 'oab-line', 'traffic.message_flits': 4,
    'traffic.sync': 'barrier', 'router.switching': 'wormhole', 'router.ports': 1, 'link.duplex': 'full', 'clock.period': 1,
  },
  completion_cycles: 40, predicted_cycles: 36, predicted_terms: {t_s: 1, t_d: 2, mu_t_m: 3}, excess_cycles: 4,
  excess_split: {contention: 5, credit: 0, slack: 1}, lower_bound_cycles: 20, critical_path_cycles: 40,
  latency: {min: 5, max: 20, mean: 10.5, p50: 9, p95: 18, p99: 20}, rounds: 2, messages: 4, flits: 16,
  model: {t_s: 0, t_d: 1, t_m: 1}, data_check: 'passed', notes: ['a note'], deadlock: null,
  links: {blocked_cycles: 5, waits: {contention: 5, credit: 0}}, per_round: [round(0, 20, 5), round(20, 40, 0)], ...more,
});

const channel = (from, to, kind, flits, busy, waits) => ({from, to, kind, flits, busy_cycles: busy, waits});
const bar = (node, start, end) => ({node, last_node: node, round: 0, start, end, deliveries: 1, to: 1});
const runOf = (result = runResult()) => ({
  name: 'r.json', result, operation: 'broadcast', network: lineOfThree,
  channels: [channel(0, 1, 'link', 10, 20, 1), channel(1, 0, 'link', 0, 0, 0), channel(1, 2, 'link', 5, 10, 0),
    channel(2, 1, 'link', 0, 0, 0), channel(0, 0, 'receive', 4, 4, 0), channel(0, 0, 'receive', 8, 8, 3)],
  timeline: {
    deliveries: 4, joined_nodes: 1, joined_rounds: 1, listeners: false, receives: [], sends: [bar(0, 0, 20), bar(1, 20, 40)],
    activity: [{from: 0, to: 1, nodes: 1}], latencies: [{low: 4.5, high: 5.5, from: 5, to: 5, deliveries: 4}],
  },
});
const wordsOf = (page) => JSON.stringify(page.blocks);

test('every channel of a line has its use', () => {
  const page = layOut(runPage({runs: [runOf()]}));
  assert.match(wordsOf(page),
    /Busiest: 0 → 1, in use for 50.0 % of the 40 cycles. Mean of all 4 channels: 18.8 %./);
  assert.deepEqual(page.data.links.map(({use, x2}) => [use, x2]), [[0.5, 0.5], [0, 0.5], [0.25, 1.5], [0, 1.5]]);
  assert.deepEqual(page.data.nodes.map((node) => node.port_use), [0.15, null, null]);  // 12 of two ports' 80
  assert.deepEqual(page.data.nodes.map(({waits}) => waits), [3, null, null]);
});

test('joined channels show the busiest', () => {
  const network = {title: 'hypercube 10', processors: 1024, matrix: {
    rows: ['0'], columns: 1024, row_title: 'dimension', column_title: 'node', cells: [[0, 4, 7]],
    channels: {from: [4, 6], to: [5, 7], cell: [0, 0]},
  }};
  const channels = [channel(4, 5, 'link', 7, 30, 1), channel(6, 7, 'link', 3, 10, 2)];
  const {data} = runPage({runs: [{...runOf(runResult({completion_cycles: 100})), network, channels}]});
  const [{name, row, from, to, use, mean, flits, waits}] = data.links;
  assert.deepEqual([name, row, from, to], ['2 channels', '0', 3.5, 7.5]);
  assert.deepEqual([use, mean, flits, waits], [0.3, 0.2, 10, 3]);
});

test('what all links are used alike is not at the end of the scale', () => {
  const even = {...runOf(), channels: [channel(0, 1, 'link', 5, 5, 0), channel(1, 0, 'link', 5, 5, 0)]};
  const [use] = layOut(runPage({runs: [even]})).pictures;
  assert.equal(use.spec.params.find(({name}) => name === 'link_top').expr, 'whole ? 1 : 0.25');
});

test('the head says what a run came to', () => {
  const page = runPage({runs: [runOf()]});
  assert.equal(page.title, 'oab-line on line 3');
  assert.equal(page.lead, 'Broadcast, messages of 4 flits; wormhole, 1 port');
  const {list} = page.blocks[0].blocks[0];
  const remark = (name) => list.find((fact) => fact.name === name).remark;
  assert.equal(remark('predicted'), '1·t_s + 2·t_d + 3·μ·t_m');
  assert.equal(remark('excess'), '5 for contention, less 1 of slack');
  assert.equal(remark('lower bound'), 'the run took 2 times as long');
  assert.equal(remark('completion'), '40 ns');
  const other = runPage({runs: [runOf(runResult({excess_cycles: 7}))]}).blocks[0].blocks[0].list;
  assert.match(other.find(({name}) => name === 'excess').remark, /3 that no wait explains/);
});

test('a file of a schedule is named without its folder', () => {
  const result = runResult();
  result.config['traffic.schedule'] = 'a/b/x.json';
  const page = runPage({runs: [runOf(result)]});
  assert.equal(page.title, 'x.json on line 3');
  assert.match(page.lead, /^Schedule of x.json, /);
});

test('a graph is named by its file, and how the run was played is told', () => {
  const result = runResult();
  Object.assign(result.config, {
    'topology.kind': 'graph', 'topology.file': '/nets/ours.txt', 'traffic.variant': 'standard', 'traffic.sync': 'dataflow',
    'link.duplex': 'half', 'router.ports': 'all', 'clock.period': 50,
  });
  const page = runPage({runs: [runOf(result)]});
  assert.equal(page.title, 'oab-line on graph ours.txt');
  assert.equal(page.lead, 'Broadcast (standard), messages of 4 flits; wormhole, all ports, dataflow, half duplex');
  assert.equal(factOf(result, 'completion').remark, '2 µs');
});

const factOf = (result, name) => runPage({runs: [runOf(result)]}).blocks[0].blocks[0].list.find((fact) => fact.name === name);

test('expectations, checks and runs that gave up are told', () => {
  const result = runResult({expectations: [{key: 'rounds', expected: '7', measured: 7, met: true},
    {key: 'latency.p95', expected: '<= 38', measured: 40, met: false}]});
  assert.deepEqual(factOf(result, 'expected rounds'), {name: 'expected rounds', value: 'met', remark: '7', tone: 'good'});
  assert.equal(factOf(result, 'expected latency.p95').value, 'not met: 40');
  assert.equal(factOf(result, 'data check').tone, 'good');
  const gaveUp = runResult({deadlock: {reason: 'max_cycles', round: 1}, excess_cycles: null, predicted_terms: null});
  assert.equal(factOf(gaveUp, 'gave up after').tone, 'bad');
  assert.equal(factOf(gaveUp, 'excess').value, '–');
  assert.equal(factOf(gaveUp, 'lower bound').remark, '');
  assert.equal(factOf(gaveUp, 'predicted').remark, 'link by link, since links differ');
  assert.equal(factOf(runResult({latency: {max: 0, min: 0, mean: 0}}), 'latency of a message').value, '–');
  const counted = runResult({excess_split: {contention: 500, credit: 12, slack: 0}, excess_cycles: 20});
  assert.equal(factOf(counted, 'excess').remark,
    '500 for contention, 12 for credit, less 492 that the closed form has counted');
});

test('a stuck run says who waits for whom, and where', () => {
  const worm = (message, holds, wants) => ({message, src: 0, dst: [2], router: 1, holds, wants, reason: 'busy', waits_for: null});
  const deadlock = {
    reason: 'no_progress', round: 1, last_progress: 30, verdict: 40, cycle: [7, 8],
    worms: [worm(7, [{from: 0, to: 1}], {from: 1, to: 2}), worm(8, [], {receive: 2})],
  };
  const page = layOut(runPage({runs: [runOf(runResult({deadlock, excess_cycles: null, excess_split: null, predicted_cycles: null}))]}));
  assert.match(wordsOf(page), /Messages that wait for each other: 7 → 8 → 7\./);
  assert.deepEqual(page.data['worm channels'].map(({channel: name, part}) => [name, part]),
    [['0 → 1', 'holds'], ['1 → 2', 'wants'], ['receive port of 2', 'wants']]);
  assert.deepEqual(page.data.stuck.map(({node, part}) => [node, part]), [[0, 'tail'], [1, 'header'], [1, 'header']]);
  assert.equal(page.data.worms[1].wants, 'a receive port of 2');
});

test('waits are said to be none only where there are none', () => {
  const without = runResult({links: {blocked_cycles: 0, waits: {contention: 0, credit: 0}}, per_round: [round(0, 40, 0)]});
  assert.match(wordsOf(runPage({runs: [runOf(without)]})), /No flit waited/);
  const others = {...without, per_round: [round(0, 40, 9)]};
  const words = wordsOf(runPage({runs: [runOf(others)]}));
  assert.doesNotMatch(words, /No flit waited/);
  assert.match(words, /What the last message of every round had waited/);
});

test('a result alone is shown without its logs', () => {
  const page = layOut(runPage({runs: [{result: runResult()}]}));
  assert.deepEqual(page.blocks.map(({title}) => title), ['Result', 'Waits by cause', 'Rounds']);
});

test('two runs have sets of their own, and what differs', () => {
  const longer = runResult({completion_cycles: 80});
  longer.config = {...longer.config, 'traffic.message_flits': 8};
  const page = layOut(pairPage({runs: [runOf(), {...runOf(longer), name: 's.json'}]}));
  assert.equal(page.title, 'oab-line on line 3, two runs');
  assert.equal(page.lead, 'A is r.json, B is s.json');
  assert.deepEqual(page.data.keys, [{name: 'traffic.message_flits', a: 4, b: 8}]);
  const [first] = page.data.measures;
  assert.deepEqual(first, {name: 'completion_cycles', a: 40, b: 80, difference: 40, ratio: 2});
  assert.deepEqual(page.data['B − A links'].map(({use}) => use), [-0.25, 0, -0.125, 0]);
  for (const {spec, data, strip} of page.pictures) {
    for (const name of [...data, ...(strip ? [strip.data] : [])]) assert.ok(name in page.data, name);
    for (const layer of spec.layer ?? [spec]) assert.ok(!layer.data || data.includes(layer.data.name));
  }
  assert.deepEqual(page.pictures.filter(({strip}) => strip).map(({strip}) => strip.span), [[0, 80], [0, 80]]);
});

test('of two networks there is no difference of links', () => {
  const other = {...runOf(), network: {...lineOfThree, title: 'ring 3'}};
  assert.ok(!('B − A links' in pairPage({runs: [runOf(), other]}).data));
});
