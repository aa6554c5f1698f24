// What a reader chooses in a picture: {title, names, first}. Rows have the name that they belong to in
// the field `choice`.
const kFilter = {filter: 'datum.choice === chosen'};

const filtered = (spec) => ({...spec, transform: [kFilter, ...(spec.transform ?? [])]});

// The spec with a list of the names; it shows the rows of the chosen one.
export function withChoice(spec, choice) {
  if (!choice) return spec;
  const {title, names, first} = choice;
  const bind = {input: 'select', options: names, name: `${title}: `};
  const params = [...(spec.params ?? []), {name: 'chosen', value: first, bind}];
  return spec.data || !spec.layer ? {...filtered(spec), params}
    : {...spec, params, layer: spec.layer.map(filtered)};
}
