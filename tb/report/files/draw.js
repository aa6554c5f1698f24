// Draws the pictures of a page in Node.js: draw.js DATA FOLDER. DATA is what the page hands to its
// scripts; FOLDER gets 0.svg, 1.svg … and titles.txt. The scripts are beside this file.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const kWidth = 1000;  // pixels, of pictures that take all there are

for (const name of ['vega.min.js', 'vega-lite.min.js', 'model.js']) {
  vm.runInThisContext(fs.readFileSync(path.join(__dirname, name), 'utf8'), name);
}

async function draw(page, theme, picture) {
  const width = picture.maxWidth ?? kWidth;
  const spec = picture.variants?.specs[picture.variants.first] ?? picture.spec;
  const height = picture.aspect ? Math.min(spec.height, Math.round(width * picture.aspect)) : spec.height;
  const datasets = Object.fromEntries(picture.data.map((name) => [name, page.data[name].map((row) => ({...row}))]));
  const layer = spec.layer?.filter((one) => one.data === undefined || page.data[one.data.name].length > 0);
  const drawn = {...spec, ...(layer && {layer}), width, height, datasets};
  const compiled = vegaLite.compile(drawn, {config: {...theme.config, background: 'white'}});
  return new vega.View(vega.parse(compiled.spec), {renderer: 'none'}).toSVG();
}

async function main([data, folder]) {
  const {theme, inputs} = JSON.parse(fs.readFileSync(data, 'utf8'));
  const page = layOut(buildPage(inputs));
  for (const [i, picture] of page.pictures.entries()) {
    fs.writeFileSync(path.join(folder, `${i}.svg`), await draw(page, theme, picture));
  }
  fs.writeFileSync(path.join(folder, 'titles.txt'), page.pictures.map(({title}) => `${title}\n`).join(''));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(String(error.message));
  process.exitCode = 1;
});
