// The data of the page, and which rows of it are chosen. A data set is an object of columns.
const page = JSON.parse(document.getElementById('page-data').textContent);
const chosen = new Map();  // values by fields, of the selectors that are not at "all"

const length = (columns) => Object.values(columns)[0]?.length ?? 0;

// A row is shown where it has the chosen values. What is of two points has the values of the second
// in fields of their own.
function isShown(columns, row) {
  return [...chosen].every(([field, value]) =>
    [field, `${field} behind`].every((name) => !(name in columns) || columns[name][row] === value));
}

function shownPlaces(name) {
  const columns = page.data[name];
  return Array.from({length: length(columns)}, (_, row) => row).filter((row) => isShown(columns, row));
}

// New objects on every call: Vega marks the rows that it is given as its own.
function shownRows(name) {
  const columns = Object.entries(page.data[name]);
  return shownPlaces(name).map((row) =>
    Object.fromEntries(columns.map(([column, values]) => [column, values[row]])));
}

function element(name, parent, text, type) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (type) made.className = type;
  parent.append(made);
  return made;
}
