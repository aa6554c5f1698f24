import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {inputsOfFiles} from '../../../../tb/report/viewer/files.mjs';
import {layOut, picture, section, selectors, table} from '../../../../tb/report/viewer/model/blocks.mjs';
import {withChoice} from '../../../../tb/report/viewer/model/choice.mjs';
import {digits, orderedValues, rangeText, rounded, shortNames, shortened} from '../../../../tb/report/viewer/model/texts.mjs';
import {unpacked} from '../../../../tb/report/viewer/model/unpack.mjs';
import {buildPage} from '../../../../tb/report/viewer/pages.mjs';
import {loadResult, result} from './results.mjs';

const kViewer = new URL('../../../../tb/report/viewer/', import.meta.url).pathname;
const modules = fs.readdirSync(kViewer, {recursive: true}).filter((name) => name.endsWith('.mjs'))
  .map((name) => ({name, text: fs.readFileSync(path.join(kViewer, name), 'utf8')}));

// They become one script: bundle.cmake.
test('modules can be joined: names are different, imports one line each and from those before', () => {
  const list = fs.readFileSync(path.join(kViewer, 'CMakeLists.txt'), 'utf8').match(/[\w/]+\.mjs/g);
  assert.deepEqual([...list].sort(), modules.map(({name}) => name).sort());
  const names = modules.flatMap(({text}) => [...text.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) +(\w+)/gm)]
    .map((found) => found[1]));
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
  for (const {name, text} of modules) {
    for (const line of text.match(/^import .*$/gm) ?? []) {
      const [, from] = line.match(/^import \{.*\} from '(.*)';$/);
      const place = list.indexOf(path.join(path.dirname(name), from));
      assert.ok(place >= 0 && place < list.indexOf(name), `${name}: ${from}`);
    }
    assert.ok(!/^import .*[^;\n]$/m.test(text), name);
    assert.ok(!text.includes('://'), name);
  }
});

const luminance = (colour) => {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

// Contrast as WCAG 2 has it: 3 to 1 for what is drawn. The lists have what is pale on purpose, grids and
// channels without use, letters on coloured areas, and the middle of differences.
test('colours are seen on a dark page', () => {
  const {dark} = JSON.parse(fs.readFileSync(path.join(kViewer, 'theme.json'), 'utf8'));
  const pale = ['#c9d1db', '#e4e9ef', '#dfe5ec'];
  const letters = ['#10181f'];
  const contrast = (colour) => (luminance(dark[colour] ?? colour) + 0.05) / (luminance(dark.white) + 0.05);
  for (const {name, text} of modules) {
    for (const colour of text.match(/#[0-9a-f]{6}\b/g) ?? []) {
      assert.ok(contrast(colour) >= 3 || pale.includes(colour) || letters.includes(colour), `${name} ${colour} ${contrast(colour)}`);
    }
  }
});

test('packed lists are lists again', () => {
  assert.deepEqual(unpacked({a: {columns: {x: [1, 2], y: [{z: 1}, null]}}, b: [{columns: {}}]}),
    {a: [{x: 1, y: {z: 1}}, {x: 2, y: null}], b: [[]]});
});

test('pictures and tables are numbered together, and pictures have the headings above them', () => {
  const page = layOut({title: '', data: {}, blocks: [
    ...selectors([{field: 'k0'}], 'points'), ...selectors([], 'points'),
    section('One', [picture({}, []), {type: 'heading', text: 'h'}, table('', 'points', []), picture({}, [])]),
  ]});
  assert.deepEqual(page.pictures.map(({id, title}) => [id, title]), [['picture-1', 'One'], ['picture-3', 'One h']]);
  assert.deepEqual([page.tables[0].id, page.selectors.map(({id}) => id)], ['table-2', ['selectors-1']]);
});

test('a choice filters every layer', () => {
  const choice = {title: 'rate', names: ['1', '2'], first: '2'};
  const filter = {filter: 'datum.choice === chosen'};
  const spec = withChoice({layer: [{data: {name: 'a'}}, {transform: [{b: 1}]}]}, choice);
  assert.deepEqual(spec.params[0].bind.options, ['1', '2']);
  assert.deepEqual(spec.layer.map(({transform}) => transform), [[filter], [filter, {b: 1}]]);
  assert.deepEqual(withChoice({data: {name: 'a'}, layer: []}, choice).transform, [filter]);
});

test('values are told as people count', () => {
  assert.deepEqual(orderedValues(['16x2', '4x10', null, '4x4', '4x4']), ['4x4', '4x10', '16x2', null]);
  assert.deepEqual(orderedValues([10, 9]), [9, 10]);
  assert.equal(rangeText([1, 1024, 32, null]), '1 … 1024 (3 values and none)');
  assert.equal(rangeText(['mesh', 'torus']), 'mesh, torus');
  assert.deepEqual(shortNames(['router.delay', 'link.delay', 'run.seed']), ['router.delay', 'link.delay', 'seed']);
  assert.deepEqual([digits(0.142857), digits(1234.56), digits(12345, 3)], ['0.1429', '1235', '12300']);
  assert.deepEqual([rounded(1 / 3), rounded(-2), shortened(34.0952380952), shortened(1234567890)], [0.33333, -2, 34.09524, 1234567890]);
});

const file = (name, schema, json) => ({name, text: JSON.stringify({schema: `flitcast.${schema}/1`, ...json})});

test('an empty page shows the files that it is given', () => {
  const runs = [1, 2].map((flits) => file(`s/results/${flits}.json`, 'result', result({'traffic.message_flits': flits}, flits)));
  const inputs = inputsOfFiles([...runs, {name: 'x.json', text: '{'}, file('other.json', 'schedule', {})]);
  assert.equal(inputs.kind, 'sweep');
  assert.match(buildPage(inputs).lead, /^2 simulated points: traffic.message_flits/);
  assert.equal(inputsOfFiles(runs.slice(0, 1)).kind, 'run');
  const load = [file('l/0a.json', 'load', loadResult(0.1, 6)), file('l/0b.json', 'load', loadResult(0.2, 7))];
  const page = layOut(buildPage(inputsOfFiles(load)));
  assert.equal(page.data.points.length, 2);
  assert.ok(!JSON.stringify(page.blocks).includes('Use of the links'));
  assert.equal(inputsOfFiles([file('choose.json', 'choose', {situations: []}), ...runs]).kind, 'choose');
});

test('files that say nothing together leave the page empty, and it says why', () => {
  assert.match(buildPage(inputsOfFiles([{name: 'a.json', text: '[]'}])).blocks[0].said, /^Nothing here/);
  const both = [file('a.json', 'result', result({}, 1)), file('b.json', 'load', loadResult(0.1, 6))];
  assert.match(inputsOfFiles(both).said, /give either alone/);
  assert.equal(buildPage({kind: 'empty'}).blocks[0].type, 'drop');
});
