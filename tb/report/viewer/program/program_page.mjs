// The page of a program: {result, network, channels, bars, all_bars, messages, path, trees, waits}.
import {columnsOf, details, facts, notes, picture, pictureOverTime, section, table, text} from '../model/blocks.mjs';
import {digits, plainText} from '../model/texts.mjs';
import {linkSection} from '../links/link_blocks.mjs';
import {cycles, fileName, realTime} from '../run/head.mjs';
import {atOnce} from './at_once.mjs';
import {broadcastSections} from './broadcasts.mjs';
import {measuredSections} from './measured.mjs';
import {pathSpec, ranksSpec, rankTimeSpec, countSpec} from './rank_pictures.mjs';

const kPartNames = {
  compute: 'compute', memory: 'copies and sums', delay: 'delay', startup: 'start-up', hops: 'hops', serialisation: 'serialisation',
};
const kWaitNames = {contention: 'contention', credit: 'credit', port: 'port', serialisation: 'shared channels'};
const kRankNames = {
  compute: 'compute', startup: 'start-up', sending: 'sending', delay: 'delay', under_way: 'data under way',
  not_sent: 'data not sent', channel: 'room in a channel', idle: 'idle',
};

function headFacts(result) {
  const stuck = result.deadlock !== null;
  const {latency} = result;
  return facts([
    {
      name: stuck ? 'gave up after' : 'completion', value: cycles(result.completion_cycles),
      remark: realTime(result.completion_cycles * result.config['clock.period']), tone: stuck ? 'bad' : '',
    },
    {name: 'predicted', value: cycles(result.predicted_cycles), remark: 'without contention'},
    {name: 'excess', value: cycles(result.excess_cycles), tone: result.excess_cycles === 0 ? 'good' : ''},
    {name: 'ranks', value: String(result.ranks.length), remark: `${result.operations} operations`},
    {name: 'messages', value: String(result.messages), remark: `${result.flits} flits of payload`},
    {
      name: 'latency of a message', value: latency.max ? `${digits(latency.mean, 5)} cycles` : '–',
      remark: latency.max ? `mean; ${latency.min} to ${latency.max}` : '',
    },
    {name: 'data check', value: result.data_check, tone: {passed: 'good', failed: 'bad'}[result.data_check]},
  ]);
}

function timeSection({result, bars, all_bars: all, messages}, data) {
  const span = Math.max(result.completion_cycles, 1);
  const ranks = result.ranks.length;
  data.working = atOnce(bars.filter(({deed}) => deed !== 'waits for data' && deed !== 'delay'), span);
  return section('Ranks in space and time', [
    text('A row is a rank. It computes or starts a message up where its bar is high, sends where it is lower, and waits for data '
      + 'where it is thin. The red line is the critical path: what was last to be ready, back from the end to the beginning.'),
    ...(messages.length > 0 ? [text('A grey line is a message, from the start of its send to the end of its receive.')] : []),
    ...(messages.length === 0 && result.messages > 0 ? [text(`The ${result.messages} messages are too many to draw.`)] : []),
    ...(bars.length < all ? [text(`Of ${all} bars the longest ${bars.length} are drawn.`)] : []),
    text('The strip is all of the time: a drag in it picks a window. In the picture a drag moves it, the wheel with Ctrl zooms; so '
      + 'do + and −, the arrows and 0 on the keyboard.'),
    pictureOverTime(rankTimeSpec(ranks, span), ['bars', 'messages', 'path'],
      {spec: countSpec('working', span, 'at work', 'How many ranks were at work'), data: 'working', span: [0, span]}),
  ]);
}

function pathSection({critical_path: split}, data) {
  if (split === null) return [];
  const all = [
    ...Object.entries(kPartNames).map(([name, part]) => ({part, cycles: split[name]})),
    ...Object.entries(kWaitNames).map(([name, part]) => ({part, cycles: split.waits[name]})),
  ];
  const total = all.reduce((sum, {cycles: part}) => sum + part, 0);
  data.parts = all.map((part, order) => ({...part, order, share: total > 0 ? part.cycles / total : 0}))
    .filter(({cycles: part}) => part !== 0);
  if (data.parts.length === 0) return [];
  return [section('What the completion is made of', [
    text('Cycles along the critical path; they add up to the completion. Contention, credit, port and shared channels are waits of '
      + 'its messages.'),
    picture(pathSpec(data.parts), ['parts']),
  ])];
}

function rankSection({ranks}, data) {
  data.rank_parts = ranks.flatMap((times, rank) => {
    const total = Object.keys(kRankNames).reduce((sum, name) => sum + times[name], 0);
    let from = 0;
    return Object.entries(kRankNames).filter(([name]) => times[name] > 0).map(([name, part]) => {
      const row = {rank, part, cycles: times[name], share: times[name] / total, from, to: from + times[name]};
      from = row.to;
      return row;
    });
  });
  data.ranks = ranks.map((times, rank) => ({rank, ...times}));
  return section('What every rank did', [
    text('Until its last operation was over. Where a rank did several things at once, the first of them in this order counts.'),
    ...(data.rank_parts.length > 0 ? [picture(ranksSpec(ranks.length, data.rank_parts), ['rank_parts'])] : []),
    table('Ranks', 'ranks', columnsOf({rank: 'rank', end: 'end', ...kRankNames})),
  ]);
}

export function programPage(inputs) {
  const {result, network, channels} = inputs;
  const {config} = result;
  const data = {bars: inputs.bars, messages: inputs.messages, path: inputs.path};
  const stuck = result.deadlock === null ? [] : result.deadlock.waiting.map((line) => text(line));
  const ports = config['router.ports'];
  return {
    title: `${fileName(config['traffic.program'])} on ${config['topology.kind']} `
      + `${fileName(config['topology.file']) || config['topology.dims']}`,
    lead: `Program of ${result.ranks.length} ranks; ${config['router.switching']}, ${ports} port${String(ports) === '1' ? '' : 's'}`,
    data,
    blocks: [
      section('Result', [headFacts(result), ...stuck, notes(result.notes),
        details('Configuration', Object.entries(config).map(([key, value]) => [key, plainText(value)]))]),
      ...measuredSections(inputs, data), ...pathSection(result, data), timeSection(inputs, data),
      ...broadcastSections(inputs, data), rankSection(result, data),
      linkSection('Use of the links', network, {channels, cycles: result.completion_cycles}, data),
    ],
  };
}
