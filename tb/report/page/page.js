'use strict';
// Hands the data of the page to its pictures and tables. A data set is an object of columns.
(() => {
  const page = JSON.parse(document.getElementById('page-data').textContent);
  const kRowsShown = 200;

  const length = (columns) => Object.values(columns)[0]?.length ?? 0;

  // New objects on every call: Vega marks the rows that it is given as its own.
  const rows = (columns) =>
    Array.from({length: length(columns)}, (_, i) =>
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])));

  async function draw(picture) {
    const box = document.getElementById(picture.id);
    const spec = picture.spec;
    spec.datasets = Object.fromEntries(picture.data.map((name) => [name, rows(page.data[name])]));
    if (spec.usermeta?.aspect) {
      spec.height = Math.min(spec.height, Math.round(box.clientWidth * spec.usermeta.aspect));
    }
    await vegaEmbed(box, spec, {
      config: page.theme,
      mode: 'vega-lite',
      actions: {export: true, source: false, compiled: false, editor: false},
    });
  }

  const kPlain = new Intl.NumberFormat('en', {maximumSignificantDigits: 6, useGrouping: false});
  const shown = (value) =>
    value === null || value === undefined ? ''
      : typeof value === 'number' && !Number.isInteger(value) ? kPlain.format(value)
      : String(value);

  function element(name, parent, text, type) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (type) made.className = type;
    parent.append(made);
    return made;
  }

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

  function tabulate(table) {
    const box = document.getElementById(table.id);
    const columns = table.columns.map((column) => {
      const values = page.data[table.data][column.field];
      return {...column, values, type: values.some((value) => typeof value === 'number') ? 'number' : ''};
    });
    const count = length(page.data[table.data]);
    const tools = element('div', box, undefined, 'tools');
    const body = makeGrid(box, table.label, columns);
    const texts = Array.from({length: count}, (_, i) => columns.map((column) => shown(column.values[i])));
    let limit = kRowsShown;
    let wanted = '';
    const status = document.createElement('span');
    const more = document.createElement('button');

    function fill() {
      const hits = matching(texts, wanted);
      body.replaceChildren();
      for (const row of hits.slice(0, limit)) {
        const line = element('tr', body);
        row.forEach((text, i) => element('td', line, text, columns[i].type));
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
  }

  async function show() {
    page.tables.forEach(tabulate);
    for (const picture of page.pictures) {
      await draw(picture);
    }
    document.documentElement.dataset.ready = Math.round(performance.now());
  }
  show();
})();
