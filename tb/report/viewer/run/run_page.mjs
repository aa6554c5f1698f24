// The pages of one run, and of two side by side.
import {beside, columnsOf, heading, notes, section, table, text} from '../model/blocks.mjs';
import {flatResult} from '../model/flat.mjs';
import {numberOrNull, rounded, shortened, textOrNone} from '../model/texts.mjs';
import {linkBlocks, linkSection} from '../links/link_blocks.mjs';
import {endSection} from './end.mjs';
import {headSection, runFacts, runLead, runTitle} from './head.mjs';
import {latencySection, roundSection, waitSection} from './measures.mjs';
import {spaceTimeSection} from './space_time.mjs';

const useOf = ({result, channels}) => ({channels, cycles: result.completion_cycles});

export function runPage({runs: [run]}) {
  const data = {};
  const {result} = run;
  const blocks = [
    headSection(result), ...(result.deadlock === null ? [] : [endSection(run, data)]),
    ...(run.channels ? [linkSection('Use of the links', run.network, useOf(run), data)] : []),
    ...(run.timeline ? [spaceTimeSection(run, result.completion_cycles, data), ...latencySection(run, data)] : []),
    waitSection(run, data), roundSection(result),
  ];
  return {title: runTitle(result), lead: runLead(run), data, blocks};
}

// Blocks of one of several runs: `scope` is after the titles of sections, and before the names of its sets,
// which are put into `data`.
function scoped(scope, blocks, own, data) {
  const nameIn = (name) => `${scope} ${name}`;
  for (const [name, rows] of Object.entries(own)) data[nameIn(name)] = rows;
  const specIn = (spec) => ({
    ...spec, ...(spec.data && {data: {name: nameIn(spec.data.name)}}), ...(spec.layer && {layer: spec.layer.map(specIn)}),
  });
  const visit = (block) => ({
    ...block,
    ...(block.type === 'section' && {title: `${block.title} · ${scope}`}),
    ...(block.blocks && {blocks: block.blocks.map(visit)}),
    ...(block.spec && {spec: specIn(block.spec)}),
    ...(block.data && {data: Array.isArray(block.data) ? block.data.map(nameIn) : nameIn(block.data)}),
    ...(block.strip && {strip: {...block.strip, spec: specIn(block.strip.spec), data: nameIn(block.strip.data)}}),
  });
  return blocks.map(visit);
}

// Names of either result, in their order, with both values.
function bothValues([a, b]) {
  const [first, second] = [a, b].map(({result}) => new Map(flatResult(result).map((entry) => [entry.name, entry])));
  return [...new Map([...first, ...second]).values()].map(({name, parameter}) =>
    ({name, parameter, a: first.get(name)?.value ?? null, b: second.get(name)?.value ?? null}));
}

function differenceSection(runs, data) {
  const values = bothValues(runs);
  data.keys = values.filter(({parameter, a, b}) => parameter && a !== b)
    .map(({name, a, b}) => ({name, a: a ?? textOrNone(a), b: b ?? textOrNone(b)}));
  const measures = values.filter(({parameter, a, b}) => !parameter && [a, b].some((value) => typeof value === 'number'));
  const differing = measures.filter(({a, b}) => a !== b);
  data.measures = [...differing, ...measures.filter(({a, b}) => a === b)].map(({name, a, b}) => {
    const both = typeof a === 'number' && typeof b === 'number';
    return {
      name, a: numberOrNull(a), b: numberOrNull(b), difference: both ? rounded(b - a) : null,
      ratio: both && a !== 0 ? shortened(b / a) : null,
    };
  });
  return section('What differs', [
    data.keys.length === 0 ? text('Both have the same configuration.')
      : table('Configuration that differs', 'keys', columnsOf({name: 'key', a: 'A', b: 'B'})),
    heading('Measures'),
    table('Measures', 'measures', columnsOf({name: 'measure', a: 'A', b: 'B', difference: 'B − A', ratio: 'B / A'})),
  ]);
}

const channelsText = ({network, channels}) =>
  network.title + channels.map(({from, to, kind}) => ` ${from} ${to} ${kind}`).join();

function linkDifference([a, b], data) {
  if (channelsText(a) !== channelsText(b)) return [];
  const more = {...useOf(b), base: useOf(a)};
  return [section('Use of the links, B − A', [text('Of each run the share of its own time.'),
    ...linkBlocks(a.network, [more], data, 'B − A ')])];
}

export function pairPage({runs}) {
  const data = {};
  const each = (make) => beside(runs.map((run, i) => {
    const own = {};
    return scoped('AB'[i], [make(run, own)].flat(), own, data);
  }));
  const span = Math.max(...runs.map(({result}) => result.completion_cycles));
  const stuck = runs.some(({result}) => result.deadlock !== null);
  const blocks = [
    each((run) => section('Result', [text(runLead(run)), runFacts(run.result), notes(run.result.notes)])),
    differenceSection(runs, data),
    ...(stuck ? [each(endSection)] : []),
    each((run, own) => linkSection('Use of the links', run.network, useOf(run), own)),
    ...linkDifference(runs, data),
    each((run, own) => spaceTimeSection(run, span, own)), each(latencySection), each(waitSection),
  ];
  const [a, b] = runs.map(({result}) => runTitle(result));
  return {
    title: a === b ? `${a}, two runs` : `${a} and ${b}`, lead: `A is ${runs[0].name}, B is ${runs[1].name}`, data, blocks,
  };
}
