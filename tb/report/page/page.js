// Fills the page: tables, selectors, pictures.
function makeThemeButton() {
  const button = document.getElementById('theme');
  const name = () => { button.textContent = isDark() ? 'Light' : 'Dark'; };
  button.hidden = false;
  button.addEventListener('click', async () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    for (const picture of page.pictures.filter((one) => views.has(one))) {
      await draw(picture);
    }
  });
  name();
}

async function show() {
  makeThemeButton();
  const tables = page.tables.map(tabulate);
  page.selectors.forEach((selectors) => makeSelectors(selectors, tables));
  page.cards.forEach(makeCards);
  for (const picture of page.pictures.filter((one) => !one.lazy)) {
    await draw(picture);
  }
  await drawWhenSeen(page.pictures.filter((one) => one.lazy));
  document.documentElement.dataset.ready = Math.round(performance.now());
}
show();
