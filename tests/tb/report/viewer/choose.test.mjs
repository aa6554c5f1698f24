import assert from 'node:assert/strict';
import test from 'node:test';
import {choosePage} from '../../../../tb/report/viewer/choose/choose_page.mjs';
import {layOut} from '../../../../tb/report/viewer/model/blocks.mjs';

const end = (flits, cycles) => ({
  message_flits: flits, cycles, lower_bound_cycles: 5, runner_up: 'oab-other', runner_up_cycles: cycles + 1,
});
const region = (sizes, id, outside, first, last) =>
  ({sizes, winners: [{name: id, outside_model: outside, keys: {'traffic.algorithm': id}}], first, last});

const answer = () => ({
  operation: 'broadcast', algorithms: ['oab-a', 'oab-b'], simulated: true, notes: ['a note'], message_flits: [1, 64],
  situations: [
    {
      network: 'line 4', hardware: '1 port', keys: {'topology.kind': 'line', 'router.ports': '1', 'ni.startup': '0'},
      regions: [region('', 'oab-a', '', end(1, 10), end(7, 70)), region('', 'oab-b', 'ports', end(8, 72), end(64, 90))],
    },
    {
      network: 'ring 4', hardware: '1 port', keys: {'topology.kind': 'ring', 'router.ports': '1', 'ni.startup': '9'},
      regions: [region('others', 'oab-a', '', end(1, 10), end(63, 70)),
        region('multiples of 2', 'oab-b', '', end(8, 9), end(64, 60))],
    },
  ],
});
const regionsOf = (given) => choosePage({answer: given}).data.regions;
const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 1e-4, `${value} is not ${wanted}`);

test('regions are drawn between their borders', () => {
  const regions = regionsOf(answer());
  assert.deepEqual(regions.map(({situation}) => situation), ['line 4 · 1 port', 'line 4 · 1 port', 'ring 4 · 1 port · others',
    'ring 4 · 1 port · multiples of 2']);
  assert.deepEqual(regions.map(({label}) => label), ['oab-a', 'oab-b *', 'oab-a', 'oab-b']);
  assert.equal(regions[1].fastest, 'oab-b *ports');
  near(regions[0].to, Math.sqrt(7 * 8));
  assert.equal(regions[0].to, regions[1].from);
  assert.ok(regions[0].from < 1);
  assert.ok(regions[3].from > 4 && regions[3].from < 8);  // not where it cannot be played
  assert.ok(regions.slice(1).every(({to}) => to > 64));
  assert.deepEqual(regions.map(({flits}) => flits), ['1 … 7', '8 … 64', '1 … 63', '8 … 64']);
  assert.equal(regions[0].runner_up_cycles, '11 … 71');
  assert.equal(regions[0].schedule, '–');
  near(regions[0].share, Math.log(Math.sqrt(56) / 0.85) / Math.log(64 * 1.18 / 0.85));
});

test('schedules that are faster than all algorithms are marked', () => {
  const given = answer();
  const [{regions: [faster, slower]}] = given.situations;
  faster.last.schedule = {cycles: 69};
  slower.first.schedule = {cycles: 72};
  const regions = regionsOf(given);
  assert.deepEqual(regions.map(({label}) => label), ['oab-a ↓', 'oab-b *', 'oab-a', 'oab-b']);
  assert.deepEqual(regions.slice(0, 2).map(({schedule}) => schedule), ['– … 69', '72 … –']);
});

// Of the networks one more has both start-up times; duplex is another word for the network.
test('a reader chooses by what varies', () => {
  const three = answer();
  const [first] = three.situations;
  three.situations.push({...first, keys: {...first.keys, 'ni.startup': '9'}});
  for (const {network, keys} of three.situations) keys['link.duplex'] = network === 'line 4' ? 'full' : 'half';
  const page = layOut(choosePage({answer: three}));
  assert.deepEqual(page.selectors[0].keys.map(({title, values}) => [title, values]),
    [['network', ['line 4', 'ring 4']], ['ni.startup', ['0', '9']]]);
  assert.deepEqual(page.data.regions.map(({k1}) => k1), ['0', '0', '9', '9', '9', '9']);
});

test('algorithms that take as long are named', () => {
  const tied = answer();
  tied.situations[0].regions[0].winners.push({name: 'oab-b, raw', outside_model: '', keys: {'traffic.algorithm': 'oab-b'}});
  const [tie] = regionsOf(tied);
  assert.deepEqual([tie.label, tie.fastest], ['oab-a = …', 'oab-a = oab-b, raw']);
});
