// Draws the pictures of a page in Node.js: draw.js DATA FOLDER. DATA is what the page hands to its
// scripts; FOLDER gets 0.svg, 1.svg … The library is beside this file.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const kWidth = 1000;  // pixels, of pictures that take all there are

for (const name of ['vega.min.js', 'vega-lite.min.js']) {
  vm.runInThisContext(fs.readFileSync(path.join(__dirname, name), 'utf8'), name);
}

function rows(columns) {
  const names = Object.keys(columns);
  return names.length === 0 ? [] : columns[names[0]].map((_, row) =>
    Object.fromEntries(names.map((name) => [name, columns[name][row]])));
}

async function draw(page, picture) {
  const {spec} = picture;
  const width = picture.max_width ?? kWidth;
  const height = spec.usermeta?.aspect ? Math.min(spec.height, Math.round(width * spec.usermeta.aspect)) : spec.height;
  const datasets = Object.fromEntries(picture.data.map((name) => [name, rows(page.data[name])]));
  const compiled = vegaLite.compile({...spec, width, height, datasets}, {config: {...page.theme.config, background: 'white'}});
  return new vega.View(vega.parse(compiled.spec), {renderer: 'none'}).toSVG();
}

async function main([data, folder]) {
  const page = JSON.parse(fs.readFileSync(data, 'utf8'));
  for (const [i, picture] of page.pictures.entries()) {
    fs.writeFileSync(path.join(folder, `${i}.svg`), await draw(page, picture));
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(String(error.message));
  process.exitCode = 1;
});
