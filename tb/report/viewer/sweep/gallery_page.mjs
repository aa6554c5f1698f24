// A card for every point of a sweep, with its measures and its rounds over time.
import {alarm, cards, facts, heading, part, picture, section, text} from '../model/blocks.mjs';
import {digits, rounded, shortNames, textOrNone} from '../model/texts.mjs';
import {chooseAxes} from './axes.mjs';
import {sweepLead, sweepSelectors} from './sweep_page.mjs';
import {drawnValue, readTable} from './table.mjs';
import {SweepView} from './view.mjs';

const kCardHeight = 96;
const kSorted = ['completion_cycles', 'predicted_cycles', 'excess_cycles', 'lower_bound_cycles', 'latency.mean',
  'links.max_utilization'];

// "aas-hc-dex, message_flits = 16".
function cardTitle(view, point) {
  const names = shortNames(view.varied.map(({name}) => name));
  const words = view.varied.map((column, i) => {
    const value = textOrNone(column.values[point]);
    return column.distinct <= 1 ? '' : column.numeric ? `${names[i]} = ${value}` : value;
  }).filter(Boolean);
  return words.join(', ') || textOrNone(view.table.columns[0].values[point]);
}

function cardFacts(view, point) {
  const [completion, predicted, excess, bound] = ['completion_cycles', 'predicted_cycles', 'excess_cycles', 'lower_bound_cycles']
    .map((name) => view.find(name)?.values[point] ?? null);
  if (completion === null) return [{name: 'completion', value: 'stuck', tone: 'bad'}];
  return [
    {name: 'completion', value: textOrNone(completion), remark: bound > 0 ? `${digits(completion / bound, 3)} × bound` : ''},
    {name: 'predicted', value: textOrNone(predicted)},
    {name: 'excess', value: textOrNone(excess), tone: excess === 0 ? 'good' : ''},
  ];
}

const roundsSpec = (title, data, last) => ({
  description: `Rounds over time of ${title}`, data: {name: data}, width: 'container', height: kCardHeight,
  transform: [{calculate: 'datum.first - 0.42', as: 'top'}, {calculate: 'datum.last + 0.42', as: 'bottom'}],
  mark: {type: 'rect'},
  encoding: {
    x: {field: 'start', type: 'quantitative', title: null, scale: {nice: false}, axis: {tickCount: 4}},
    x2: {field: 'end'},
    y: {
      field: 'top', type: 'quantitative', title: 'round',
      scale: {domain: [-0.5, last + 0.5], nice: false, zero: false, reverse: true},
      axis: {format: 'd', tickMinStep: 1, tickCount: 3, grid: false},
    },
    y2: {field: 'bottom'},
    color: {field: 'waited', type: 'quantitative', legend: null, scale: {domain: [0, 1], range: ['#4477aa', '#ee6677']}},
    tooltip: [{field: 'first', title: 'round'}, {field: 'last', title: 'to round'}, {field: 'start', title: 'from cycle'},
      {field: 'end', title: 'to cycle'}, {field: 'waited', title: 'waited', format: '.1%'}],
  },
});

// `rounds` of a point: {first, last, start, end, waited} each, by bars.
function card(view, point, rounds, data) {
  const [name] = view.table.columns;
  const title = cardTitle(view, point);
  const blocks = [heading(title), facts(cardFacts(view, point))];
  if (rounds.length > 0) {
    const set = `rounds ${point}`;
    data[set] = rounds.map((bar) => ({...bar, waited: rounded(bar.waited)}));
    blocks.push(picture(roundsSpec(title, set, rounds.at(-1).last), [set], {lazy: true}));
  }
  return part({[name.field]: drawnValue(name, name.values[point])}, blocks);
}

export function galleryPage({table: given, axes, left_out: leftOut = {}, rounds}) {
  const points = readTable(given);
  const view = new SweepView(points, chooseAxes(points, axes));
  const data = {points: view.rows(view.points)};
  const measures = kSorted.map((name) => view.find(name)).filter((column) => column && view.isShown(column));
  const columns = [...measures, ...view.varied].map(({field, name}) => ({field, title: name}));
  return {title: `${points.points} results`, lead: sweepLead(view), data, blocks: [
    ...sweepSelectors(view),
    section('Gallery', [
      text('A bar is a round, from the issue of its first message to the arrival of its last tail; the redder, the more of '
        + 'that time the message waited that ended it. Every card has an axis of its own.'),
      ...(leftOut.step > 1 ? [text(`There are too many results: one in ${leftOut.step} is shown.`)] : []),
      ...(leftOut.without_result > 0 ? [alarm(`${leftOut.without_result} points have no result.`)] : []),
      cards('points', columns, view.points.map((point) => card(view, point, rounds[point], data))),
    ]),
  ]};
}
