// What files that a reader gives say together: the inputs of a page, as the program would make them, but
// without what is not in results: logs of messages and links, and where networks have their nodes.
import {tableOfResults} from './model/collect.mjs';

const kNone = {kind: 'empty', said: 'Nothing here is a result of flitcast: give result.json files, or folders of them.'};

function parsed({name, text}) {
  try {
    const json = JSON.parse(text);
    return {name: name.split('/').at(-1).replace(/\.json$/, ''), json, schema: json?.schema};
  } catch {
    return {name, schema: undefined};
  }
}

// Files: {name, text} each. An answer of `flitcast choose` is shown before its results.
export function inputsOfFiles(files) {
  const all = files.map(parsed);
  const of = (schema) => all.filter((file) => file.schema === `flitcast.${schema}/1`);
  const results = (schema) => of(schema).map(({name, json}) => ({name, result: json}));
  const [answer] = of('choose');
  if (answer) return {kind: 'choose', answer: answer.json};
  const runs = results('result');
  if (results('load').length > 0 && runs.length > 0) {
    return {kind: 'empty', said: 'Some of these are of random traffic, and some of schedules: give either alone.'};
  }
  if (results('load').length > 0) {
    return {kind: 'load', listed: of('curves').flatMap(({json}) => json.curves), results: results('load')};
  }
  if (runs.length === 0) return kNone;
  return runs.length === 1 ? {kind: 'run', runs} : {kind: 'sweep', table: tableOfResults(runs)};
}
