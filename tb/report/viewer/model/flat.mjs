// The values of a result as the columns of a table: {name, value, parameter}, named by the path that leads
// to them; keys of the configuration by themselves, without lists and what is of the file.
const kOfTheFile = ['schema', 'version', 'node_count', 'checksum', 'host'];

function pathsOf(object, path) {
  return Object.entries(object).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [];
    const here = `${path}${name}`;
    return value !== null && typeof value === 'object' ? pathsOf(value, `${here}.`) : [{name: here, value, parameter: false}];
  });
}

export function flatResult(result) {
  const {config, deadlock, ...measures} = result;
  const rest = Object.fromEntries(Object.entries(measures).filter(([name]) => !kOfTheFile.includes(name)));
  return [
    ...Object.entries(config).map(([name, value]) => ({name, value, parameter: true})), ...pathsOf(rest, ''),
    {name: 'deadlock', value: deadlock?.reason ?? 'none', parameter: false},
  ];
}
