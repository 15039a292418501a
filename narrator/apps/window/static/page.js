// Draws the page that the server sends, and sends back what is typed, clicked or chosen. It contains no rules of any game.
"use strict";
const MIN_SIZE = 24, MAX_SIZE = 200, SIZE_STEP = 1.25;  // font size in pixels
const MIN_LINES = 9, MIN_WIDTH_EM = 16;  // space that a page needs before its caption stays in view
const $ = (id) => document.getElementById(id);
const root = document.documentElement, phone = document.body.classList.contains("phone");
let page = null, socket = null, retries = 0, saving = 0;
let display = { size: 40, theme: "night", reader: false };
const drawn = {};  // what each part of the page shows, as JSON

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null && value !== "") element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

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

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
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

// Drops panels whose cards are all offered as choices above.
function withoutChoices(panels) {
  const offered = new Set([...page.choices, ...page.slots.flatMap((slot) => slot.cards)].map((card) => card.name));
  return panels.filter((panel) => !panel.cards.every((card) => offered.has(card.name)));
}

function drawPanels(panels) {
  $("panels").replaceChildren(...panels.flatMap(({ title, cards }) => {
    const hasPictures = cards.some((card) => card.emoji.length);
    return [make("h2", { text: title }), make("ul", { class: hasPictures ? "cards" : "rows" }, ...cards.map((card) => (
      hasPictures ? make("li", { class: "card" }, ...cardContents(card)) : makeRow(card))))];
  }));
}

function makeRow(card) {
  const parts = [card.note, card.name, card.number].filter(Boolean);
  return make("li", {}, ...parts.map((text) => make("span", { text })));
}

function drawChoices(cards) {
  $("choices").replaceChildren(...cards.map((card, index) => {
    const button = make("button", { type: "button", class: "card", "data-key": `choice ${card.name}` });
    button.append(...cardContents(card, cards.length, index + 1));
    button.addEventListener("click", () => send({ kind: "say", text: card.name }));
    return button;
  }));
}

function drawPlayers(players) {
  $("players-title").hidden = players.length === 0;
  $("players").replaceChildren(...players.map((player) => {
    const state = player.turn ? label("page-turn") : player.awaited ? label("page-awaited") : "";
    const who = make("span", { class: "who", text: player.name });
    if (player.phone) who.append(" ", make("span", { class: "chip", text: label("page-phone") }));
    return make("li", { class: player.turn ? "turn" : "" }, who, state && ` – ${state}`);
  }));
}

let invitedSeat = "";
function drawInvites(invites) {
  const next = invites.find((invite) => invite.seat === invitedSeat) || invites[0];
  if (!next) return $("invites").replaceChildren();
  const others = invites.filter((invite) => invite !== next).map(({ seat }) => {
    const button = make("button", { type: "button", text: seat, "data-key": `invite ${seat}` });
    button.addEventListener("click", () => { invitedSeat = seat; drawInvites(invites); $("invites").querySelector("h2").focus(); });
    return button;
  });
  const instructions = [
    make("h2", { text: label("invite-of", next), tabindex: "-1" }),
    make("p", { text: label("invite-scan") }),
    make("p", { text: label("invite-open") }),
    make("p", { class: "words", text: next.address.replace("http://", "") }),
    make("p", { text: label("invite-type") }),
    make("p", { class: "words", text: next.words.replaceAll("-", " ") }),
  ];
  if (others.length) instructions.push(make("div", { class: "row", role: "group", "aria-label": label("invite-others") }, ...others));
  const code = `${next.code}?${encodeURIComponent(next.words)}`;
  $("invites").replaceChildren(make("div", {}, ...instructions), make("img", { src: code, alt: label("invite-code", next), width: 330, height: 330 }));
}

// Hides the line that is shown as the question already.
function drawLines(lines) {
  $("said").replaceChildren(...lines.map((text) => make("p", { text, hidden: text === $("question").textContent })));
  $("last-said").hidden = lines.every((text) => text === $("question").textContent);
}

// --- the words being spoken -------------------------------------------------------------------------

const SENTENCE_END = /[.?!…]["”’]?\s/g;

function markWords(text, start, end, from, to) {
  return [text.slice(from, start), make("mark", { text: text.slice(start, end) }), text.slice(end, to)];
}

// Marks the words in the text, and shows their sentence as a caption at the bottom, which needs no scrolling.
function showSpoken({ line, start, end }) {
  const shown = [...$("said").children], text = page?.lines[line];
  for (const element of [$("question"), ...shown]) if (element.querySelector("mark")) element.textContent = element.textContent;
  $("caption").replaceChildren();
  if (!text || !shown[line]) return;
  const element = $("question").textContent === text ? $("question") : shown[line];
  element.replaceChildren(...markWords(text, start, end, 0));
  const box = element.getBoundingClientRect();
  if (element === $("question") && box.top >= 0 && box.bottom < innerHeight / 2) return;
  const ends = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const from = ends.filter((position) => position <= start).pop() ?? 0;
  const to = ends.find((position) => position >= end) ?? text.length;
  $("caption").replaceChildren(...markWords(text, start, end, from, to));
  if ($("caption").scrollHeight > $("caption").clientHeight + 1) $("caption").replaceChildren(make("mark", { text: text.slice(start, end) }));
  const hasNoFocus = !document.activeElement || document.activeElement === document.body;
  if (!root.classList.contains("roomy") && hasNoFocus) element.scrollIntoView({ block: "nearest" });
}

const METER_ICONS = { speaking: "🔊", listening: "👂", waiting: "⏳" };
function showMeter({ state, level }) {
  $("meter-state").replaceChildren(make("span", { text: METER_ICONS[state], "aria-hidden": "true" }), ` ${label(`page-${state}`)}`);
  $("meter-level").value = level;
}

// --- phones ----------------------------------------------------------------------------------------

function drawSlots(slots) {
  $("choose").hidden = slots.length === 0;
  $("slots").replaceChildren(...slots.map((slot) => {
    if (slot.cards.length === 0) {
      const field = make("input", { id: `slot-${slot.name}`, name: slot.name, autocomplete: "off", maxlength: 400, "data-key": `slot ${slot.name}` });
      return make("div", {}, make("label", { for: `slot-${slot.name}`, text: label("phone-aloud", slot) }), field);
    }
    const set = make("fieldset", {}, make("legend", { text: slot.question, class: slot.question === page.asks ? "visually-hidden" : "" }));
    const cards = make("div", { class: "cards" });
    slot.cards.forEach((card, index) => {
      const value = String(index + 1);
      const radio = make("input", { type: "radio", name: slot.name, value, "data-key": `slot ${slot.name} ${value}` });
      const details = card.closer ? makeDetails(card) : [];
      cards.append(make("div", {}, make("label", { class: "card" }, radio, ...cardContents(card, slot.cards.length, index + 1)), ...details));
    });
    if (slot.skippable) cards.append(make("label", { class: "card" }, make("input", { type: "radio", name: slot.name, value: "", checked: true }), label("phone-none")));
    set.append(cards);
    return set;
  }));
}

function makeDetails(card) {
  const text = make("p", { class: "closer", hidden: true, text: card.closer });
  const button = make("button", { type: "button", text: label("phone-closer"), "aria-label": label("phone-closer-at", { card: card.name }), "aria-expanded": "false" });
  button.addEventListener("click", () => {
    text.hidden = !text.hidden;
    button.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [button, text];
}

function drawHand(cards) {
  $("hand").hidden = cards.length === 0 || page.slots.some((slot) => slot.cards.length > 0);
  $("hand-cards").replaceChildren(...cards.map((card, index) => (
    make("li", { class: "card" }, ...cardContents(card, cards.length, index + 1), ...(card.closer ? makeDetails(card) : [])))));
}

function signalTurn() {
  if (!$("vibrate").checked || !navigator.userActivation?.hasBeenActive) return;  // browsers require a touch first
  navigator.vibrate?.([120, 60, 120]);
  try {
    const context = new AudioContext(), tone = context.createOscillator(), gain = context.createGain();
    gain.gain.value = 0.08;
    tone.frequency.value = 660;
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.15);
    tone.onended = () => context.close();
  } catch { /* this browser plays no sound */ }
}

// --- the whole page --------------------------------------------------------------------------------

function show(next) {
  const before = page;
  page = next;
  document.title = label(phone ? "phone-title" : "page-title", { seat: page.seat, game: page.title });
  const asks = phone && page.asks ? page.asks : page.question;
  redraw("question", asks || page.title, (text) => { $("question").textContent = text; });
  redraw("lines", [page.lines, asks], () => drawLines(page.lines));
  redraw("choices", page.choices, drawChoices);
  redraw("story", page.story.filter((text) => !page.lines.includes(text)), (texts) => {
    $("story").hidden = texts.length === 0;
    $("story").replaceChildren(make("h2", { text: label("page-story") }), ...texts.map((text) => make("p", { text })));
  });
  redraw("panels", withoutChoices(page.panels), drawPanels);
  redraw("players", page.players, drawPlayers);
  redraw("invites", page.invites, drawInvites);
  redraw("can-say", page.can_say, (texts) => {
    $("can-say").replaceChildren(...texts.map((text) => make("li", { text })));
    $("can-title").hidden = texts.length === 0;
  });
  if (phone) {
    redraw("note", page.note, (text) => { $("note").textContent = text; });
    redraw("slots", page.slots, drawSlots);
    redraw("hand", [page.hand, page.slots.length], () => drawHand(page.hand));
    $("take-back").hidden = !page.undo;
    if (page.slots.length && JSON.stringify(before?.slots) !== JSON.stringify(page.slots)) {
      signalTurn();
      const focused = document.activeElement;
      if (before && (!focused || focused === document.body || focused.closest("#choose, #take-back"))) {  // do not interrupt typing
        scrollTo(0, 0);
        $("question").focus({ preventScroll: true });
      }
    }
  }
  document.body.classList.toggle("dim", page.dim);
  $("say").hidden = $("always").hidden = page.over;
  const news = page.lines.join(" ");
  if (page.reader && news !== before?.lines.join(" ")) $("announcement").textContent = news;
  if (!saving) useDisplay({ size: page.size, theme: page.theme, reader: page.reader });
}

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
if (phone) {
  $("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, value] of new FormData(event.target)) {
      const words = String(value).trim();
      const hasOptions = page.slots.find((slot) => slot.name === name)?.cards.length;
      if (words) values[name] = hasOptions ? Number(words) : words;
    }
    if (Object.keys(values).length) send({ kind: "choose", values });
    else $("note").textContent = label("phone-first");
  });
  $("take-back").addEventListener("click", () => send({ kind: "choose", values: {} }));
}

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

const CLOSE_MOVED = 4001, CLOSE_SHUT = 4002;  // as in hub.py

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    retries = 0;
    $("lost").hidden = true;
    if (message.kind === "page") show(message);
    else if (message.kind === "speaking") showSpoken(message);
    else if (message.kind === "meter") showMeter(message);
  };
  socket.onclose = ({ code }) => {
    if (code === CLOSE_MOVED) return showEnd(label("page-moved"));
    if (code === CLOSE_SHUT) return showEnd(label("page-shut"));
    $("lost").hidden = false;
    $("lost").textContent = label("page-lost");
    retries += 1;
    if (retries > 2) fetch("/static/icon.svg").then(() => location.reload(), () => {});  // the server was restarted: join again
    setTimeout(connect, Math.min(10000, 300 * 2 ** retries));
  };
}

function showEnd(text) {
  if (page?.dim) return document.body.replaceChildren();  // a bright page could wake a sleeping child
  $("lost").hidden = false;
  $("lost").textContent = text;
}

addEventListener("resize", updateRoomy);
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket.readyState > WebSocket.OPEN && !$("lost").hidden && retries) connect();
});
connect();
