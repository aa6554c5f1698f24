// The page of what the program, or a reader, gives: {title, lead, data, blocks}.
import {choosePage} from './choose/choose_page.mjs';
import {emptyPage} from './empty_page.mjs';
import {loadPage} from './load/load_page.mjs';
import {rowsOf, unpacked} from './model/unpack.mjs';
import {programPage} from './program/program_page.mjs';
import {tracesPage} from './program/traces_page.mjs';
import {pairPage, runPage} from './run/run_page.mjs';
import {galleryPage} from './sweep/gallery_page.mjs';
import {sweepPage} from './sweep/sweep_page.mjs';

const kKinds = {
  choose: choosePage,
  empty: emptyPage,
  gallery: (inputs) => galleryPage({...inputs, rounds: inputs.rounds.map(rowsOf)}),
  load: (inputs) => loadPage(unpacked(inputs)),
  pair: (inputs) => pairPage(unpacked(inputs)),
  program: (inputs) => programPage(unpacked(inputs)),
  run: (inputs) => runPage(unpacked(inputs)),
  sweep: sweepPage,
  traces: tracesPage,
};

export const buildPage = (inputs) => kKinds[inputs.kind](inputs);
