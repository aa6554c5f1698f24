// Opens the page that the program has put into this file.
import {buildPage} from '../pages.mjs';
import {acceptDrops} from './drop.mjs';
import {shown} from './rows.mjs';
import {makeThemeButton, show} from './show.mjs';

export function start() {
  const {theme, inputs} = JSON.parse(document.getElementById('page-data').textContent);
  shown.theme = theme;
  makeThemeButton();
  if (inputs.kind === 'empty') acceptDrops();
  show(buildPage(inputs));
}
