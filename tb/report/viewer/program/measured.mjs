// What a trace of a chip says was measured, beside what it takes here.
import {columnsOf, facts, heading, picture, pictureOverTime, section, table, text} from '../model/blocks.mjs';
import {percent} from '../model/texts.mjs';
import {cycles} from '../run/head.mjs';
import {atOnce} from './at_once.mjs';
import {bandRows, kNetworkColor, kPointAspect, pointSpec, waitTips} from './measured_pictures.mjs';
import {mapSize, mapVariants, waitTimeSpec} from './measured_pictures.mjs';
import {measuredWaits} from './measured_waits.mjs';
import {countSpec} from './rank_pictures.mjs';

const signed = (share) => `${share > 0 ? '+' : ''}${percent(share)}`;

const measuredFacts = ({measured}) => facts([
  {name: 'makespan measured', value: cycles(measured.cycles)},
  {name: 'makespan here', value: cycles(measured.makespan_cycles), remark: signed(measured.makespan_error)},
  {name: 'waits', value: String(measured.waits), remark: `rank correlation ${measured.wait_order.toFixed(2)}`},
  {
    name: 'error of a wait', value: percent(measured.wait_error_p50),
    remark: `median; ${percent(measured.wait_error_p90)} in nine of ten`,
  },
]);

// Puts its sets into `data`.
export function measuredSections({result, waits: given}, data) {
  if (!given) return [];
  const first = section('Measured and here', [measuredFacts(result)]);
  if (given.length === 0) return [first];
  const {chip, processors, waits, blamed, tiles} = measuredWaits(result.config['topology.dims'], given);
  const span = Math.max(result.measured.cycles, result.measured.makespan_cycles, 1);
  const {spec, variants} = mapVariants(chip, tiles);
  Object.assign(data, {
    waits, tiles, bands: bandRows(waits), blamed, waiting: atOnce(waits, span),
    networks: [{x: -0.5, y: -1, name: 'NoC 0: right, down'}, {x: chip.columns + 0.5, y: -1, name: 'NoC 1: up, left'}],
  });
  first.blocks.push(
    text('A point is a wait of a processor for all that it has asked for. On the line it takes here what was measured.'),
    picture(pointSpec('waits', waits, 'wait', waitTips, kNetworkColor), ['bands', 'waits'], kPointAspect),
    heading('In time'),
    text('A row is a processor of the tile x-y: above what was measured, below what is here. Cycles are those of the trace from '
      + 'its first command on.'),
    pictureOverTime(waitTimeSpec(processors, span), ['waits'],
      {spec: countSpec('waiting', span, 'waiting', 'How many processors waited, measured'), data: 'waiting', span: [0, span]}),
    heading('On the chip'),
    text('Tiles are coloured by the waits of their processors, or by what waited at them.'),
    picture(spec, ['tiles', 'networks'], {...mapSize(chip), variants}),
    heading('Wait by wait'),
    table('Waits', 'waits', columnsOf({
      processor: 'processor', network: 'network', event: 'event', start: 'from cycle', measured: 'measured', here: 'here',
      off: 'error, %', place: 'place by size', place_here: 'place here', blame: 'waited at, cycles',
    })),
  );
  return [first, ...(blamed.length === 0 ? [] : [section('Links to blame', [
    text('Where the messages that a processor waited for last stood, of all waits together: three places a wait.'),
    table('Links to blame', 'blamed', columnsOf({name: 'place', network: 'network', cycles: 'cycles', waits: 'waits'})),
  ])])];
}
