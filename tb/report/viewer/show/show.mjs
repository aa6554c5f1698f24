// Fills the document with a page: blocks, tables, lists, pictures.
import {layOut} from '../model/blocks.mjs';
import {makeCards} from './cards.mjs';
import {draw, drawTheRest, drawWhenSeen, earlyPictures, isDark, views} from './pictures.mjs';
import {render} from './render.mjs';
import {chosen, shown} from './rows.mjs';
import {makeSelectors} from './selectors.mjs';
import {tabulate} from './tables.mjs';
import {forgetWindows} from './windows.mjs';

export function makeThemeButton() {
  const button = document.getElementById('theme');
  const name = () => { button.textContent = isDark() ? 'Light' : 'Dark'; };
  button.hidden = false;
  button.addEventListener('click', async () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    for (const picture of shown.page.pictures.filter((one) => views.has(one))) {
      await draw(picture);
    }
  });
  name();
}

// Sets data-ready when all is drawn that can be seen at first, to the milliseconds since the page was
// opened.
export async function show(page) {
  const main = document.querySelector('main');
  views.forEach((view) => view.finalize());
  [views, chosen].forEach((map) => map.clear());
  forgetWindows();
  shown.page = layOut(page);
  document.title = page.title;
  main.replaceChildren();
  for (const block of [{type: 'title', ...page}, ...page.blocks]) render(main, block);
  const tables = shown.page.tables.map(tabulate);
  shown.page.selectors.forEach((selectors) => makeSelectors(selectors, tables));
  shown.page.cards.forEach(makeCards);
  const {pictures} = shown.page;
  const early = earlyPictures(pictures);
  for (const picture of early) {
    await draw(picture);
  }
  await drawWhenSeen(pictures.filter((one) => !early.includes(one)));
  document.documentElement.dataset.ready = Math.round(performance.now());
  await drawTheRest(pictures.filter((one) => !one.lazy && !views.has(one)));
}
