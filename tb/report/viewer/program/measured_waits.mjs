// Waits of a trace of a chip with two networks, measured and here, as rows of pictures.
import {rounded} from '../model/texts.mjs';

const kPlaces = /(\d*)(>?)(\d*):(\d+)/g;

// Of a chip, "10x12": what the tile of a node is called, and its network.
const chipOf = (dims) => {
  const [columns, rows] = String(dims).split('x').map(Number);
  const tiles = columns * rows;
  return {
    columns, rows, networkOf: (node) => Math.floor(node / tiles), tileOf: (node) => node % tiles,
    name: (node) => `${node % columns}-${Math.floor((node % tiles) / columns)}`,
  };
};

// "11>12:80" a link, "11:40" a send port, ">12:40" a receive port, each with its cycles.
const blamedPlaces = (blame) => [...blame.matchAll(kPlaces)].map(([, from, arrow, to, cycles]) =>
  ({from: from === '' ? null : Number(from), to: to === '' ? null : Number(to), sends: arrow === '', cycles: Number(cycles)}));

const placeName = (chip, {from, to, sends}) =>
  (sends ? `send port of ${chip.name(from)}` : from === null ? `receive port of ${chip.name(to)}`
    : `${chip.name(from)} → ${chip.name(to)}`);

// 1 for the longest; equal ones share theirs.
const placesBySize = (sizes) => {
  const order = [...sizes].sort((a, b) => b - a);
  return sizes.map((size) => 1 + order.indexOf(size));
};

const shareOf = (here, measured) => rounded((here - measured) / Math.max(measured, 1));

function processorRows(names) {
  const order = new Intl.Collator('en', {numeric: true});
  const swapped = (name) => name.replace(/^(\d+)-(\d+)/, '$2 $1');  // by rows of the chip
  const sorted = [...new Set(names)].sort((a, b) => order.compare(swapped(a), swapped(b)));
  return {sorted, rows: new Map(sorted.map((name, row) => [name, row]))};
}

function waitRows(chip, waits, rows) {
  const sizes = (from, to) => waits.map((wait) => wait[to] - wait[from]);
  const measured = sizes('start', 'end');
  const here = sizes('here_start', 'here_end');
  const places = placesBySize(measured);
  const placesHere = placesBySize(here);
  return waits.map((wait, i) => ({
    processor: wait.processor, tile: chip.tileOf(wait.rank), network: `NoC ${chip.networkOf(wait.rank)}`, event: wait.event,
    row: rows.get(wait.processor), start: wait.start, end: wait.end, here_start: wait.here_start, here_end: wait.here_end,
    measured: measured[i], here: here[i], error: shareOf(here[i], measured[i]),
    off: Math.round(1000 * shareOf(here[i], measured[i])) / 10, place: places[i], place_here: placesHere[i],
    blame: blamedPlaces(wait.blame).map((place) => `${placeName(chip, place)} (${place.cycles})`).join(', '),
  }));
}

// Places where messages waited, of all waits together, the most cycles first.
function blameRows(chip, waits) {
  const all = new Map();
  for (const wait of waits) {
    for (const place of blamedPlaces(wait.blame)) {
      const node = place.from ?? place.to;
      const name = placeName(chip, place);
      const network = chip.networkOf(node);
      const row = all.get(`${network} ${name}`) ?? {name, network: `NoC ${network}`, tile: chip.tileOf(node), waits: 0, cycles: 0};
      all.set(`${network} ${name}`, {...row, waits: row.waits + 1, cycles: row.cycles + place.cycles});
    }
  }
  return [...all.values()].sort((a, b) => b.cycles - a.cycles);
}

// A row for every tile of both networks, side by side.
function tileRows(chip, waits, blamed) {
  const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);
  return ['NoC 0', 'NoC 1'].flatMap((network, side) => Array.from({length: chip.columns * chip.rows}, (_, tile) => {
    const here = (row) => row.network === network && row.tile === tile;
    const own = waits.filter(here);
    const cycles = sum(blamed.filter(here), 'cycles');
    const mean = (field) => (own.length === 0 ? null : Math.round(sum(own, field) / own.length));
    return {
      name: chip.name(tile), network, x: tile % chip.columns + side * (chip.columns + 1), y: Math.floor(tile / chip.columns),
      waits: own.length, measured: mean('measured'), here: mean('here'),
      error: own.length === 0 ? null : shareOf(sum(own, 'here'), sum(own, 'measured')), blamed: cycles === 0 ? null : cycles,
    };
  }));
}

// {chip, processors, waits, blamed, tiles}
export function measuredWaits(dims, waits) {
  const chip = chipOf(dims);
  const {sorted, rows} = processorRows(waits.map(({processor}) => processor));
  const own = waitRows(chip, waits, rows);
  const blamed = blameRows(chip, waits);
  return {chip, processors: sorted, waits: own, blamed, tiles: tileRows(chip, own, blamed)};
}
