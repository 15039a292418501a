// Shared by all pages: the labels, which come with the page, the font size and colours that the reader chose, and cards.
"use strict";
const labels = JSON.parse(document.body.dataset.labels);
const label = (name, values = {}) => labels[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

function applyDisplay({ size, theme }) {
  document.documentElement.style.setProperty("--size", `${size}px`);
  document.documentElement.dataset.theme = theme;
  for (const image of document.querySelectorAll("img[data-art]")) image.src = artAddress(image.dataset.art);
}

// Returns the address of a picture as the theme needs it: high contrast has outlines instead of soft colours.
function artAddress(art) {
  const look = { night: "-dark", amber: "-dark", day: "-light" }[document.documentElement.dataset.theme] ?? "";
  return art.replace(/(\.svg)$/, `${look}$1`);
}

const storedDisplay = JSON.parse(localStorage.getItem("look") || "null");
if (storedDisplay) applyDisplay(storedDisplay);
const $ = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") setText(element, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null && (value !== "" || name === "alt")) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const RTL_LETTERS = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const RTL_WORDS = new RegExp(`([${RTL_LETTERS}]+(?:[\\s\\d,'’-]*[${RTL_LETTERS}]+)*)`, "u");

// Returns a text as nodes. Words that players wrote from right to left are isolated, so that they do not reverse what
// stands around them; the letters from `start` to `end` are marked.
function isolateWords(text, start = 0, end = 0) {
  let position = 0;
  return text.split(RTL_WORDS).flatMap((part, index) => {
    const from = Math.max(0, start - position), to = Math.min(part.length, end - position);
    position += part.length;
    const nodes = from < to ? [part.slice(0, from), make("mark", { text: part.slice(from, to) }), part.slice(to)] : [part];
    const isRightToLeft = index % 2 === 1;  // the odd parts are those that match
    return isRightToLeft ? [make("bdi", { dir: "rtl" }, ...nodes)] : nodes;
  });
}

function setText(element, value) {
  const text = String(value ?? "");
  if (element.localName !== "bdi" && RTL_WORDS.test(text)) element.replaceChildren(...isolateWords(text));
  else element.textContent = text;
}

const drawn = {};  // what each part of the page shows, as JSON

// Redraws only what has changed, so that the screen reader and the focus keep their position.
function redraw(name, value, draw) {
  const text = JSON.stringify(value ?? null);
  if (drawn[name] === text) return;
  drawn[name] = text;
  const focused = document.activeElement?.dataset?.key;
  draw(value);
  if (focused && !document.activeElement?.dataset?.key)
    document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// --- cards -----------------------------------------------------------------------------------------

function makePicture(card) {
  const scene = make("span", { class: "scene", "data-count": card.emoji.length });
  card.emoji.forEach((emoji) => scene.append(make("span", { text: emoji, "aria-hidden": "true" })));
  return make("span", { class: "picture", role: "img", "aria-label": card.sentence || card.name }, scene);
}

function cardContents(card, count, number) {
  const parts = [];
  if (card.number) parts.push(make("span", { class: "number", text: card.number }));
  if (card.emoji.length) parts.push(makePicture(card));
  parts.push(make("span", { class: "name", text: card.name }));
  if (card.note) parts.push(make("span", { class: "note", text: card.note }));
  // screen readers get this sentence with the picture
  if (card.sentence) parts.push(make("span", { class: "sentence", text: card.sentence, "aria-hidden": card.emoji.length ? "true" : null }));
  if (count > 1) parts.push(make("span", { class: "visually-hidden", text: label("page-place", { number, count }) }));
  return parts;
}

// --- players ---------------------------------------------------------------------------------------

const SHAPES = [  // in a square of 100 by 100
  "M50 8 95 90H5Z", "M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88Z", "M10 10h80v80H10Z", "m50 4 14 31 34 4-25 23 7 34-30-17-30 17 7-34L2 39l34-4Z",
  "M50 3 96 50 50 97 4 50Z", "M50 92C20 68 6 54 6 34a22 22 0 0 1 44-8a22 22 0 0 1 44 8c0 20-14 34-44 58Z", "M27 9h46l23 41-23 41H27L4 50Z",
  "M36 6h28v30h30v28H64v30H36V64H6V36h30Z", "M62 6a46 46 0 1 0 32 62A38 38 0 0 1 62 6Z", "M50 92 5 10h90Z", "M4 32h92L78 90H22Z", "M50 4c24 30 34 42 34 58a34 34 0 0 1-68 0c0-16 10-28 34-58Z",
];

// Returns the shape of a player in the player's colour. Players are numbered from 0, in the order of their seats.
function makeShape(player) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  shape.setAttribute("viewBox", "0 0 100 100");
  shape.setAttribute("class", "shape");
  shape.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(shape.namespaceURI, "path");
  path.setAttribute("d", SHAPES[player % SHAPES.length]);
  path.style.fill = `var(--player-${player % SHAPES.length + 1})`;
  shape.append(path);
  return shape;
}
