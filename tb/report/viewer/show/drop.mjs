// Files that a reader drops on a page that was opened empty, or chooses on it. More of them are added to
// those that are there.
import {inputsOfFiles} from '../files.mjs';
import {buildPage} from '../pages.mjs';
import {show} from './show.mjs';

const given = new Map();  // texts by names

const asPromise = (call) => new Promise((done, failed) => { call(done, failed); });

// The files in an entry of a drop, which may be a folder.
async function filesIn(entry) {
  if (entry.isFile) return [await asPromise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader();
  const files = [];
  for (let some = [undefined]; some.length > 0;) {  // a reader gives not all at once
    some = await asPromise((done, failed) => reader.readEntries(done, failed));
    for (const each of some) files.push(...await filesIn(each));
  }
  return files;
}

// Shows what all files say that were given so far.
export async function take(files) {
  const results = files.filter((file) => file.name.endsWith('.json'));
  for (const file of results) given.set(file.webkitRelativePath || file.name, await file.text());
  const inputs = inputsOfFiles([...given].map(([name, text]) => ({name, text})));
  if (inputs.kind === 'empty') given.clear();
  await show(buildPage(inputs));
}

export function acceptDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    // Both are gone after the event.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    await take(entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : files);
  });
  document.addEventListener('change', (event) => {
    if (event.target.type === 'file') take([...event.target.files]);
  });
}
