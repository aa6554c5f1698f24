// A table seen along chosen axes: what the pictures and texts of a sweep are made of.
import {textOrNone, shortNames} from '../model/texts.mjs';
import {findCrossovers} from './crossovers.mjs';
import {drawnValue, findColumn, logSpread, partsOf} from './table.mjs';

const kTheory = ['predicted_cycles', 'excess_cycles', 'lower_bound_cycles'];

export class SweepView {
  constructor(table, axes) {
    Object.assign(this, axes, {table});
    // What closed form and lower bound say something on.
    this.showsTheory = ['completion_cycles', 'theory_cycles'].includes(this.y.name)
      && ['predicted_cycles', 'lower_bound_cycles'].every((name) => this.find(name));
    // The parameters on the axes and those that keep points apart besides.
    const axesOf = [this.x, ...partsOf(this.color), ...(this.facet ? partsOf(this.facet) : []), ...this.rest];
    this.varied = [...new Set(axesOf)].filter((column) => column.parameter);
    this.names = shortNames(this.rest.map(({name}) => name));
  }

  find(name) { return findColumn(this.table, name); }

  get points() { return Array.from({length: this.table.points}, (_, point) => point); }

  inFacet(value) {
    return value === undefined ? this.points : this.points.filter((point) => this.facet.values[point] === value);
  }

  // What keeps a point apart from others of one x and one colour.
  restOf(point) { return [...(this.facet ? [this.facet] : []), ...this.rest].map(({values}) => values[point] ?? '').join(' '); }

  // Columns that a page needs: the axes, and what is not the same in all points.
  isShown(column) {
    return column === this.table.columns[0] || [this.x, this.y, this.color, this.facet].includes(column)
      || column.distinct > 1 || (this.showsTheory && kTheory.includes(column.name));
  }

  // Rows of points, by the fields of columns, with `rest`.
  rows(points) {
    const shown = this.table.columns.filter((column) => this.isShown(column));
    return points.map((point) => {
      const row = {rest: this.restOf(point)};
      for (const column of shown) row[column.field] = drawnValue(column, column.values[point]);
      return row;
    });
  }

  // Points that no line shows: the only ones of their colour and rest, and all where x is no number.
  alone(facet) {
    return [...this.grouped(facet).values()].filter((points) => points.length === 1 || !this.x.numeric).flat();
  }

  // Points by colour and rest.
  grouped(facet) {
    const lines = new Map();
    for (const point of this.inFacet(facet)) {
      const key = `${this.color.values[point]}\n${this.restOf(point)}`;
      if (!lines.has(key)) lines.set(key, []);
      lines.get(key).push(point);
    }
    return lines;
  }

  // Lines of a column over x, by what else keeps them apart: series with `point`, one of theirs. Several
  // points of one place count as their mean.
  lines(column, facet) {
    const groups = new Map();
    for (const points of this.grouped(facet).values()) {
      const sums = new Map();
      for (const point of points) {
        const [x, y] = [this.x.values[point], column.values[point]];
        if (typeof x !== 'number' || typeof y !== 'number') continue;
        const {sum, count} = sums.get(x) ?? {sum: 0, count: 0};
        sums.set(x, {sum: sum + y, count: count + 1});
      }
      if (sums.size === 0) continue;
      const places = [...sums].map(([x, {sum, count}]) => ({x, y: sum / count})).sort((a, b) => a.x - b.x);
      const rest = this.restOf(points[0]);
      groups.set(rest, [...(groups.get(rest) ?? []), {point: points[0], points: places, name: this.fullName(points[0])}]);
    }
    return groups;
  }

  // "aas-hc-dex (ports = 1, link.delay = 2)".
  fullName(point) {
    const rest = this.rest.map(({values}, i) => `${this.names[i]} = ${textOrNone(values[point])}`).join(', ');
    return `${textOrNone(this.color.values[point])}${rest ? ` (${rest})` : ''}`;
  }

  crossovers(facet) {
    if (!this.x.numeric || this.color === this.x) return [];
    const wholeX = this.x.values.every((value) => value === null || Number.isInteger(value));
    const log = {x: logSpread(this.x) > 0, y: logSpread(this.y) > 0, wholeX};
    return [...this.lines(this.y, facet).values()].flatMap((series) => findCrossovers(series, log));
  }

  // Names of series that have the same values of a column at the same x, a list for each.
  coinciding(column, facet) {
    const same = new Map();
    for (const {points, name} of [...this.lines(column, facet).values()].flat()) {
      const shape = JSON.stringify(points);
      same.set(shape, [...(same.get(shape) ?? []), name]);
    }
    return [...same.values()].filter((names) => names.length > 1);
  }

  // Points that no picture can show because they lack a number on that axis; what a stuck run did not
  // measure does not count.
  notDrawn(axis) {
    const deadlock = this.find('deadlock');
    const ended = (point) => !deadlock || deadlock.values[point] === 'none';
    return !axis.numeric ? 0
      : this.points.filter((point) => axis.values[point] === null && (axis.parameter || ended(point))).length;
  }

  // What a pointer over a point tells.
  get tooltip() {
    const theory = this.showsTheory ? kTheory.map((name) => this.find(name)).filter(Boolean) : [];
    const columns = new Set([...this.varied, this.x, this.y, ...theory, this.table.columns[0]]);
    return [...columns].map(({field, name}) => ({field, title: name}));
  }
}
