// Which rows of the page are chosen. What all parts of the viewer look at: the page, laid out.
export const shown = {page: undefined, theme: undefined};
export const chosen = new Map();  // values by fields, of the selectors that are not at "all"

// A row is shown where it has the chosen values. What is of two points has the values of the second
// in fields of their own.
export const isShown = (row) => [...chosen].every(([field, value]) =>
  [field, `${field} second`].every((name) => !(name in row) || row[name] === value));

export const allRows = (name) => shown.page.data[name];
export const shownRows = (name) => (chosen.size === 0 ? allRows(name) : allRows(name).filter(isShown));

export function element(name, parent, text, type) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (type) made.className = type;
  parent.append(made);
  return made;
}
