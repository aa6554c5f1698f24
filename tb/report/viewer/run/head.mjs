// What a run came to. A run is {result, operation, network, channels, timeline}, with a name where there
// are two; a result alone has neither channels nor timeline.
import {details, facts, notes, section} from '../model/blocks.mjs';
import {digits, plainText} from '../model/texts.mjs';

const kSymbols = {t_s: 't_s', t_d: 't_d', mu_t_m: 'μ·t_m', t_m: 't_m', mu_t_r: 'μ·t_r', mu_t_op: 'μ·t_op'};

export const causesOf = (result) => Object.keys(result.links.waits);

export const cycles = (value) => (value === null ? '–' : `${value} cycles`);
export const fileName = (file) => plainText(file).split('/').at(-1);

export function realTime(nanoseconds) {
  const steps = Math.min(3, Math.max(0, Math.floor(Math.log10(nanoseconds) / 3)));
  return `${digits(nanoseconds / 1000 ** steps)} ${['ns', 'µs', 'ms', 's'][steps]}`;
}

// "63·t_s + 192·t_d + 63·μ·t_m".
const termsText = (terms) => (terms === null ? 'link by link, since links differ'
  : Object.entries(kSymbols).filter(([name]) => terms[name]).map(([name, symbol]) => `${digits(terms[name], 6)}·${symbol}`)
    .join(' + '));

// What waits do not explain of an excess.
const unexplained = (rest, waited) => (rest < 0 && waited ? `less ${-rest} that the closed form has counted`
  : `${rest} that no wait explains: the closed form does not fit`);

// Where an excess comes from: "17 for contention, 3 for credit, less 2 of slack".
function splitText({excess_split: split, excess_cycles: excess, ...result}) {
  if (!split) return '';
  const parts = causesOf(result).filter((cause) => split[cause]).map((cause) => `${split[cause]} for ${cause}`);
  const waits = causesOf(result).reduce((sum, cause) => sum + (split[cause] ?? 0), 0);
  if (split.slack) parts.push(`less ${split.slack} of slack`);
  const rest = excess === null ? 0 : excess - (waits - (split.slack ?? 0));
  if (rest !== 0) parts.push(unexplained(rest, waits !== 0));
  return parts.join(', ');
}

const modelText = (model) => ['t_s', 't_d', 't_m', 't_r', 't_op'].filter((name) => model[name])
  .map((name) => `${name} = ${model[name]}`).join(', ');

function latencyFact({max, min, mean}) {
  const name = 'latency of a message';
  return !max ? {name, value: '–'}
    : {name, value: `${digits(mean, 5)} cycles`, remark: `mean; ${min} to ${max}`};
}

function checkFacts({data_check: check, expectations = []}) {
  return [
    {name: 'data check', value: check, tone: {passed: 'good', failed: 'bad'}[check]},
    ...expectations.map(({key, met, measured, expected}) => ({
      name: `expected ${key}`, value: met ? 'met' : `not met: ${plainText(measured)}`, remark: plainText(expected),
      tone: met ? 'good' : 'bad',
    })),
  ];
}

export function runTitle({config}) {
  const played = fileName(config['traffic.schedule']) || config['traffic.algorithm'];
  return `${played} on ${config['topology.kind']} ${fileName(config['topology.file']) || config['topology.dims']}`;
}

// "Broadcast (raw), messages of 4 flits; wormhole, 1 port".
export function runLead({result: {config}, operation}) {
  const file = fileName(config['traffic.schedule']);
  const variant = config['traffic.variant'];
  const ports = config['router.ports'];
  const played = file ? `schedule of ${file}` : operation ?? config['traffic.algorithm'];
  const text = `${played}${variant ? ` (${variant})` : ''}, messages of ${config['traffic.message_flits']} flits; `
    + `${config['router.switching']}, ${ports} port${String(ports) === '1' ? '' : 's'}`
    + (config['traffic.sync'] === 'barrier' ? '' : `, ${config['traffic.sync']}`)
    + (config['link.duplex'] === 'full' ? '' : ', half duplex');
  return text[0].toUpperCase() + text.slice(1);
}

export function runFacts(result) {
  const stuck = result.deadlock !== null;
  const {completion_cycles: completion, lower_bound_cycles: bound, excess_cycles: excess} = result;
  const ratio = bound > 0 && !stuck ? `the run took ${digits(completion / bound)} times as long` : '';
  return facts([
    {
      name: stuck ? 'gave up after' : 'completion', value: cycles(completion),
      remark: realTime(completion * result.config['clock.period']), tone: stuck ? 'bad' : '',
    },
    {name: 'predicted', value: cycles(result.predicted_cycles), remark: termsText(result.predicted_terms)},
    {name: 'excess', value: cycles(excess), remark: splitText(result), tone: excess === 0 ? 'good' : ''},
    {name: 'lower bound', value: cycles(bound), remark: ratio},
    {name: 'critical path', value: cycles(result.critical_path_cycles)},
    latencyFact(result.latency),
    {name: 'rounds', value: String(result.rounds)},
    {name: 'messages', value: String(result.messages), remark: `${result.flits} flits of payload`},
    {name: 'model', value: modelText(result.model), remark: 'cycles'},
    ...checkFacts(result),
  ]);
}

export const headSection = (result) => section('Result', [runFacts(result), notes(result.notes),
  details('Configuration', Object.entries(result.config).map(([key, value]) => [key, plainText(value)]))]);
