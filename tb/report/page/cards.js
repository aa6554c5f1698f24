// Cards, sorted by what the reader picks.
function makeCards(cards) {
  const box = document.getElementById(cards.id);
  const columns = page.data[cards.data];
  const order = page.parts.map((part) => document.getElementById(part.id)).filter((part) => part.parentElement === box);
  const label = element('label', document.getElementById(`${cards.id}-tools`), 'Sort by ');
  const list = element('select', label);
  ['their order', ...cards.columns.map((column) => column.title)].forEach((title, i) => {
    element('option', list, title).value = i;
  });
  const rank = (value) => (value === null ? Infinity : value);  // what is not there comes last
  list.addEventListener('change', () => {
    const values = list.value === '0' ? order.map((_, row) => row) : columns[cards.columns[list.value - 1].field];
    const rows = order.map((_, row) => row);
    rows.sort((a, b) => (rank(values[a]) < rank(values[b]) ? -1 : rank(values[a]) > rank(values[b]) ? 1 : a - b));
    box.append(...rows.map((row) => order[row]));
  });
}
