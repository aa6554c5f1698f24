// A list of values for every key, of which the reader keeps one or all. What no row is left of is
// hidden.
import {refill} from './pictures.mjs';
import {allRows, chosen, element, shown, shownRows} from './rows.mjs';

const kAll = 'all';

const isLeft = (part, rows) =>
  rows.some((row) => Object.entries(part.values).every(([field, value]) => row[field] === value));

async function choose(selectors, status, tables) {
  const rows = shownRows(selectors.counted);
  const left = rows.length;
  status.textContent = left === 0 ? `No ${selectors.things.replace(/s$/, '')} has all of these.`
    : `${left} of ${allRows(selectors.counted).length} ${selectors.things}`;
  for (const part of shown.page.parts) {
    document.getElementById(part.id).hidden = !isLeft(part, rows);
  }
  document.documentElement.classList.toggle('empty', left === 0);
  tables.forEach((fill) => fill());
  if (left > 0) {
    await Promise.all(shown.page.pictures.map(refill));
  }
}

export function makeSelectors(selectors, tables) {
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
