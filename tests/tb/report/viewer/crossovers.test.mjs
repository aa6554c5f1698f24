import assert from 'node:assert/strict';
import test from 'node:test';
import {crossoverLabels, findCrossovers} from '../../../../tb/report/viewer/sweep/crossovers.mjs';

const series = (name, ...points) => ({name, points: points.map(([x, y]) => ({x, y}))});
const both = {x: true, y: true};
const plain = {x: false, y: false};
const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 1e-9, `${value} is not ${wanted}`);

test('lines meet as they are drawn', () => {
  // y = 2 and y = x meet at 2.
  const [at] = findCrossovers([series('flat', [1, 2], [4, 2]), series('steep', [1, 1], [4, 4])], both);
  near(at.x, 2);
  near(at.y, 2);
  assert.deepEqual([at.before.name, at.after.name], ['steep', 'flat']);
  // y = 10 and y = 4 + x meet at x = 6; on logarithms of y or x they meet elsewhere.
  const lines = [series('a', [1, 10], [16, 10]), series('b', [1, 5], [16, 20])];
  near(findCrossovers(lines, plain)[0].x, 6);
  near(findCrossovers(lines, both)[0].x, 4);
  near(findCrossovers(lines, {x: false, y: true})[0].x, 8.5);
  near(findCrossovers(lines, {x: true, y: false})[0].x, Math.cbrt(16));
});

test('all are found, from left to right', () => {
  const found = findCrossovers([series('flat', [1, 10], [2, 10], [4, 10], [8, 10]), series('bent', [1, 5], [2, 20], [4, 20], [8, 5]),
    series('low', [1, 1], [2, 1], [4, 1], [8, 1])], both);
  assert.deepEqual(found.map(({before}) => before.name), ['bent', 'flat']);
  assert.ok(found[0].x < found[1].x);
});

test('series that do not change order have none', () => {
  const a = series('a', [1, 4], [2, 4], [4, 4]);
  for (const other of [series('touches', [1, 5], [2, 4], [4, 5]), series('same', [1, 4], [2, 4], [4, 4]),
    series('begins equal', [1, 4], [2, 5], [4, 5]), series('elsewhere', [3, 1], [5, 9])]) {
    assert.deepEqual(findCrossovers([a, other], both), []);
  }
  assert.deepEqual(findCrossovers([], both), []);
});

test('where series are equal for a while, it is where they first are', () => {
  const [at] = findCrossovers([series('a', [1, 4], [2, 4], [3, 4], [4, 4]), series('b', [1, 3], [2, 4], [3, 4], [4, 5])], both);
  assert.deepEqual([at.x, at.y], [2, 4]);
});

test('sizes count that both have', () => {
  const found = findCrossovers([series('a', [1, 2], [3, 100], [4, 2]), series('b', [1, 1], [2, 50], [4, 4], [9, 1])], both);
  assert.equal(found.length, 1);
  near(found[0].x, 2);
});

test('where x is whole numbers it is the first from which on the other is lower', () => {
  // y = 3x and y = x + 5 meet at 2.5; from 3 on the second is lower, at 8.
  const [between] = findCrossovers([series('steep', [1, 3], [5, 15]), series('flat', [1, 6], [5, 10])], {...plain, wholeX: true});
  near(between.x, 3);
  near(between.y, 8);
  // They meet at 2 itself, on logarithmic axes too, where 2 is not exact.
  const [at] = findCrossovers([series('flat', [1, 2], [6, 2]), series('steep', [1, 1], [6, 6])], {...both, wholeX: true});
  assert.equal(at.x, 2);
  near(at.y, 2);
});

test('marks that are near share a label', () => {
  const found = [[13.3862, 2765], [13.6204, 2778], [13.6211, 2779], [13.7, 9], [30.98, 3858]].map(([x, y]) => ({x, y}));
  assert.deepEqual(crossoverLabels(found, 256, 100), ['13.4, 13.6', '', '', '13.7', '31']);
  assert.deepEqual(crossoverLabels(found, 0, 0), ['13.4', '13.6', '13.6', '13.7', '31']);
});
