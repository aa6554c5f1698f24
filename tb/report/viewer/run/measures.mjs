// Latencies, waits and rounds of a run.
import {columnsOf, heading, picture, section, table, text} from '../model/blocks.mjs';
import {quantity} from '../model/specs.mjs';
import {causesOf} from './head.mjs';

const kCauseColors = ['#ee6677', '#4477aa', '#ccbb44', '#aa3377'];

const latencySpec = (domain) => ({
  description: 'How many messages took how many cycles', width: 'container', height: 220,
  layer: [
    {
      data: {name: 'latency'}, mark: {type: 'bar', color: '#4477aa', stroke: 'white', strokeWidth: 0.5},
      encoding: {
        x: quantity('low', {
          title: 'latency of a delivery, issue to tail, in cycles', scale: {nice: false, zero: false, domain}, bin: {binned: true},
          axis: {tickMinStep: 1, format: 'd', grid: false},
        }),
        x2: {field: 'high'},
        y: quantity('deliveries', {title: 'deliveries', axis: {tickMinStep: 1, tickCount: 5}}),
        tooltip: [{field: 'from', title: 'from, cycles'}, {field: 'to', title: 'to, cycles'}, {field: 'deliveries'}],
      },
    },
    {
      data: {name: 'percentiles'}, mark: {type: 'rule', strokeWidth: 2},
      encoding: {
        x: quantity('cycles'),
        strokeDash: {
          field: 'name', type: 'nominal', title: null, sort: null, scale: {range: [[1, 0], [6, 3], [2, 3]]},
          legend: {symbolType: 'stroke', symbolStrokeColor: '#3a4550'},
        },
        tooltip: [{field: 'name', title: 'percentile'}],
      },
    },
  ],
});

export function latencySection({result: {latency}, timeline}, data) {
  if (timeline.deliveries === 0) return [];
  const bars = timeline.latencies;
  const width = bars[0].high - bars[0].low;
  data.latency = bars;
  data.percentiles = ['p50', 'p95', 'p99'].map((name) => ({name: `${name} = ${latency[name]}`, cycles: latency[name]}));
  return [section('Latency of messages',
    [picture(latencySpec([bars[0].low - width, bars.at(-1).high + width]), ['latency', 'percentiles'])])];
}

const causeColor = (causes, legend) =>
  ({field: 'cause', type: 'nominal', title: null, legend, scale: {domain: causes, range: kCauseColors}});
const kWaitTips = [{field: 'cause'}, {field: 'cycles', format: ','}];

const waitSpec = (causes) => ({
  description: 'Cycles waited, by cause', data: {name: 'waits'}, width: 'container', height: 120,
  padding: {left: 5, right: 5, bottom: 5, top: 30}, mark: {type: 'bar'},
  encoding: {
    x: quantity('cycles', {title: 'cycles, summed over all channels and receive ports', axis: {tickMinStep: 1}}),
    y: {field: 'cause', type: 'nominal', sort: null, title: null}, color: causeColor(causes, null), tooltip: kWaitTips,
  },
});

const roundWaitSpec = (causes, rounds) => ({
  description: 'Waits of the message that ended a round, by cause', data: {name: 'rounds'}, width: 'container', height: 180,
  transform: [
    {fold: causes, as: ['cause', 'cycles']}, {filter: 'datum.cycles > 0'},
    {calculate: 'datum.round - 0.45', as: 'low'}, {calculate: 'datum.round + 0.45', as: 'high'},
  ],
  mark: {type: 'bar'},
  encoding: {
    x: quantity('low', {
      title: 'round', bin: {binned: true}, scale: {domain: [-0.5, rounds - 0.5], nice: false, zero: false},
      axis: {tickMinStep: 1, format: 'd', grid: false},
    }),
    x2: {field: 'high'},
    y: quantity('cycles', {title: 'cycles waited', stack: 'zero', axis: {tickMinStep: 1, tickCount: 5}}),
    color: causeColor(causes, {columns: 2}), tooltip: [{field: 'round'}, ...kWaitTips],
  },
});

const roundRows = ({per_round: rounds}) => rounds.map(({start, end, messages, lockstep, waits, slack, ...round}, i) => ({
  round: i, start, end, duration: end - start, messages, hops: round.max_hops, flits: round.max_flits, lockstep, ...waits, slack,
}));

export function waitSection({result}, data) {
  const causes = causesOf(result);
  data.rounds = roundRows(result);
  data.waits = causes.map((cause) => ({cause, cycles: result.links.waits[cause]}));
  const flitsWaited = result.links.blocked_cycles !== 0;
  const roundsWaited = data.rounds.some((round) => causes.some((cause) => round[cause] !== 0));
  return section('Waits by cause', [
    ...(flitsWaited || roundsWaited ? [] : [text('No flit waited for a channel or a port.')]),
    ...(!flitsWaited ? [] : [
      text('Cycles that flits stood ready without leave; many may wait at once.'), picture(waitSpec(causes), ['waits']),
    ]),
    ...(!roundsWaited ? [] : [
      heading('What the last message of every round had waited'),
      text('Cycles of the message that ended the round, also for a send port of its node, which the flits in the network do '
        + 'not wait for.'),
      picture(roundWaitSpec(causes, result.per_round.length), ['rounds']),
    ]),
  ]);
}

// Of the rows that waitSection has made.
export const roundSection = (result) => section('Rounds', [
  text('Lockstep is the duration without any waiting. Waits and slack are those of the message that ended the round: with a '
    + 'barrier after every round, duration = lockstep − slack + waits.'),
  table('Rounds', 'rounds', columnsOf({
    round: 'round', start: 'start', end: 'end', duration: 'duration', messages: 'messages', hops: 'most hops', flits: 'most flits',
    lockstep: 'lockstep', ...Object.fromEntries(causesOf(result).map((cause) => [cause, cause])), slack: 'slack',
  })),
]);
