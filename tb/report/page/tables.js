// Tables with a filter. Each is filled anew when other rows are chosen.
const kRowsShown = 200;
const kLongText = 36;  // letters; longer ones may take several lines
const kPlain = new Intl.NumberFormat('en', {maximumSignificantDigits: 6, useGrouping: false});

const shownText = (value) =>
  value === null || value === undefined ? ''
    : typeof value === 'number' && !Number.isInteger(value) ? kPlain.format(value)
    : String(value);

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

function matching(texts, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return texts.filter((row) => {
    const line = row.join(' ').toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

// Returns what fills the table.
function tabulate(table) {
  const box = document.getElementById(table.id);
  const columns = table.columns.map((column) => {
    const values = page.data[table.data][column.field];
    return {...column, values, type: values.some((value) => typeof value === 'number') ? 'number' : ''};
  });
  const count = length(page.data[table.data]);
  const tools = element('div', box, undefined, 'tools');
  const body = makeGrid(box, table.label, columns);
  let limit = kRowsShown;
  let wanted = '';
  const status = document.createElement('span');
  const more = document.createElement('button');

  function fill() {
    const texts = shownPlaces(table.data).map((row) => columns.map((column) => shownText(column.values[row])));
    const hits = matching(texts, wanted);
    body.replaceChildren();
    for (const row of hits.slice(0, limit)) {
      const line = element('tr', body);
      row.forEach((text, i) => element('td', line, text, columns[i].type || (text.length > kLongText ? 'long' : '')));
    }
    const rest = hits.length - Math.min(limit, hits.length);
    status.textContent = rest > 0 ? `${limit} of ${hits.length} rows` :
      hits.length < count ? `${hits.length} of ${count} rows` : '';
    more.hidden = rest === 0;
    more.textContent = `Show all ${hits.length}`;
  }

  if (count > 20) {
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
