// Blocks as elements of the document. Pictures, tables and lists are boxes here, to be filled later.
import {element} from './rows.mjs';

const kTimeButtons = [['+', 'Zoom in'], ['-', 'Zoom out'], ['ArrowLeft', 'Earlier'], ['ArrowRight', 'Later'], ['0', 'Show all']];

function box(parent, id, type) {
  const made = element('div', parent, undefined, type);
  made.id = id;
  return made;
}

function factList(parent, list) {
  const facts = element('dl', parent, undefined, 'facts');
  for (const {name, value, remark, tone} of list) {
    const fact = element('div', facts);
    element('dt', fact, name);
    const said = element('dd', fact, value, tone);
    if (remark) {
      said.append(' ');
      element('small', said, remark);
    }
  }
}

function detailList(parent, {summary, lines}) {
  const details = element('details', parent);
  element('summary', details, summary);
  const body = element('tbody', element('table', details));
  for (const [name, value] of lines) {
    const line = element('tr', body);
    element('th', line, name).scope = 'row';
    element('td', line, value);
  }
}

function pictureBox(parent, picture) {
  const figure = element('figure', parent);
  const made = box(figure, picture.id, 'picture');
  if (picture.lazy) made.style.minHeight = `${picture.spec.height}px`;
  if (picture.maxWidth) made.style.maxWidth = `${picture.maxWidth}px`;
}

function overTimeBox(parent, {id, strip}) {
  const figure = element('figure', parent);
  figure.tabIndex = 0;
  figure.setAttribute('role', 'group');
  figure.setAttribute('aria-label', 'Picture over time: plus and minus zoom, arrows move, 0 shows all');
  const tools = box(figure, `${strip.id}-tools`, 'tools');
  for (const [key, text] of kTimeButtons) {
    const button = element('button', tools, text);
    button.type = 'button';
    button.dataset.key = key;
  }
  element('output', tools);
  box(figure, strip.id, 'picture strip');
  box(figure, id, 'picture over-time');
}

function inside(made, {blocks}) {
  blocks.forEach((block) => render(made, block));
}

const kRenderers = {
  title: (parent, {title, lead}) => {
    element('h1', parent, title);
    element('p', parent, lead, 'lead');
  },
  section: (parent, block) => {
    const made = element('section', parent);
    element('h2', made, block.title);
    inside(made, block);
  },
  columns: (parent, block) => inside(element('div', parent, undefined, 'columns'), block),
  part: (parent, block) => inside(box(parent, block.id, 'part'), block),
  cards: (parent, block) => {
    box(parent, `${block.id}-tools`, 'tools');
    inside(box(parent, block.id, 'cards'), block);
  },
  heading: (parent, {text}) => element('h3', parent, text),
  text: (parent, {text}) => element('p', parent, text),
  alarm: (parent, {text}) => element('p', parent, text, 'alarm'),
  notes: (parent, {list}) => {
    const made = list.length > 0 && element('ul', parent, undefined, 'notes');
    list.forEach((note) => element('li', made, note));
  },
  facts: (parent, {list}) => factList(parent, list),
  details: detailList,
  picture: pictureBox,
  'over-time': overTimeBox,
  drop: (parent, {said}) => {
    const made = element('section', parent, undefined, 'drop');
    element('p', made, said);
    const input = element('input', element('label', made, 'Files '));
    Object.assign(input, {type: 'file', multiple: true, accept: '.json'});
  },
  table: (parent, {id}) => box(parent, id),
  selectors: (parent, {id}) => box(parent, id, 'tools'),
};

export function render(parent, block) {
  kRenderers[block.type](parent, block);
}
