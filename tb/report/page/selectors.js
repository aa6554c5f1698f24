// A list of values for every key, of which the reader keeps one or all. What no row is left of is
// hidden.
const kAll = 'all';

function isHidden(part, columns, shown) {
  return !shown.some((row) =>
    Object.entries(part.values).every(([field, value]) => columns[field][row] === value));
}

async function choose(selectors, status, tables) {
  const shown = shownPlaces(selectors.counted);
  const left = shown.length;
  status.textContent = left === 0 ? `No ${selectors.things.replace(/s$/, '')} has all of these.`
    : `${left} of ${length(page.data[selectors.counted])} ${selectors.things}`;
  for (const part of page.parts) {
    document.getElementById(part.id).hidden = isHidden(part, page.data[selectors.counted], shown);
  }
  document.documentElement.classList.toggle('empty', left === 0);
  tables.forEach((fill) => fill());
  if (left > 0) {
    await Promise.all(page.pictures.map(refill));
  }
}

function makeSelectors(selectors, tables) {
  const box = document.getElementById(selectors.id);
  const status = document.createElement('output');
  const lists = selectors.keys.map((key) => {
    const label = element('label', box, `${key.title} `);
    const list = element('select', label);
    [kAll, ...key.values].forEach((value, i) => {
      element('option', list, i === 0 ? kAll : value === null ? 'none' : String(value)).value = i;
    });
    list.addEventListener('change', () => {
      if (list.value === '0') {
        chosen.delete(key.field);
      } else {
        chosen.set(key.field, key.values[list.value - 1]);
      }
      choose(selectors, status, tables);
    });
    return list;
  });
  const reset = element('button', box, 'Show all');
  reset.addEventListener('click', () => {
    lists.forEach((list) => { list.value = 0; });
    chosen.clear();
    choose(selectors, status, tables);
  });
  box.append(status);
}
