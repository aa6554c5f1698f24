// The page of a sweep.
import {details, facts, heading, part, section, selectors, table, text} from '../model/blocks.mjs';
import {orderedValues, plainText, rangeText, textOrNone} from '../model/texts.mjs';
import {areaCaveat, areaSection} from './area.mjs';
import {chooseAxes} from './axes.mjs';
import {excessSection, mainBlocks, measureSection, measureTitle} from './sweep_pictures.mjs';
import {drawnValue, drawnValues, partsOf, readTable} from './table.mjs';
import {SweepView} from './view.mjs';

const kLegendHint = 'A click in the legend picks a series, a double click all.';

// "60 simulated points: traffic.message_flits 1 … 256 (5 values)".
export function sweepLead(view) {
  const {points, predicted} = view.table;
  const ranges = view.varied.map((column) => `${column.name} ${rangeText(column.values)}`).join('; ');
  return `${points} ${predicted ? 'predicted' : 'simulated'} point${points === 1 ? '' : 's'}${ranges && `: ${ranges}`}`;
}

export const sweepSelectors = (view) => selectors(view.varied.filter(({distinct}) => distinct > 1)
  .map((column) => ({field: column.field, title: column.name, values: drawnValues(column)})), 'points');

// How many points of the sweep have something to tell; nothing where none has.
function alarmFacts(view, {without_result: lacking = 0, predicted = 0}) {
  const {table: points} = view;
  const failed = view.find('data_check')?.values.filter((value) => value === 'failed').length ?? 0;
  return [
    ['stuck', points.stuck, 'without measurements, see the table'],
    ...[view.x, view.y].map((axis) => [`without ${axis.name}`, view.notDrawn(axis), 'not in the picture, see the table']),
    ...(points.predicted ? [['without a prediction', lacking, 'they do not fit, not shown']]
      : [['predicted only', predicted, 'not simulated, not shown'],
        ['without a result', lacking, 'failed or not yet run, not shown']]),
    ['data check failed', failed, 'see the table'],
  ].filter(([, count]) => count > 0).map(([name, count, remark]) => ({name, value: String(count), remark, tone: 'bad'}));
}

function sweepHead(view, leftOut) {
  const {table: points} = view;
  const caveat = areaCaveat(points);
  const same = points.columns.filter(({distinct, parameter, parts}) => distinct === 1 && parameter && parts.length === 0);
  return section('Sweep', [
    facts([{name: 'points', value: String(points.points)},
      ...view.varied.map((column) => ({name: column.name, value: rangeText(column.values)})), ...alarmFacts(view, leftOut)]),
    ...(caveat ? [text(`Areas and periods of the clock: ${caveat}.`)] : []),
    ...(leftOut.step > 1 ? [text(`There are too many points to draw: one in ${leftOut.step} is shown.`)] : []),
    details('What all points have in common', same.map(({name, values}) => [name, plainText(values[0])])),
  ]);
}

function facetBlocks(view, data) {
  return orderedValues(view.facet.values).map((value, i) => {
    const [point] = view.inFacet(value);
    const kept = partsOf(view.facet).map((column) => [column.field, drawnValue(column, column.values[point])]);
    return part(Object.fromEntries(kept), [heading(`${view.facet.name} = ${textOrNone(value)}`),
      ...mainBlocks(view, data, `crossovers ${i + 1}`, value)]);
  });
}

function theoryText(view) {
  const lines = view.x.numeric;
  if (view.table.predicted) {
    return `Nothing was simulated: ${lines ? 'points' : 'points and thick dashes'} are the closed form, or the lower bound `
      + `where that is higher, ${lines ? 'dotted lines' : 'thin dashes'} the lower bound. `;
  }
  return lines ? 'Points are simulated; lines join the values of the closed form at the points, or of the lower bound where '
    + 'that is higher; dotted ones those of the lower bound. '
    : 'Points are simulated; a thick dash is the closed form, or the lower bound where that is higher, a thin one the lower '
    + 'bound. ';
}

function mainSection(view, data) {
  const title = view.table.predicted ? 'Theory' : view.showsTheory ? 'Simulation and theory' : 'Simulation';
  return section(title, [text((view.showsTheory ? theoryText(view) : '') + kLegendHint),
    ...(view.facet ? facetBlocks(view, data) : mainBlocks(view, data, 'crossovers'))]);
}

// The axes first, the name of the point last.
function pointSection(view) {
  const [name, ...others] = view.table.columns;
  const columns = new Set([...view.varied, view.y, ...others.filter((column) => view.isShown(column)), name]);
  const shown = [...columns].filter(({parts}) => parts.length === 0);
  return section('Points', [text('What is the same in all points is left out.'),
    table('Points', 'points', shown.map(({field, name: title}) => ({field, title})))]);
}

export function sweepPage({table: given, axes, left_out: leftOut = {}}) {
  const points = readTable(given);
  const view = new SweepView(points, chooseAxes(points, axes));
  const data = {points: view.rows(view.points)};
  const blocks = [
    sweepHead(view, leftOut), ...sweepSelectors(view), mainSection(view, data), ...excessSection(view),
    ...areaSection(view, data), ...measureSection(view), pointSection(view),
  ];
  return {title: measureTitle(view), lead: sweepLead(view), data, blocks};
}
