// How many of some spans of time, each from `start` to `end`, there were at once, as a mean over
// every part of 0 … `span`.
const kSteps = 240;

export function atOnce(spans, span) {
  const step = Math.max(1, Math.ceil(span / kSteps));
  const sums = Array.from({length: Math.ceil(span / step)}, () => 0);
  for (const {start, end} of spans) {
    for (let i = Math.floor(start / step); i * step < end && i < sums.length; ++i) {
      sums[i] += Math.min(end, (i + 1) * step) - Math.max(start, i * step);
    }
  }
  return sums.map((sum, i) => ({from: i * step, to: Math.min(span, (i + 1) * step), count: sum / step}));
}
