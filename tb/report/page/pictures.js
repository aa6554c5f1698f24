// Pictures by Vega-Lite, in the colours of the page.
const views = new Map();  // by picture

const isDark = () => document.documentElement.dataset.theme === 'dark';

// The same with colours for a dark page, where it is one.
function inTheme(part) {
  if (typeof part === 'string') return isDark() ? page.theme.dark[part] ?? part : part;
  if (Array.isArray(part)) return part.map(inTheme);
  if (part === null || typeof part !== 'object') return part;
  if (part.name === 'viridis' && isDark()) return {...part, extent: page.theme.dark_viridis};
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inTheme(value)]));
}

const emptySets = (picture) => picture.data.filter((name) => shownPlaces(name).length === 0);

// Where rows share the height, those that are shown keep theirs.
const heightOf = ({spec, rows}) =>
  rows ? spec.height * shownPlaces(rows).length / length(page.data[rows]) : spec.height;

async function embed(box, picture) {
  const spec = inTheme(picture.spec);
  const datasets = Object.fromEntries(picture.data.map((name) => [name, shownRows(name)]));
  picture.empty = emptySets(picture);
  if (spec.layer) {  // a layer of nothing has no scale
    spec.layer = spec.layer.filter((layer) => !picture.empty.includes(layer.data?.name));
  }
  const height = spec.usermeta?.aspect
    ? Math.min(spec.height, Math.round(box.clientWidth * spec.usermeta.aspect)) : heightOf(picture);
  views.get(picture)?.finalize();
  views.set(picture, await vegaEmbed(box, {...spec, height, datasets}, {
    config: inTheme(page.theme.config),
    mode: 'vega-lite',
    actions: picture.strip ? false : {export: true, source: false, compiled: false, editor: false},
  }));
  const {view} = views.get(picture);
  if (spec.usermeta?.wraps) {
    await view.resize().runAsync();
    view.addResizeListener(() => view.resize().runAfter(() => view.runAsync()));
  }
  return view;
}

async function draw(picture) {
  const view = await embed(document.getElementById(picture.id), picture);
  if (picture.over_time) {
    const strip = {...picture.over_time, data: [picture.over_time.data], strip: true};
    showWindow(picture, view, await embed(document.getElementById(strip.id), strip));
  }
}

// Draws every picture once it is near what is seen; returns when those are drawn that are at first.
async function drawWhenSeen(pictures) {
  const byBox = new Map(pictures.map((picture) => [document.getElementById(picture.id), picture]));
  const first = await new Promise((done) => {
    if (byBox.size === 0) {
      done([]);
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      seen.forEach((box) => observer.unobserve(box));
      done(Promise.all(seen.map((box) => draw(byBox.get(box)))));  // counts the first time only
    }, {rootMargin: '300px'});
    byBox.forEach((_, box) => observer.observe(box));
  });
  return first;
}

// Where only the data change, the picture keeps what a reader has picked in it.
async function refill(picture) {
  if (picture.lazy) return;  // the card of one row, which is hidden or as it was
  const empty = emptySets(picture);
  if (document.getElementById(picture.id).closest('[hidden]')) return;
  if (String(empty) !== String(picture.empty)) {
    await draw(picture);
    return;
  }
  const {view} = views.get(picture);
  for (const name of picture.data.filter((one) => !empty.includes(one))) {
    view.change(name, vega.changeset().remove(() => true).insert(shownRows(name)));
  }
  if (picture.rows) view.height(heightOf(picture));
  await view.runAsync();
}
