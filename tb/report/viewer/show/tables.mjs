// Tables with a filter. Each is filled anew when other rows are chosen.
import {allRows, element, shownRows} from './rows.mjs';

const kRowsShown = 200;
const kLongText = 36;  // letters; longer ones may take several lines
const kPlain = new Intl.NumberFormat('en', {maximumSignificantDigits: 6, useGrouping: false});

const shownText = (value) =>
  (value === null || value === undefined ? ''
    : typeof value === 'number' && !Number.isInteger(value) ? kPlain.format(value)
    : String(value));

// An empty table that can be scrolled; returns its body.
function makeGrid(box, label, columns) {
  const scroll = element('div', box, undefined, 'scroll');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', label);
  const grid = element('table', scroll);
  const head = element('tr', element('thead', grid));
  for (const column of columns) {
    element('th', head, column.title, column.type).scope = 'col';
  }
  return element('tbody', grid);
}

// The rows that have all words somewhere.
function matching(rows, columns, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? rows : rows.filter((row) => {
    const line = columns.map(({field}) => shownText(row[field])).join(' ').toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

// Returns what fills the table.
export function tabulate(table) {
  const box = document.getElementById(table.id);
  const all = allRows(table.data);
  const columns = table.columns.map((column) =>
    ({...column, type: all.some((row) => typeof row[column.field] === 'number') ? 'number' : ''}));
  const tools = element('div', box, undefined, 'tools');
  const body = makeGrid(box, table.label, columns);
  let limit = kRowsShown;
  let wanted = '';
  const status = document.createElement('span');
  const more = document.createElement('button');

  function fill() {
    const hits = matching(shownRows(table.data), columns, wanted);
    body.replaceChildren();
    for (const row of hits.slice(0, limit)) {
      const line = element('tr', body);
      for (const {field, type} of columns) {
        const text = shownText(row[field]);
        element('td', line, text, type || (text.length > kLongText ? 'long' : ''));
      }
    }
    const rest = hits.length - Math.min(limit, hits.length);
    status.textContent = rest > 0 ? `${limit} of ${hits.length} rows`
      : hits.length < all.length ? `${hits.length} of ${all.length} rows` : '';
    more.hidden = rest === 0;
    more.textContent = `Show all ${hits.length}`;
  }

  if (all.length > 20) {
    const filter = document.createElement('input');
    filter.type = 'search';
    filter.placeholder = 'Show rows that contain …';
    filter.setAttribute('aria-label', `Filter: ${table.label}`);
    filter.addEventListener('input', () => { wanted = filter.value; fill(); });
    more.addEventListener('click', () => { limit = Infinity; fill(); });
    tools.append(filter, status, more);
  }
  fill();
  return fill;
}
