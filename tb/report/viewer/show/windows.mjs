// Pictures over time show a window of it. The strip above is all of the time: a drag in it picks the
// window, a drag of the window or of the picture moves it; the wheel with Ctrl, or + and -, zoom.
import {element} from './rows.mjs';

const kZoom = 1.25;

// From the left of a picture to its axes.
const plotLeft = (view) => view.origin()[0] + view.padding().left;

const timeWindows = new Map();  // by picture
export const forgetWindows = () => timeWindows.clear();

class TimeWindow {
  constructor(picture, view, strip) {
    this.picture = picture;
    this.view = view;
    this.strip = strip;
    [this.first, this.last] = picture.strip.span;
    this.least = Math.min(this.last - this.first, 2);
    this.box = document.getElementById(picture.id);
    this.stripBox = document.getElementById(picture.strip.id);
    this.tools = document.getElementById(`${picture.strip.id}-tools`);
    this.frame = element('div', this.stripBox, undefined, 'window');
    this.show(...(picture.window ?? [this.first, this.last]));
  }

  get size() { return this.to - this.from; }

  // Pictures of the same time show the same window of it.
  set(from, to) {
    for (const other of timeWindows.values()) {
      if (other.first === this.first && other.last === this.last) other.show(from, to);
    }
  }

  show(from, to) {
    const size = Math.min(Math.max(to - from, this.least), this.last - this.first);
    this.from = Math.min(Math.max(from, this.first), this.last - size);
    this.to = this.from + size;
    this.picture.window = [this.from, this.to];
    this.place();
    this.tools.querySelector('output').textContent =
      `cycles ${Math.round(this.from)} to ${Math.round(this.to)}`;
    this.view.signal('window', [this.from, this.to]).runAsync();
  }

  place() {
    const left = plotLeft(this.strip);
    const scale = this.strip.scale('x');
    this.frame.style.left = `${left + scale(this.from)}px`;
    this.frame.style.width = `${Math.max(scale(this.to) - scale(this.from), 2)}px`;
  }

  move(cycles) { this.set(this.from + cycles, this.to + cycles); }

  // By a factor, around a time that keeps its place.
  zoom(factor, around = (this.from + this.to) / 2) {
    const size = Math.min(Math.max(this.size * factor, this.least), this.last - this.first);
    const from = around - (around - this.from) * size / this.size;
    this.set(from, from + size);
  }

  all() { this.set(this.first, this.last); }

  // The time under a pointer.
  static time(view, box, event) {
    return view.scale('x').invert(event.clientX - box.getBoundingClientRect().left - plotLeft(view));
  }

  press(key) {
    const steps = {
      '+': () => this.zoom(1 / kZoom), '=': () => this.zoom(1 / kZoom), '-': () => this.zoom(kZoom),
      ArrowLeft: () => this.move(-this.size / 4), ArrowRight: () => this.move(this.size / 4),
      Home: () => this.move(this.first - this.from), End: () => this.move(this.last - this.to), 0: () => this.all(),
    };
    steps[key]?.();
    return key in steps;
  }
}

// Calls `move` with every event of a drag that begins in a box, and what `begin` made of the first.
function onDrag(box, begin, move) {
  box.onpointerdown = (event) => {
    if (event.button !== 0 || event.target.closest('details')) return;
    const drag = new AbortController();
    const start = begin(event);
    window.addEventListener('pointermove', (moved) => move(moved, start), {signal: drag.signal});
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => drag.abort(), {signal: drag.signal});
    }
  };
}

export function showWindow(picture, view, strip) {
  const shown = new TimeWindow(picture, view, strip);
  timeWindows.set(picture, shown);
  const {box, stripBox, tools} = shown;
  onDrag(box, (event) => ({x: event.clientX, from: shown.from, to: shown.to}), (event, start) => {
    const cycles = (start.x - event.clientX) * (start.to - start.from) / view.signal('width');
    shown.set(start.from + cycles, start.to + cycles);
  });
  onDrag(stripBox, (event) => {
    const time = TimeWindow.time(strip, stripBox, event);
    const within = time > shown.from && time < shown.to && shown.size < 0.95 * (shown.last - shown.first);
    return {time, within, from: shown.from, to: shown.to};
  }, (event, start) => {
    const by = TimeWindow.time(strip, stripBox, event) - start.time;
    if (start.within) {
      shown.set(start.from + by, start.to + by);
    } else {
      shown.set(Math.min(start.time, start.time + by), Math.max(start.time, start.time + by));
    }
  });
  box.onwheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    shown.zoom(event.deltaY > 0 ? kZoom : 1 / kZoom, TimeWindow.time(view, box, event));
  };
  box.ondblclick = stripBox.ondblclick = () => shown.all();
  tools.onclick = (event) => { shown.press(event.target.dataset.key); };
  tools.parentElement.onkeydown = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && shown.press(event.key)) event.preventDefault();
  };
  strip.addResizeListener(() => shown.place());
}
