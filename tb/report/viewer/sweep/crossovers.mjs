// Where series change order. A series is {name, points}, points {x, y} by ascending x.

// The values of two series where both have one.
function commonPoints(a, b) {
  const other = new Map(b.points.map(({x, y}) => [x, y]));
  return a.points.filter(({x}) => other.has(x)).map(({x, y}) => ({x, a: y, b: other.get(x)}));
}

const identity = (value) => value;

// Where the lines of two series meet between two places, on axes that may be logarithmic.
function meeting(left, right, log) {
  const [inX, outX] = log.x ? [Math.log, Math.exp] : [identity, identity];
  const [inY, outY] = log.y ? [Math.log, Math.exp] : [identity, identity];
  const before = inY(left.a) - inY(left.b);
  const after = inY(right.a) - inY(right.b);
  const part = before / (before - after);
  const between = (from, to, at) => from + at * (to - from);
  const x = outX(between(inX(left.x), inX(right.x), part));
  if (!log.wholeX) return {x, y: outY(between(inY(left.a), inY(right.a), part))};
  // The first whole number from there on, on the line that is the lower one then.
  const whole = Math.ceil(x * (1 - 1e-9));
  const at = (inX(whole) - inX(left.x)) / (inX(right.x) - inX(left.x));
  const lower = right.a < right.b ? [left.a, right.a] : [left.b, right.b];
  return {x: whole, y: outY(between(inY(lower[0]), inY(lower[1]), at))};
}

function crossoversOf(a, b, log) {
  const found = [];
  let last;  // where one was below the other
  let touching;  // where both were equal first since then
  for (const pair of commonPoints(a, b)) {
    const order = Math.sign(pair.a - pair.b);
    if (order === 0) {
      touching ??= {x: pair.x, y: pair.a};
      continue;
    }
    if (last && last.order !== order) {
      found.push({...(touching ?? meeting(last, pair, log)), before: last.order < 0 ? a : b, after: last.order < 0 ? b : a});
    }
    last = {...pair, order};
    touching = undefined;
  }
  return found;
}

// All places where two of the series change order, by x: {x, y, before, after}, the series that is lower
// before and the one that is from there on. Between two sizes that both have, each is a straight line on
// the axes of the picture, log: {x, y, wholeX}; where x is whole numbers, the place is the first of them
// at which the lines have met. Series that touch without changing order have none.
export function findCrossovers(series, log) {
  const found = series.flatMap((a, i) => series.slice(i + 1).flatMap((b) => crossoversOf(a, b, log)));
  return found.sort((a, b) => a.x - b.x);
}

// True where two places on an axis are nearer than a text is long. `spread`: the largest value by the
// smallest of a logarithmic axis; on others only equal places are near.
const near = (a, b, spread) => a === b || (spread > 1 && Math.abs(Math.log(a / b)) < 0.05 * Math.log(spread));

// What stands beside the marks: their x. Marks that are near share the text of the first, "13.4, 13.6".
export function crossoverLabels(crossovers, wide, high) {
  const labels = [];
  for (const {x, y} of crossovers) {
    const words = String(Number(x.toPrecision(3)));
    const first = labels.findIndex((label, i) =>
      label !== '' && near(crossovers[i].x, x, wide) && near(crossovers[i].y, y, high));
    labels.push(first < 0 ? words : '');
    if (first >= 0 && labels[first].split(' ').at(-1) !== words) labels[first] += `, ${words}`;
  }
  return labels;
}
