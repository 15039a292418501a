// Opens a book with Readium's parser, as the reader Thorium does, and prints what it found.
// A DAISY book is first converted to a Readium publication, in FOLDER.
// node open_book.js MODULES BOOK FOLDER
"use strict";
const path = require("path");
const [modules, book, folder] = process.argv.slice(2);
const readium = (name) => require(path.join(modules, "node_modules/r2-shared-js/dist/es8-es2017/src", name));

readium("init-globals").initGlobalConverters_SHARED();
readium("init-globals").initGlobalConverters_GENERIC();
const { PublicationParsePromise } = readium("parser/publication-parser");
const { convertDaisyToReadiumWebPub } = readium("parser/daisy-convert-to-epub");
const { getAllMediaOverlays } = readium("parser/epub");
const { isDaisyPublication } = readium("parser/daisy");

// Returns every pair of text and sound, in reading order.
function pairs(node) {
  const own = node.Text && node.Audio ? [[node.Text, node.Audio]] : [];
  return own.concat(...(node.Children || []).map(pairs));
}

(async () => {
  const opened = await PublicationParsePromise(book);
  const found = { title: opened.Metadata.Title, duration: opened.Metadata.Duration };
  found.contents = (opened.TOC || []).map((entry) => entry.Title);
  if (await isDaisyPublication(book)) {
    found.converted = await convertDaisyToReadiumWebPub(folder, opened);
  } else {
    found.pairs = [].concat(...(await getAllMediaOverlays(opened)).map(pairs));
  }
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
})().catch((error) => { console.error(error); process.exit(1); });
