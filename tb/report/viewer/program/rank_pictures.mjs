// Ranks of a program in space and time, and what they and the critical path spent their cycles on.
import {quantity} from '../model/specs.mjs';

export const kDeeds = {
  'computes': '#4477aa', 'starts up': '#ddaa33', 'sends': '#44aa77', 'delay': '#b5b5c5', 'waits for data': '#d9dee4',
};
const kHalves = {'computes': 0.42, 'starts up': 0.42, 'sends': 0.3, 'delay': 0.3, 'waits for data': 0.12};
const kPathColor = '#b92a1f';
const kRankPixels = 24;

const halfOf = Object.entries(kHalves).map(([deed, half]) => `datum.deed === '${deed}' ? ${half} : `).join('') + '0.3';

const timeTips = [{field: 'start', title: 'from cycle'}, {field: 'end', title: 'to cycle'}];
const wayTips = (what) => [{field: 'rank', title: 'from rank'}, {field: 'to', title: 'to rank'}, ...timeTips, ...what];

const rankBarLayer = {
  data: {name: 'bars'},
  transform: [
    {calculate: 'max(datum.end, datum.start + pixel)', as: 'drawn_end'},
    {calculate: `datum.rank - (${halfOf})`, as: 'top'}, {calculate: `datum.rank + (${halfOf})`, as: 'bottom'},
  ],
  mark: {type: 'rect', clip: true},
  encoding: {
    x2: {field: 'drawn_end'}, y: quantity('top'), y2: {field: 'bottom'},
    color: {
      field: 'deed', type: 'nominal', title: null, legend: {columns: 5, symbolType: 'square'},
      scale: {domain: Object.keys(kDeeds), range: Object.values(kDeeds)},
    },
    tooltip: [{field: 'rank'}, {field: 'deed', title: 'it'}, ...timeTips, {field: 'peer', title: 'to rank'}, {field: 'flits'}],
  },
};

const lineLayer = (name, mark, tooltip) => ({
  data: {name}, mark: {type: 'rule', clip: true, ...mark},
  encoding: {x2: {field: 'end'}, y: quantity('rank'), y2: {field: 'to'}, tooltip},
});

export function rankTimeSpec(ranks, span) {
  return {
    description: 'What every rank did when, and the critical path', width: 'container',
    height: Math.floor(Math.min(Math.max(ranks * kRankPixels, 120), 760)),
    params: [{name: 'window', value: [0, span]}, {name: 'pixel', expr: '(window[1] - window[0]) / max(1, width)'}],
    encoding: {
      x: quantity('start', {title: 'cycle', scale: {domain: [{expr: 'window[0]'}, {expr: 'window[1]'}], nice: false}}),
      y: quantity('rank', {
        title: 'rank', scale: {domain: [-0.5, ranks - 0.5], nice: false, zero: false, reverse: true},
        axis: {format: 'd', tickMinStep: 1, grid: false, minExtent: 40},
      }),
    },
    layer: [
      rankBarLayer,
      lineLayer('messages', {color: '#3a4550', opacity: 0.45, strokeWidth: 1}, wayTips([{field: 'flits'}])),
      lineLayer('path', {color: kPathColor, strokeWidth: 2.5, strokeCap: 'round'},
        wayTips([{field: 'deed', title: 'critical path'}])),
    ],
  };
}

// Over all of the time: rows of atOnce() in the set `name`.
export const countSpec = (name, span, title, description) => ({
  description, data: {name}, width: 'container', height: 44,
  mark: {type: 'rect', color: '#8894a0'},
  encoding: {
    x: quantity('from', {title: null, scale: {domain: [0, span], nice: false}, axis: {grid: false}}), x2: {field: 'to'},
    y: quantity('count', {title, axis: {tickCount: 2, grid: false, minExtent: 40}}), y2: {datum: 0},
    tooltip: [{field: 'from', title: 'from cycle'}, {field: 'to', title: 'to cycle'}, {field: 'count', title: `${title}, mean`}],
  },
});

// Colours of the parts of a completion, and of what ranks do, by their names in results.
const kPartColors = {
  'compute': '#4477aa', 'copies and sums': '#66aacc', 'delay': '#b5b5c5', 'start-up': '#ddaa33', 'hops': '#997700',
  'serialisation': '#44aa77', 'contention': '#ee6677', 'credit': '#aa3377', 'port': '#ee8866', 'shared channels': '#cc99bb',
};
const kRankColors = {
  'compute': '#4477aa', 'start-up': '#ddaa33', 'sending': '#44aa77', 'delay': '#b5b5c5', 'data under way': '#ccd3da',
  'data not sent': '#8894a0', 'room in a channel': '#ee8866', 'idle': '#f3f3f3',
};

const partColor = (colors, columns) => ({
  field: 'part', type: 'nominal', title: null, sort: null, legend: {columns, symbolType: 'square'},
  scale: {domain: Object.keys(colors), range: Object.values(colors)},
});
const partTips = [{field: 'part'}, {field: 'cycles', format: ','}, {field: 'share', format: '.1%'}];

export const pathSpec = (parts) => ({
  description: 'What the completion is made of', data: {name: 'parts'}, width: 'container', height: 36, mark: {type: 'bar'},
  encoding: {
    x: quantity('cycles', {title: 'cycles of the critical path', stack: 'zero', scale: {nice: false}, axis: {grid: false}}),
    order: {field: 'order', type: 'quantitative'}, tooltip: partTips,
    color: partColor(Object.fromEntries(Object.entries(kPartColors).filter(([name]) => parts.some(({part}) => part === name))), 5),
  },
});

export const ranksSpec = (ranks, parts) => ({
  description: 'What every rank did until its end', data: {name: 'rank_parts'}, width: 'container',
  height: Math.floor(Math.min(Math.max(ranks * kRankPixels, 60), 620)),
  transform: [{calculate: 'datum.rank - 0.42', as: 'top'}, {calculate: 'datum.rank + 0.42', as: 'bottom'}],
  mark: {type: 'rect'},
  encoding: {
    x: quantity('from', {title: 'cycles, by what they went to', scale: {nice: false}, axis: {grid: false}}), x2: {field: 'to'},
    y: quantity('top', {
      title: 'rank', scale: {domain: [-0.5, ranks - 0.5], nice: false, zero: false, reverse: true},
      axis: {format: 'd', tickMinStep: 1, grid: false, minExtent: 40},
    }),
    y2: {field: 'bottom'}, tooltip: [{field: 'rank'}, ...partTips],
    color: partColor(Object.fromEntries(Object.entries(kRankColors).filter(([name]) => parts.some(({part}) => part === name))), 4),
  },
});
