// Cards, sorted by what the reader picks.
import {allRows, element} from './rows.mjs';

export function makeCards(cards) {
  const box = document.getElementById(cards.id);
  const rows = allRows(cards.data);
  const order = cards.blocks.map((part) => document.getElementById(part.id));
  const label = element('label', document.getElementById(`${cards.id}-tools`), 'Sort by ');
  const list = element('select', label);
  ['their order', ...cards.columns.map((column) => column.title)].forEach((title, i) => {
    element('option', list, title).value = i;
  });
  const rank = (value) => value ?? Infinity;  // what is not there comes last
  list.addEventListener('change', () => {
    const field = list.value === '0' ? undefined : cards.columns[list.value - 1].field;
    const value = (row) => (field === undefined ? row : rank(rows[row][field]));
    const places = order.map((_, row) => row);
    places.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a - b));
    box.append(...places.map((row) => order[row]));
  });
}
