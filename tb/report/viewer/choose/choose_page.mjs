// The decision map of an answer of `flitcast choose`: a bar for every situation over the message size, a
// colour for every algorithm; and all regions as a table.
import {columnsOf, facts, notes, picture, section, selectors, table, text} from '../model/blocks.mjs';
import {rounded} from '../model/texts.mjs';
import {keyFields, keySelectors, variedKeys} from '../model/varied.mjs';

const kBarHeight = 42;  // pixels, with what is above it
// Of the ends of a region, where a bar ends that has no neighbour there.
const kLeft = 0.85;
const kRight = 1.18;
// Told apart by the colour-blind, as far as they are different, and light enough for dark letters.
const kMapColors = ['#56b4e9', '#e69f00', '#2bb38a', '#f0e442', '#d594bb', '#f0834d', '#8c9eea', '#b3b3b3', '#a6d854',
  '#cf9a6d', '#8dd3c7', '#d9c2f0'];

const span = (first, last) => (String(first) === String(last) ? `${first}` : `${first} … ${last}`);
const border = (before, after) => Math.sqrt(before.last.message_flits * after.first.message_flits);

// Network and keys of a situation.
const thingOf = ({network, keys}) => ({network,
  ...Object.fromEntries(Object.entries(keys).filter(([key]) => !key.startsWith('topology.')))});

// "aas-hc-sex *switching = aas-bruck, radix 2": the forms that win, and what each is not written for.
const winnersOf = ({winners}) =>
  winners.map(({name, outside_model: outside}) => `${name}${outside && ` *${outside}`}`).join(' = ');

const isBeaten = ({schedule, cycles}) => Boolean(schedule) && schedule.cycles < cycles;

function regionRow(situation, region, from, to) {
  const [winner] = region.winners;
  const ends = (what) => span(region.first[what] ?? '–', region.last[what] ?? '–');
  return {
    situation: [situation.network, situation.hardware, region.sizes].filter(Boolean).join(' · '),
    from: rounded(from), to: rounded(to), middle: rounded(Math.sqrt(from * to)), ratio: to / from,
    algorithm: winner.keys['traffic.algorithm'],
    label: `${winner.name}${region.winners.length > 1 ? ' = …' : ''}${winner.outside_model && ' *'}`
      + (isBeaten(region.first) || isBeaten(region.last) ? ' ↓' : ''),
    fastest: winnersOf(region), flits: ends('message_flits'), cycles: ends('cycles'), runner_up: ends('runner_up'),
    runner_up_cycles: ends('runner_up_cycles'), lower_bound: ends('lower_bound_cycles'),
    schedule: span(region.first.schedule?.cycles ?? '–', region.last.schedule?.cycles ?? '–'),
  };
}

// The regions of a situation meet at their borders, where they are of the same sizes.
function situationRows(situation) {
  const {regions} = situation;
  return regions.map((region, i) => {
    const neighbour = (other) => (other?.sizes === region.sizes ? other : undefined);
    const [before, after] = [neighbour(regions[i - 1]), neighbour(regions[i + 1])];
    return regionRow(situation, region,
      before ? border(before, region) : kLeft * region.first.message_flits,
      after ? border(region, after) : kRight * region.last.message_flits);
  });
}

const kTitles = {
  situation: 'on', fastest: 'fastest', flits: 'flits', cycles: 'cycles', runner_up: 'runner-up',
  runner_up_cycles: 'its cycles', lower_bound: 'lower bound', schedule: 'best schedule',
};

// Powers of two; the ends where there are not two of them.
function namedSizes([first, last]) {
  const powers = Array.from({length: 60}, (_, i) => 2 ** i).filter((size) => size > kLeft * first && size < kRight * last);
  return powers.length > 1 ? powers : [first, last];
}

function barLayer(sizes, algorithms) {
  const longest = Math.max(...algorithms.map((id) => id.length));
  return {
    data: {name: 'regions'},
    params: [{name: 'picked', select: {type: 'point', fields: ['algorithm']}, bind: 'legend'}],
    mark: {type: 'rect', stroke: 'white', strokeWidth: 1},
    encoding: {
      x: {
        field: 'from', type: 'quantitative', title: 'message size, flits',
        scale: {type: 'log', base: 2, domain: [kLeft * sizes[0], kRight * sizes[1]], nice: false},
        axis: {values: namedSizes(sizes), format: 'd', grid: false},
      },
      x2: {field: 'to'},
      color: {
        field: 'algorithm', type: 'nominal', title: null, sort: null, scale: {domain: algorithms, range: kMapColors},
        legend: {columns: {expr: `max(1, floor(width / (36 + ${longest} * letter)))`}, symbolType: 'square'},
      },
      opacity: {condition: {param: 'picked', value: 1}, value: 0.15},
      description: {field: 'fastest'},
      tooltip: Object.entries(kTitles).map(([field, title]) => ({field, type: 'nominal', title})),
    },
  };
}

const kLabelLayer = {
  data: {name: 'regions'},
  transform: [{calculate: 'length(datum.label) * letter + 8 < width * datum.share ? datum.label : \'\'', as: 'shown'}],
  mark: {type: 'text', fontSize: 11, clip: true, tooltip: null},
  encoding: {
    x: {field: 'middle', type: 'quantitative'}, text: {field: 'shown', type: 'nominal'}, color: {value: '#10181f'},
  },
};

const kNameLayer = {
  data: {name: 'situations'},
  mark: {type: 'text', align: 'left', dx: 2, dy: -20, tooltip: null},
  encoding: {x: {value: 0}, text: {field: 'situation', type: 'nominal'}},
};

const mapSpec = (sizes, algorithms, rows) => ({
  description: 'The fastest algorithm by situation and message size', width: 'container', height: kBarHeight * rows,
  params: [{name: 'letter', value: 6.4}],
  encoding: {
    y: {
      field: 'situation', type: 'nominal', sort: null, title: null, axis: null,
      scale: {paddingInner: 0.45, paddingOuter: 0.225, align: 1},
    },
  },
  layer: [barLayer(sizes, algorithms), kLabelLayer, kNameLayer],
});

const questionSection = (answer, winners) => section('Question', [
  facts([
    {name: 'situations', value: String(answer.situations.length), remark: 'network and hardware'},
    {name: 'message sizes', value: span(...answer.message_flits), remark: 'flits'},
    {name: 'algorithms', value: String(answer.algorithms.length), remark: `${winners} of them the fastest somewhere`},
    answer.simulated ? {name: 'borders', value: 'simulated', remark: 'between closed forms'}
      : {name: 'borders', value: 'predicted', remark: 'nothing was simulated'},
  ]),
  notes(answer.notes),
]);

export function choosePage({answer}) {
  const {situations, message_flits: sizes} = answer;
  const things = situations.map(thingOf);
  const keys = variedKeys(things);
  const whole = Math.log(kRight * sizes[1] / (kLeft * sizes[0]));
  const regions = situations.flatMap((situation, i) => situationRows(situation).map(({ratio, ...row}) =>
    ({...row, share: rounded(Math.log(ratio) / whole), ...keyFields(keys, things[i])})));
  const rows = new Map(regions.map((row) => [row.situation, row]));
  const algorithms = [...new Set(regions.map(({algorithm}) => algorithm))];
  return {
    title: `${answer.operation}: which algorithm is the fastest`,
    lead: 'A decision map: the fastest algorithm by network, hardware and message size',
    data: {regions, situations: [...rows.values()]},
    blocks: [
      questionSection(answer, algorithms.length),
      ...selectors(keySelectors(keys), 'regions', 'regions'),
      section('Decision map', [
        text('Every bar is a network with its hardware; a colour is the algorithm that takes the fewest cycles there. '
          + '*: played on hardware that it is not written for. = …: others take as long. ↓: a schedule is known that is faster, an algorithm is not. Blank: nothing can be played. '
          + 'A click in the legend picks an algorithm, a double click all.'),
        picture(mapSpec(sizes, algorithms, rows.size), ['regions', 'situations'], {rows: 'situations', wraps: true}),
      ]),
      section('Regions', [table('Regions', 'regions',
        columnsOf({situation: 'on', flits: 'flits', ...kTitles}))]),
    ],
  };
}
