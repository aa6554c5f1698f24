// Lists of objects as the program packs them, {columns: {member: [value, …]}}, made into lists again.

export function rowsOf(columns) {
  const names = Object.keys(columns);
  const length = names.length === 0 ? 0 : columns[names[0]].length;
  return Array.from({length}, (_, row) => Object.fromEntries(names.map((name) => [name, columns[name][row]])));
}

export function unpacked(json) {
  if (Array.isArray(json)) return json.map(unpacked);
  if (json === null || typeof json !== 'object') return json;
  const all = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, unpacked(value)]));
  const packed = Object.keys(all).length === 1 && all.columns && !Array.isArray(all.columns);
  return packed ? rowsOf(all.columns) : all;
}
