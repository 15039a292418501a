// Shared by the big screen and the phones: settings, typing and the connection.
// The script of each page defines `show(page)`, `showSpoken(words)` and `showMeter(meter)`, and calls `connect()`.
"use strict";
const MIN_SIZE = 24, MAX_SIZE = 200, SIZE_STEP = 1.25;  // font size in pixels
const MIN_LINES = 9, MIN_WIDTH_EM = 16;  // space that a page needs before its caption stays in view
const root = document.documentElement, phone = document.body.classList.contains("phone");
let page = null, saving = 0;
let display = { size: 40, theme: "evening", reader: false };

// Keeps the caption in view at the bottom if the font size leaves enough space.
function updateRoomy() {
  const { size } = display;
  root.classList.toggle("roomy", innerHeight > MIN_LINES * size && (phone || innerWidth > MIN_WIDTH_EM * size));
}

function useDisplay(next) {
  display = next;
  applyDisplay({ size: display.size, theme: page?.dim ? "sleep" : display.theme });
  updateRoomy();
  localStorage.setItem("look", JSON.stringify(display));  // for the pages without a connection
  $("theme").value = display.theme;
  $("reader").checked = display.reader;
}

function changeDisplay(changes) {
  useDisplay({ ...display, ...changes });
  clearTimeout(saving);
  if (typeof fitPage === "function") fitPage();
  saving = setTimeout(() => { saving = 0; send({ kind: "look", ...display }); }, 400);
}

const setSize = (size) => changeDisplay({ size: Math.round(Math.max(MIN_SIZE, Math.min(MAX_SIZE, size))) });

// --- user actions ----------------------------------------------------------------------------------

$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text) send({ kind: "say", text });
  $("text").value = "";
});
$("always").addEventListener("click", (event) => {
  const text = event.target.closest("button")?.textContent;
  if (text) send({ kind: "say", text });
});
$("bigger").addEventListener("click", () => setSize(display.size * SIZE_STEP));
$("smaller").addEventListener("click", () => setSize(display.size / SIZE_STEP));
$("theme").addEventListener("change", (event) => changeDisplay({ theme: event.target.value }));
$("reader").addEventListener("change", (event) => changeDisplay({ reader: event.target.checked }));
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio" && event.target.type !== "checkbox";
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") setSize(display.size * SIZE_STEP);
  else if (event.key === "-") setSize(display.size / SIZE_STEP);
  else return;
  event.preventDefault();
});
// Pinching changes the font size instead of zooming, so that nothing moves out of view.
let pinchDistance = 0;
const distance = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
addEventListener("touchstart", (event) => { if (event.touches.length === 2) pinchDistance = distance(event.touches); }, { passive: true });
addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !pinchDistance) return;
  const current = distance(event.touches);
  if (Math.abs(current / pinchDistance - 1) > 0.04) { setSize(display.size * current / pinchDistance); pinchDistance = current; }
}, { passive: true });

// --- connection ------------------------------------------------------------------------------------

const connection = new Connection();
const send = (message) => connection.send(message);

function connect() {
  connection.on("page", show).on("speaking", showSpoken).on("meter", showMeter).on("state", (state) => {
    if (state === "shut") return showEnd(label("page-shut"));
    if (state === "moved") return;  // the page is empty
    $("lost").hidden = state === "open";
    $("lost").textContent = state === "open" ? "" : label("page-lost");
  });
  connection.start();
}

function showEnd(text) {
  if (page?.dim) return document.body.replaceChildren();  // a bright page could wake a sleeping child
  $("lost").hidden = false;
  $("lost").textContent = text;
}

addEventListener("resize", updateRoomy);
