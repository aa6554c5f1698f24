// Pictures by Vega-Lite, in the colours of the page.
import {allRows, element, shown, shownRows} from './rows.mjs';
import {showWindow} from './windows.mjs';

const kMostSvgMarks = 10000;
const kMostEarlyMarks = 5000;  // of all pictures that are drawn before anybody has come near them

export const views = new Map();  // by picture

export const isDark = () => document.documentElement.dataset.theme === 'dark';

// The same with colours for a dark page, where it is one.
function inTheme(part) {
  if (typeof part === 'string') return isDark() ? shown.theme.dark[part] ?? part : part;
  if (Array.isArray(part)) return part.map(inTheme);
  if (part === null || typeof part !== 'object') return part;
  if (part.name === 'viridis' && isDark()) return {...part, extent: shown.theme.dark_viridis};
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inTheme(value)]));
}

const emptySets = (picture) => picture.data.filter((name) => shownRows(name).length === 0);

// Where rows share the height, those that are shown keep theirs.
const heightOf = (picture, spec) =>
  (picture.rows ? spec.height * shownRows(picture.rows).length / allRows(picture.rows).length : spec.height);

const marksOf = (picture) => picture.data.reduce((marks, name) => marks + allRows(name).length, 0);

// The first pictures, as long as they have not too many marks together.
export function earlyPictures(pictures) {
  let marks = 0;
  return pictures.filter((picture) => {
    marks += marksOf(picture);
    return !picture.lazy && marks <= kMostEarlyMarks;
  });
}

// New objects on every call: Vega marks the rows that it is given as its own.
const rowsFor = (name) => shownRows(name).map((row) => ({...row}));

async function embed(box, picture) {
  const spec = inTheme(picture.variants?.specs[picture.variants.first] ?? picture.spec);
  const datasets = Object.fromEntries(picture.data.map((name) => [name, rowsFor(name)]));
  picture.empty = emptySets(picture);
  if (spec.layer) {  // a layer of nothing has no scale
    spec.layer = spec.layer.filter((layer) => !picture.empty.includes(layer.data?.name));
  }
  const height = picture.aspect
    ? Math.min(spec.height, Math.round(box.clientWidth * picture.aspect)) : heightOf(picture, spec);
  views.get(picture)?.finalize();
  views.set(picture, await vegaEmbed(box, {...spec, height, datasets}, {
    config: inTheme(shown.theme.config),
    mode: 'vega-lite',
    renderer: marksOf(picture) > kMostSvgMarks ? 'canvas' : 'svg',
    actions: picture.isStrip ? false : {export: true, source: false, compiled: false, editor: false},
  }));
  const {view} = views.get(picture);
  if (picture.wraps) {
    await view.resize().runAsync();
    view.addResizeListener(() => view.resize().runAfter(() => view.runAsync()));
  }
  return view;
}

// A list under the picture from which the reader picks what it shows.
function addVariants(box, picture) {
  const {variants} = picture;
  const label = element('label', element('div', box, undefined, 'tools'), `${variants.label} `);
  const list = element('select', label);
  variants.names.forEach((name, i) => { element('option', list, name).value = i; });
  list.value = variants.first;
  list.addEventListener('change', () => {
    variants.first = Number(list.value);
    draw(picture);
  });
}

export async function draw(picture) {
  const box = document.getElementById(picture.id);
  const view = await embed(box, picture);
  if (picture.variants) addVariants(box, picture);
  if (picture.strip) {
    const strip = {...picture.strip, data: [picture.strip.data], isStrip: true};
    showWindow(picture, view, await embed(document.getElementById(strip.id), strip));
  }
}

// Draws every picture once it is near what is seen; returns when those are drawn that are at first.
export async function drawWhenSeen(pictures) {
  if (pictures.length === 0) return;
  const byBox = new Map(pictures.map((picture) => [document.getElementById(picture.id), picture]));
  await new Promise((done) => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      seen.forEach((box) => observer.unobserve(box));
      done(Promise.all(seen.map((box) => byBox.get(box)).filter((one) => !views.has(one)).map(draw)));  // counts the first time only
    }, {rootMargin: '300px'});
    byBox.forEach((_, box) => observer.observe(box));
  });
}

// Those that nobody has come near yet, one by one while nothing else is to be done.
export async function drawTheRest(pictures) {
  for (const picture of pictures) {
    await new Promise((done) => { requestIdleCallback(done); });
    if (!views.has(picture)) await draw(picture);
  }
}

// Where only the data change, the picture keeps what a reader has picked in it.
export async function refill(picture) {
  // The card of one row is hidden or as it was; others are drawn later.
  if (picture.lazy || !views.has(picture)) return;
  const empty = emptySets(picture);
  if (document.getElementById(picture.id).closest('[hidden]')) return;
  if (String(empty) !== String(picture.empty)) {
    await draw(picture);
    return;
  }
  const {view} = views.get(picture);
  for (const name of picture.data.filter((one) => !empty.includes(one))) {
    view.change(name, vega.changeset().remove(() => true).insert(rowsFor(name)));
  }
  if (picture.rows) view.height(heightOf(picture, picture.spec));
  await view.runAsync();
}
