// Time against area, of a sweep that knows the area of its routers.
import {picture, section, table, text} from '../model/blocks.mjs';
import {orderedValues, shortNames, textOrNone} from '../model/texts.mjs';
import {colorEncoding, shapeEncoding, yEncoding} from './encodings.mjs';
import {drawnValue, findColumn} from './table.mjs';

const kArea = 'area.network_gates';
const kTime = 'completion_ns';
const kHardware = ['router.', 'link.', 'topology.', 'clock.'];
const kWays = ['algorithm', 'variant', 'segments', 'radix', 'partition', 'sync'].map((key) => `traffic.${key}`);

// What somebody who builds a machine may choose; the other parameters say what the machine is for.
const isChoice = (name) => kHardware.some((part) => name.startsWith(part)) || kWays.includes(name);

// Of every point what its task is, in words: points of one task are compared.
function tasksOf(view) {
  const columns = view.table.columns.filter(({name, parameter, distinct, parts}) =>
    distinct > 1 && parts.length === 0 && (parameter ? !isChoice(name) : name === 'nodes'));
  const names = shortNames(columns.map(({name}) => name));
  return view.points.map((point) =>
    columns.map((column, i) => `${names[i]} = ${textOrNone(column.values[point])}`).join(', '));
}

// For each task the points that no other one of it beats in both: lists of points, by ascending area.
export function paretoFronts(area, time, tasks) {
  const groups = new Map();
  tasks.forEach((task, point) => {
    if (typeof area[point] !== 'number' || typeof time[point] !== 'number') return;
    groups.set(task, [...(groups.get(task) ?? []), point]);
  });
  return [...groups.values()].map((points) => {
    points.sort((a, b) => area[a] - area[b] || time[a] - time[b]);
    return points.reduce((front, point) => {
      const last = front.at(-1);
      const same = last !== undefined && area[last] === area[point] && time[last] === time[point];
      return last === undefined || same || time[point] < time[last] ? [...front, point] : front;
    }, []);
  });
}

export function areaCaveat(tableOfPoints) {
  const column = findColumn(tableOfPoints, 'area.caveat');
  return column ? orderedValues(column.values).filter((value) => value !== null).join('; ') : '';
}

const areaSpec = (view, area, time) => ({
  description: `${kTime} against ${kArea}`, width: 'container', height: 420,
  layer: [
    {
      data: {name: 'front'},
      mark: {type: 'line', strokeWidth: 1.5, strokeDash: [5, 3], color: '#8894a0', interpolate: 'step-after'},
      encoding: {x: area, y: time, detail: {field: 'task'}, description: {field: 'task'}},
    },
    {
      data: {name: 'points'},
      params: [{name: 'picked', select: {type: 'point', fields: [view.color.field]}, bind: 'legend'}],
      mark: {type: 'point', filled: true, size: 60},
      encoding: {
        x: area, y: time, color: colorEncoding(view.color), shape: shapeEncoding(view.color),
        opacity: {condition: {param: 'picked', value: 1}, value: 0.12},
        tooltip: [...view.tooltip, {field: time.field, title: kTime}, {field: area.field, title: kArea}],
      },
    },
  ],
});

export function areaSection(view, data) {
  const [area, time] = [kArea, kTime].map((name) => view.find(name));
  if (![area, time].every((column) => column?.numeric && column.distinct > 1)) return [];
  const tasks = tasksOf(view);
  const others = [kTime, kArea, 'completion_cycles', 'area.period_ns'].map((name) => view.find(name)).filter(Boolean);
  const columns = [...new Set([...view.varied.filter(({distinct}) => distinct > 1), ...others])];
  data.front = paretoFronts(area.values, time.values, tasks).flat().map((point) => Object.fromEntries([['task', tasks[point]],
    ...columns.map((column) => [column.field, drawnValue(column, column.values[point])])]));
  const spec = areaSpec(view, yEncoding(area, {title: 'area of all routers, in NAND2 gates'}),
    yEncoding(time, {title: 'time to completion, ns'}));
  return [section('Time against area', [
    text('completion_ns is completion_cycles × area.period_ns; area.network_gates is the area of all routers. Lines join the '
      + 'points that no other one of the same task beats in both.'),
    text(`${areaCaveat(view.table)}.`),
    picture(spec, ['points', 'front']),
    text('The points on the lines:'),
    table('Points that no other one beats', 'front', columns.map(({field, name}) => ({field, title: name}))),
  ])];
}
