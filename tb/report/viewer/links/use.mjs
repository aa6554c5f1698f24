// How much channels were in use: of one run, of several to choose from, or of what a run has more than
// another. A run is {name, channels, cycles}, with `base`, another run, for a difference.

export const kLinkColors = ['#dfe5ec', '#f7c26b', '#ec7a34', '#b92a1f', '#5a0f1c'];
const kPortColors = ['#dfe5ec', '#a6d5d0', '#56a9b8', '#2c6fa3', '#243a80'];
export const kDifferences = ['#2166ac', '#92c5de', '#dfe5ec', '#f4a582', '#b2182b'];

export const isPort = (channel) => channel.kind === 'receive';

const share = (busy, cycles) => (cycles > 0 ? busy / cycles : 0);

// The busiest of some channels, their mean, and what went through all of them.
function did(channels, cycles) {
  const total = (field) => channels.reduce((sum, channel) => sum + channel[field], 0);
  return {
    use: share(Math.max(...channels.map((channel) => channel.busy_cycles)), cycles),
    mean: share(total('busy_cycles'), cycles * channels.length), flits: total('flits'), waits: total('waits'),
  };
}

// Groups of the channels of a run by `placeOf`, a text or undefined, with what they did; of a difference,
// what they did more than in the base, which has the same channels.
export function groupsOf(run, placeOf) {
  const grouped = ({channels}) => {
    const groups = new Map();
    for (const channel of channels) {
      const place = placeOf(channel);
      if (place !== undefined) groups.set(place, [...(groups.get(place) ?? []), channel]);
    }
    return groups;
  };
  const base = run.base && grouped(run.base);
  return [...grouped(run)].map(([place, channels]) => {
    const now = did(channels, run.cycles);
    const before = base ? did(base.get(place), run.base.cycles) : {use: 0, mean: 0, flits: 0, waits: 0};
    return {
      place, channels, use: now.use - before.use, mean: now.mean - before.mean,
      flits: now.flits - before.flits, waits: now.waits - before.waits,
    };
  });
}

// From 0 to the value of the parameter `top` of the spec; of differences from its negative.
export const useScale = (top, ports, differences) => ({
  range: differences ? kDifferences : ports ? kPortColors : kLinkColors,
  domain: [0, 1, 2, 3, 4].map((step) => ({expr: `${top} * ${differences ? step / 2 - 1 : step / 4}`})),
  interpolate: 'rgb',
});

// Up to the largest use, but what is used evenly is in the middle of the scale, not at its red end.
function topOf(uses) {
  const sizes = uses.map(Math.abs);
  const largest = Math.max(0, ...sizes);
  const mean = sizes.reduce((sum, use) => sum + use, 0) / Math.max(1, sizes.length);
  return largest > 0 ? Math.max(largest, Math.min(1, 2 * mean)) : 1;
}

// The parameters of both scales, with a switch to the whole time.
export const useParams = (links, ports) => [
  {name: 'whole', value: false, bind: {input: 'checkbox', name: 'Scale to 100 % '}},
  {name: 'link_top', expr: `whole ? 1 : ${topOf(links)}`},
  {name: 'port_top', expr: `whole ? 1 : ${topOf(ports)}`},
];

export const useLegend = {format: '~%', gradientLength: {expr: 'clamp(0.32 * width, 60, 160)'}, tickCount: 3};
export const useTitle = (of, differences) => `${of} ${differences ? 'difference' : 'in use'}`;
export const useDescription = (network, differences) =>
  `${differences ? 'Difference of the share' : 'Share'} of the time that every channel of ${network.title} was in use`;
export const kDifferenceText = ' Red is what the second run used more, blue what it used less.';
export const nodeName = (network, node) => network.names?.[node] ?? String(node);
