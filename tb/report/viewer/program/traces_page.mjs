// The page of several traces of a chip: how far off each is from what was measured.
import {columnsOf, facts, picture, section, table, text} from '../model/blocks.mjs';
import {kColors} from '../model/colors.mjs';
import {quantity} from '../model/specs.mjs';
import {percent} from '../model/texts.mjs';
import {fileName} from '../run/head.mjs';
import {bandRows, kPointAspect, pointSpec} from './measured_pictures.mjs';

const kTraceRowPixels = 20;
const kAlike = 0.01;  // makespans that differ by no more are taken for equal
const kErrors = {makespan: kColors[0], 'wait, median': kColors[4], 'wait, nine of ten': kColors[1]};

const inPercent = (share) => Math.round(1000 * share) / 10;

function traceRow({config, measured}) {
  const name = fileName(config['traffic.program']).replace(/\.json$/, '');
  return {
    name, source: name.includes('_TO_') ? name.slice(0, name.indexOf('_TO_')) : null, measured: measured.cycles,
    here: measured.makespan_cycles, off: inPercent(measured.makespan_error), waits: measured.waits,
    median: inPercent(measured.wait_error_p50), most: inPercent(measured.wait_error_p90),
    order: Math.round(100 * measured.wait_order) / 100,
  };
}

// Of traces from one source, in how many pairs the faster one is so here, too.
function pairsOf(rows) {
  const pairs = rows.flatMap((a, i) => rows.slice(i + 1).map((b) => [a, b])).filter(([a, b]) => a.source !== null
    && a.source === b.source && Math.abs(a.measured - b.measured) > kAlike * Math.min(a.measured, b.measured));
  return {all: pairs.length, right: pairs.filter(([a, b]) => (a.measured - b.measured) * (a.here - b.here) > 0).length};
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

function traceFacts(rows) {
  const off = rows.map((row) => Math.abs(row.off));
  const pairs = pairsOf(rows);
  const share = (value) => percent(value / 100);
  return facts([
    {name: 'traces', value: String(rows.length)},
    {name: 'error of a makespan', value: share(median(off)), remark: `median; ${share(Math.max(...off))} at worst`},
    {
      name: 'error of a wait', value: share(median(rows.map((row) => row.median))),
      remark: `median of a trace; ${share(median(rows.map((row) => row.most)))} in nine of ten`,
    },
    ...(pairs.all > 0
      ? [{name: 'the faster of two', value: `${pairs.right} of ${pairs.all}`, remark: 'from one source, told rightly'}] : []),
  ]);
}

const errorSpec = (rows) => ({
  description: 'Errors of every trace', data: {name: 'errors'}, width: 'container', height: rows.length * kTraceRowPixels,
  mark: {type: 'point', filled: true, size: 60, opacity: 0.85},
  encoding: {
    x: quantity('off', {title: 'error, %'}),
    y: {field: 'name', type: 'nominal', title: null, sort: null, axis: {labelLimit: 240, grid: true}},
    color: {
      field: 'of', type: 'nominal', title: null, sort: null, scale: {domain: Object.keys(kErrors), range: Object.values(kErrors)},
    },
    tooltip: [{field: 'name', title: 'trace'}, {field: 'of', title: 'error of'}, {field: 'off', title: '%'}],
  },
});

export function tracesPage({results}) {
  const traces = results.map(traceRow);
  const errors = traces.flatMap(({name, off, median: middle, most}) =>
    Object.keys(kErrors).map((of, i) => ({name, of, off: [off, middle, most][i]})));
  const tips = [{field: 'name', title: 'trace'}, {field: 'measured', title: 'measured, cycles'},
    {field: 'here', title: 'here, cycles'}, {field: 'off', title: 'error, %'}];
  return {
    title: `${traces.length} traces, measured and here`, lead: 'Traces of a chip with two networks',
    data: {traces, errors, bands: bandRows(traces)},
    blocks: [
      section('Makespans', [traceFacts(traces), text('A point is a trace. On the line it takes here what was measured.'),
        picture(pointSpec('traces', traces, 'makespan', tips), ['bands', 'traces'], kPointAspect)]),
      section('Errors of every trace', [
        text('That of the makespan, and those of its single waits: the median, and what nine of ten are within.'),
        picture(errorSpec(traces), ['errors']),
        table('Traces', 'traces', columnsOf({
          name: 'trace', measured: 'measured', here: 'here', off: 'error, %', waits: 'waits', median: 'median, %',
          most: 'nine of ten, %', order: 'order',
        })),
      ]),
    ],
  };
}
