// Draws the page that the server sends, and sends back what is typed, clicked or chosen. It knows no game.
"use strict";
const SMALLEST = 24, LARGEST = 200, STEP = 1.25, LINES = 9, WIDE = 16;
const $ = (id) => document.getElementById(id);
const root = document.documentElement, phone = document.body.classList.contains("phone");
let page = null, socket = null, tries = 0, look = { size: 40, theme: "night", reader: false }, saving = 0;
const drawn = {};

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

// Only what has changed is drawn anew, so that a screen reader and the focus stay where they are.
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

function scene(card) {
  const drawn = make("span", { class: "scene", "data-count": card.emoji.length });
  card.emoji.forEach((emoji) => drawn.append(make("span", { text: emoji, "aria-hidden": "true" })));
  return make("span", { class: "picture", role: "img", "aria-label": card.sentence || card.name }, drawn);
}

function inside(card, count, number) {
  const parts = [];
  if (card.number) parts.push(make("span", { class: "number", text: card.number }));
  if (card.emoji.length) parts.push(scene(card));
  parts.push(make("span", { class: "name", text: card.name }));
  if (card.note) parts.push(make("span", { class: "note", text: card.note }));
  // the picture has this sentence already, for whoever does not see it
  if (card.sentence) parts.push(make("span", { class: "sentence", text: card.sentence, "aria-hidden": card.emoji.length ? "true" : null }));
  if (count > 1) parts.push(make("span", { class: "unseen", text: say("page-place", { number, count }) }));
  return parts;
}

// What can be chosen above is not shown a second time.
function unchosen(all) {
  const chosen = new Set([...page.choices, ...page.places.flatMap((place) => place.cards)].map((card) => card.name));
  return all.filter((panel) => !panel.cards.every((card) => chosen.has(card.name)));
}

function panels(all) {
  $("panels").replaceChildren(...all.flatMap(({ title, cards }) => {
    const drawn = cards.some((card) => card.emoji.length);
    return [make("h2", { text: title }), make("ul", { class: drawn ? "cards" : "rows" }, ...cards.map((card) => (
      drawn ? make("li", { class: "card" }, ...inside(card)) : row(card))))];
  }));
}

function row(card) {
  const parts = [card.note, card.name, card.number].filter(Boolean);
  return make("li", {}, ...parts.map((text) => make("span", { text })));
}

function choices(cards) {
  $("choices").replaceChildren(...cards.map((card, at) => {
    const button = make("button", { type: "button", class: "card", "data-key": `choice ${card.name}` });
    button.append(...inside(card, cards.length, at + 1));
    button.addEventListener("click", () => send({ kind: "say", text: card.name }));
    return button;
  }));
}

function players(all) {
  $("players-title").hidden = all.length === 0;
  $("players").replaceChildren(...all.map((player) => {
    const state = player.turn ? say("page-turn") : player.awaited ? say("page-awaited") : "";
    const who = make("span", { class: "who", text: player.name });
    if (player.phone) who.append(" ", make("span", { class: "chip", text: say("page-phone") }));
    return make("li", { class: player.turn ? "turn" : "" }, who, state && ` – ${state}`);
  }));
}

let inviting = "";
function invites(all) {
  const next = all.find((each) => each.seat === inviting) || all[0];
  if (!next) return $("invites").replaceChildren();
  const others = all.filter((each) => each !== next).map(({ seat }) => {
    const button = make("button", { type: "button", text: seat, "data-key": `invite ${seat}` });
    button.addEventListener("click", () => { inviting = seat; invites(all); $("invites").querySelector("h2").focus(); });
    return button;
  });
  const how = [
    make("h2", { text: say("invite-of", next), tabindex: "-1" }),
    make("p", { text: say("invite-scan") }),
    make("p", { text: say("invite-open") }),
    make("p", { class: "words", text: next.address.replace("http://", "") }),
    make("p", { text: say("invite-type") }),
    make("p", { class: "words", text: next.words.replaceAll("-", " ") }),
  ];
  if (others.length) how.push(make("div", { class: "row", role: "group", "aria-label": say("invite-others") }, ...others));
  const code = `${next.code}?${encodeURIComponent(next.words)}`;
  $("invites").replaceChildren(make("div", {}, ...how), make("img", { src: code, alt: say("invite-code", next), width: 330, height: 330 }));
}

// The question stands above already.
function lines(all) {
  $("said").replaceChildren(...all.map((text) => make("p", { text, hidden: text === $("question").textContent })));
  $("told").hidden = all.every((text) => text === $("question").textContent);
}

// --- what is spoken --------------------------------------------------------------------------------

const SENTENCE = /[.?!…]["”’]?\s/g;

function marked(text, start, end, from, to) {
  return [text.slice(from, start), make("mark", { text: text.slice(start, end) }), text.slice(end, to)];
}

// Marked where it stands, and below as in a film: there it can be followed without moving the page.
function speaking({ line, start, end }) {
  const shown = [...$("said").children], text = page?.lines[line];
  for (const each of [$("question"), ...shown]) if (each.querySelector("mark")) each.textContent = each.textContent;
  $("caption").replaceChildren();
  if (!text || !shown[line]) return;
  const place = $("question").textContent === text ? $("question") : shown[line];
  place.replaceChildren(...marked(text, start, end, 0));
  const seen = place.getBoundingClientRect();
  if (place === $("question") && seen.top >= 0 && seen.bottom < innerHeight / 2) return;
  const ends = [...text.matchAll(SENTENCE)].map((found) => found.index + found[0].length);
  const from = ends.filter((at) => at <= start).pop() ?? 0, to = ends.find((at) => at >= end) ?? text.length;
  $("caption").replaceChildren(...marked(text, start, end, from, to));
  if ($("caption").scrollHeight > $("caption").clientHeight + 1) $("caption").replaceChildren(make("mark", { text: text.slice(start, end) }));
  const resting = !document.activeElement || document.activeElement === document.body;
  if (!root.classList.contains("roomy") && resting) place.scrollIntoView({ block: "nearest" });
}

const SIGNS = { speaking: "🔊", listening: "👂", waiting: "⏳" };
function meter({ state, level }) {
  $("meter-state").replaceChildren(make("span", { text: SIGNS[state], "aria-hidden": "true" }), ` ${say(`page-${state}`)}`);
  $("meter-level").value = level;
}

// --- a phone's own ---------------------------------------------------------------------------------

function places(all) {
  $("choose").hidden = all.length === 0;
  $("places").replaceChildren(...all.map((place) => {
    if (place.cards.length === 0) {
      const field = make("input", { id: `place-${place.name}`, name: place.name, autocomplete: "off", maxlength: 400, "data-key": `place ${place.name}` });
      return make("div", {}, make("label", { for: `place-${place.name}`, text: say("phone-aloud", place) }), field);
    }
    const set = make("fieldset", {}, make("legend", { text: place.question, class: place.question === page.asks ? "unseen" : "" }));
    const cards = make("div", { class: "cards" });
    place.cards.forEach((card, at) => {
      const value = String(at + 1);
      const radio = make("input", { type: "radio", name: place.name, value, "data-key": `place ${place.name} ${value}` });
      const closer = card.closer ? closely(card) : [];
      cards.append(make("div", {}, make("label", { class: "card" }, radio, ...inside(card, place.cards.length, at + 1)), ...closer));
    });
    if (place.skippable) cards.append(make("label", { class: "card" }, make("input", { type: "radio", name: place.name, value: "", checked: true }), say("phone-none")));
    set.append(cards);
    return set;
  }));
}

function closely(card) {
  const text = make("p", { class: "closer", hidden: true, text: card.closer });
  const button = make("button", { type: "button", text: say("phone-closer"), "aria-label": say("phone-closer-at", { card: card.name }), "aria-expanded": "false" });
  button.addEventListener("click", () => {
    text.hidden = !text.hidden;
    button.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [button, text];
}

function hand(cards) {
  $("hand").hidden = cards.length === 0 || (page.places.some((place) => place.cards.length > 0));
  $("hand-cards").replaceChildren(...cards.map((card, at) => make("li", { class: "card" }, ...inside(card, cards.length, at + 1), ...(card.closer ? closely(card) : []))));
}

function myTurn() {
  if (!$("buzz").checked || !navigator.userActivation?.hasBeenActive) return;  // a browser wants to be touched first
  navigator.vibrate?.([120, 60, 120]);
  try {
    const context = new AudioContext(), tone = context.createOscillator(), gain = context.createGain();
    gain.gain.value = 0.08;
    tone.frequency.value = 660;
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.15);
    tone.onended = () => context.close();
  } catch { /* no sound here */ }
}

// --- the whole page --------------------------------------------------------------------------------

function show(next) {
  const before = page;
  page = next;
  document.title = say(phone ? "phone-title" : "page-title", { seat: page.seat, game: page.title });
  const asks = phone && page.asks ? page.asks : page.question;
  redraw("question", asks || page.title, (text) => { $("question").textContent = text; });
  redraw("lines", [page.lines, asks], () => lines(page.lines));
  redraw("choices", page.choices, choices);
  redraw("story", page.story.filter((text) => !page.lines.includes(text)), (all) => {
    $("story").hidden = all.length === 0;
    $("story").replaceChildren(make("h2", { text: say("page-story") }), ...all.map((text) => make("p", { text })));
  });
  redraw("panels", unchosen(page.panels), panels);
  redraw("players", page.players, players);
  redraw("invites", page.invites, invites);
  redraw("can", page.can_say, (all) => {
    $("can-say").replaceChildren(...all.map((text) => make("li", { text })));
    $("can-title").hidden = all.length === 0;
  });
  if (phone) {
    redraw("note", page.note, (text) => { $("note").textContent = text; });
    redraw("places", page.places, places);
    redraw("hand", [page.hand, page.places.length], () => hand(page.hand));
    $("back").hidden = !page.undo;
    if (page.places.length && JSON.stringify(before?.places) !== JSON.stringify(page.places)) {
      myTurn();
      const on = document.activeElement;
      if (before && (!on || on === document.body || on.closest("#choose, #back"))) {  // nobody is pulled out of typing
        scrollTo(0, 0);
        $("question").focus({ preventScroll: true });
      }
    }
  }
  document.body.classList.toggle("dim", page.dim);
  $("say").hidden = $("always").hidden = page.over;
  const news = page.lines.join(" ");
  if (page.reader && news !== before?.lines.join(" ")) $("live").textContent = news;
  if (!saving) apply({ size: page.size, theme: page.theme, reader: page.reader });
}

// Where the print leaves room for it, what is spoken stays in sight below.
function roomy() { root.classList.toggle("roomy", innerHeight > LINES * look.size && (phone || innerWidth > WIDE * look.size)); }

function apply(next) {
  look = next;
  wear({ size: look.size, theme: page?.dim ? "sleep" : look.theme });
  roomy();
  localStorage.setItem("look", JSON.stringify(look));  // for the pages without a connection
  $("theme").value = look.theme;
  $("reader").checked = look.reader;
}

function change(changes) {
  apply({ ...look, ...changes });
  clearTimeout(saving);
  saving = setTimeout(() => { saving = 0; send({ kind: "look", ...look }); }, 400);
}

const sized = (size) => change({ size: Math.round(Math.max(SMALLEST, Math.min(LARGEST, size))) });

// --- what is done here -----------------------------------------------------------------------------

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
$("bigger").addEventListener("click", () => sized(look.size * STEP));
$("smaller").addEventListener("click", () => sized(look.size / STEP));
$("theme").addEventListener("change", (event) => change({ theme: event.target.value }));
$("reader").addEventListener("change", (event) => change({ reader: event.target.checked }));
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio" && event.target.type !== "checkbox";
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") sized(look.size * STEP);
  else if (event.key === "-") sized(look.size / STEP);
  else return;
  event.preventDefault();
});
if (phone) {
  $("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, value] of new FormData(event.target)) {
      const words = String(value).trim();
      const chosen = page.places.find((place) => place.name === name)?.cards.length;
      if (words) values[name] = chosen ? Number(words) : words;
    }
    if (Object.keys(values).length) send({ kind: "choose", values });
    else $("note").textContent = say("phone-first");
  });
  $("back").addEventListener("click", () => send({ kind: "choose", values: {} }));
}

// Two fingers change the print, not the page: so nothing moves out of sight.
let apart = 0;
const distance = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
addEventListener("touchstart", (event) => { if (event.touches.length === 2) apart = distance(event.touches); }, { passive: true });
addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !apart) return;
  const now = distance(event.touches);
  if (Math.abs(now / apart - 1) > 0.04) { sized(look.size * now / apart); apart = now; }
}, { passive: true });

// --- the connection --------------------------------------------------------------------------------

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    tries = 0;
    $("lost").hidden = true;
    if (message.kind === "page") show(message);
    else if (message.kind === "speaking") speaking(message);
    else if (message.kind === "meter") meter(message);
  };
  socket.onclose = ({ code }) => {
    if (code === 4001) return gone(say("page-moved"));
    if (code === 4002) return gone(say("page-shut"));
    $("lost").hidden = false;
    $("lost").textContent = say("page-lost");
    tries += 1;
    if (tries > 2) fetch("/static/icon.svg").then(() => location.reload(), () => {});  // another evening: come in anew
    setTimeout(connect, Math.min(10000, 300 * 2 ** tries));
  };
}

function gone(text) {
  if (page?.dim) return document.body.replaceChildren();  // whoever fell asleep is not woken by a bright page
  $("lost").hidden = false;
  $("lost").textContent = text;
}

addEventListener("resize", roomy);
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket.readyState > WebSocket.OPEN && !$("lost").hidden && tries) connect();
});
connect();
