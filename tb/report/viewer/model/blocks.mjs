// A page as plain values, without a document: blocks over shared sets of data. A set is a list of rows.
// Texts are plain; nobody makes HTML of them.

export const section = (title, blocks) => ({type: 'section', title, blocks: blocks.flat()});
// Sections side by side where the window is wide.
export const beside = (blocks) => ({type: 'columns', blocks: blocks.flat()});
export const heading = (text) => ({type: 'heading', text});
export const text = (words) => ({type: 'text', text: words});
export const alarm = (words) => ({type: 'alarm', text: words});
// Each {name, value, remark, tone}, the last two if need be; tone: 'good' or 'bad'.
export const facts = (list) => ({type: 'facts', list});
export const notes = (list) => ({type: 'notes', list});
// Pairs of a name and a value, under a line that opens them.
export const details = (summary, lines) => ({type: 'details', summary, lines});

// A spec of Vega-Lite and the names of the sets that it draws. More of it:
//   maxWidth    pixels; all there are without it
//   aspect      height / width where the picture is too narrow for its height
//   rows        the set whose rows share the height
//   lazy        drawn when it comes into view
//   variants    {label, names, first, specs}: a list from which the reader picks the spec
export const picture = (spec, data, more = {}) => ({type: 'picture', spec, data, ...more});

// The same with a strip above it, all of the time: {spec, data, span}. The spec has a parameter
// `window`, the ends of its axis.
export const pictureOverTime = (spec, data, strip) => ({type: 'over-time', spec, data, strip});

// Columns: {field, title}.
export const columnsOf = (titles) => Object.entries(titles).map(([field, title]) => ({field, title}));
export const table = (label, data, columns) => ({type: 'table', label, data, columns});

// Lists of values of which the reader keeps one each: {field, title, values}. All sets show only the
// rows that have it in this field, or have no such field. The rows of `counted` are counted as `things`.
export const selectors = (keys, counted, things = 'points') =>
  (keys.length === 0 ? [] : [section('Show', [{type: 'selectors', keys, counted, things}])]);

// Shown where rows have these values, by fields.
export const part = (values, blocks) => ({type: 'part', values, blocks: blocks.flat()});
// Parts as small cards, one for every row of a set, to be sorted by some of its columns.
export const cards = (data, columns, parts) => ({type: 'cards', data, columns, blocks: parts});

// Gives all blocks their ids, pictures and tables being numbered together, and pictures the headings
// above them. Returns the blocks of every kind in their order.
export function layOut(page) {
  const found = {pictures: [], tables: [], selectors: [], parts: [], cards: []};
  const number = () => found.pictures.length + found.tables.length + 1;
  const above = {section: '', heading: ''};
  const visit = (block) => {
    if (block.type === 'section') Object.assign(above, {section: block.title, heading: ''});
    if (block.type === 'heading') above.heading = ` ${block.text}`;
    if (block.type === 'picture' || block.type === 'over-time') {
      if (block.strip) block.strip.id = `strip-${number()}`;
      Object.assign(block, {id: `picture-${number()}`, title: above.section + above.heading});
      found.pictures.push(block);
    }
    if (block.type === 'table') {
      block.id = `table-${number()}`;
      found.tables.push(block);
    }
    for (const [type, list] of [['selectors', 'selectors'], ['part', 'parts'], ['cards', 'cards']]) {
      if (block.type === type) block.id = `${type}-${found[list].push(block)}`;
    }
    block.blocks?.forEach(visit);
  };
  page.blocks.forEach(visit);
  return {...page, ...found};
}
