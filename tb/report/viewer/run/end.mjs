// Why a run ended, and where its worms stood.
import {alarm, columnsOf, section, table, text} from '../model/blocks.mjs';
import {wormBlocks} from './worms.mjs';

const kColumnsOfWorms = columnsOf({
  message: 'message', src: 'from', dst: 'to', router: 'header at', holds: 'holds channels', wants: 'wants',
  reason: 'reason', waits_for: 'waits for message',
});

const arrow = ({from, to}) => `${from}→${to}`;
const wantsText = (wants) => (wants === null ? '' : wants.receive !== undefined ? `a receive port of ${wants.receive}` : arrow(wants));

const wormRow = (worm) => ({
  message: worm.message, src: worm.src, dst: worm.dst.join(', '), router: worm.router, holds: worm.holds.map(arrow).join(' '),
  wants: wantsText(worm.wants), reason: worm.reason, waits_for: worm.waits_for,
});

export const hasWorms = ({deadlock}) => deadlock?.reason === 'no_progress' && deadlock.worms.length > 0;

// The nodes that stuck worms hold, from the last cycle in which something moved.
export function stuckPlaces(result) {
  if (!hasWorms(result)) return [];
  const {last_progress: start, verdict: end, worms} = result.deadlock;
  return worms.flatMap(({message, src, dst, holds, router}) => {
    const row = (node, part) => ({node, start, end, message, src, dst: dst.join(', '), part});
    return [...holds.map(({from}, i) => row(from, i === 0 ? 'tail' : 'between')), row(router, 'header')];
  });
}

function endBlocks({result: {deadlock}, network}, data) {
  if (deadlock === null) return [text('All messages arrived.')];
  if (deadlock.reason !== 'no_progress') return [alarm(`run.max_cycles was reached in round ${deadlock.round}.`)];
  data.worms = deadlock.worms.map(wormRow);
  return [
    alarm(`Nothing moved any more after cycle ${deadlock.last_progress}, in round ${deadlock.round}.`),
    ...(deadlock.cycle.length === 0 ? []
      : [text(`Messages that wait for each other: ${[...deadlock.cycle, deadlock.cycle[0]].join(' → ')}.`)]),
    ...wormBlocks(network, deadlock, data),
    table('Worms in the network', 'worms', kColumnsOfWorms),
  ];
}

export const endSection = (run, data) => section('Why it ended', endBlocks(run, data));
