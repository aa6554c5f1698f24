// Pictures of how much every channel of a network was in use, with a line on how to read them.
import {section, text} from '../model/blocks.mjs';
import {percent} from '../model/texts.mjs';
import {matrixBlocks} from './matrix.mjs';
import {planeBlocks} from './plane.mjs';
import {isPort} from './use.mjs';

// Of one run, or with a choice of several: their sets of data are put into `data`.
export const linkBlocks = (network, runs, data, prefix = '', choice = undefined) =>
  (network.plane ? planeBlocks : matrixBlocks)(network, runs, data, prefix, choice);

function summary(channels, cycles) {
  const links = channels.filter((channel) => !isPort(channel));
  if (links.length === 0) return 'The network has no channels.';
  const busiest = links.reduce((most, channel) => (channel.busy_cycles > most.busy_cycles ? channel : most));
  const busy = links.reduce((sum, channel) => sum + channel.busy_cycles, 0);
  const share = (of, time) => percent(time > 0 ? of / time : 0);
  return `Busiest: ${busiest.from} → ${busiest.to}, in use for ${share(busiest.busy_cycles, cycles)} of the ${cycles} cycles. `
    + `Mean of all ${links.length} channels: ${share(busy, cycles * links.length)}.`;
}

export const linkSection = (title, network, run, data, prefix = '') =>
  section(title, [text(summary(run.channels, run.cycles)), ...linkBlocks(network, [run], data, prefix)]);
