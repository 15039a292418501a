// Draws the page that the server sends, and sends back what is typed, clicked or chosen. It knows no game.
"use strict";
const SMALLEST = 24, LARGEST = 200, STEP = 1.25;
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

function inside(card, count, position) {
  const parts = [];
  if (card.number) parts.push(make("span", { class: "number", text: card.number }));
  if (card.emoji.length) {
    const scene = make("span", { class: "scene", role: "img", "aria-label": card.sentence || card.name });
    card.emoji.forEach((emoji) => scene.append(make("span", { text: emoji, "aria-hidden": "true" })));
    parts.push(scene);
  }
  parts.push(make("span", { class: "name", text: card.name }));
  if (card.note) parts.push(make("span", { class: "note", text: card.note }));
  if (card.sentence && card.emoji.length === 0) parts.push(make("span", { class: "sentence", text: card.sentence }));
  else if (card.sentence) parts.push(make("span", { class: "sentence", text: card.sentence, "aria-hidden": "true" }));
  if (count > 1) parts.push(make("span", { class: "unseen", text: `${position} of ${count}` }));
  return parts;
}

function panels(all) {
  $("panels").replaceChildren(...all.flatMap((panel) => [
    make("h2", { text: panel.title }),
    make("ul", { class: "cards" }, ...panel.cards.map((card) => make("li", { class: "card" }, ...inside(card)))),
  ]));
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
  $("players").replaceChildren(...all.map((player) => {
    const state = player.turn ? " – it is their turn" : player.awaited ? " – awaited" : "";
    const own = player.phone ? ", with a phone" : "";
    return make("li", { class: player.turn ? "turn" : "", text: `${player.name}${state}${own}` });
  }));
}

function invites(all) {
  const next = all[0];
  $("invites").replaceChildren(...(next ? [
    make("h2", { text: `${next.seat}'s phone` }),
    make("p", { text: "Scan this with a phone, or open" }),
    make("p", { class: "words", text: next.address }),
    make("p", { text: "and type" }),
    make("p", { class: "words", text: next.words.replaceAll("-", " ") }),
    make("img", { src: `${next.code}?${encodeURIComponent(next.words)}`, alt: `The code for ${next.seat}'s phone`, width: 330, height: 330 }),
    ...(all.length > 1 ? [make("p", { text: `Then: ${all.slice(1).map((each) => each.seat).join(", ")}` })] : []),
  ] : []));
}

function lines(all) {
  $("said").replaceChildren(...all.map((text, at) => make("p", { text, class: at === all.length - 1 ? "last" : "" })));
}

// --- what is spoken --------------------------------------------------------------------------------

function speaking(mark) {
  const shown = [...$("said").children];
  shown.forEach((line, at) => { if (line.querySelector("mark")) line.textContent = page.lines[at]; });
  const line = shown[mark.line], text = page?.lines[mark.line];
  if (!line || !text) return;
  line.replaceChildren(text.slice(0, mark.start), make("mark", { text: text.slice(mark.start, mark.end) }), text.slice(mark.end));
  if (!document.activeElement || document.activeElement === document.body || phone === false) {
    const box = line.getBoundingClientRect();
    if (box.bottom > innerHeight || box.top < 0) line.scrollIntoView({ block: "nearest" });
  }
}

function meter(state) {
  $("meter-state").textContent = { speaking: "Speaking", listening: "Listening", waiting: "Waiting" }[state.state];
  $("meter-level").value = state.level;
}

// --- a phone's own ---------------------------------------------------------------------------------

function places(all) {
  $("choose").hidden = all.length === 0;
  $("places").replaceChildren(...all.map((place) => {
    if (place.cards.length === 0) {
      const field = make("input", { id: `place-${place.name}`, name: place.name, autocomplete: "off", maxlength: 400, "data-key": `place ${place.name}` });
      return make("div", {}, make("label", { for: `place-${place.name}`, text: `${place.question} (or say it aloud)` }), field);
    }
    const set = make("fieldset", {}, make("legend", { text: place.question, class: place.question === page.asks ? "unseen" : "" }));
    const cards = make("div", { class: "cards" });
    place.cards.forEach((card, at) => {
      const value = String(at + 1);
      const radio = make("input", { type: "radio", name: place.name, value, "data-key": `place ${place.name} ${value}` });
      const closer = card.closer ? closely(card) : [];
      cards.append(make("div", {}, make("label", { class: "card" }, radio, ...inside(card, place.cards.length, at + 1)), ...closer));
    });
    if (place.skippable) cards.append(make("label", { class: "card" }, make("input", { type: "radio", name: place.name, value: "", checked: true }), "None"));
    set.append(cards);
    return set;
  }));
}

function closely(card) {
  const text = make("p", { class: "closer", hidden: true, text: card.closer });
  const button = make("button", { type: "button", text: "Look closer", "aria-label": `Look closer at ${card.name}`, "aria-expanded": "false" });
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
  document.title = phone ? `${page.seat} – ${page.title}` : `${page.title} – Narrator`;
  const asks = phone && page.asks ? page.asks : page.question;
  redraw("question", asks || page.title, (text) => { $("question").textContent = text; });
  redraw("lines", page.lines, lines);
  redraw("choices", page.choices, choices);
  redraw("story", page.story, (all) => {
    $("story").hidden = all.length === 0;
    $("story").replaceChildren(make("h2", { text: "The page" }), ...all.map((text) => make("p", { text })));
  });
  redraw("panels", page.panels, panels);
  redraw("players", page.players, players);
  redraw("invites", page.invites, invites);
  redraw("can", page.can_say, (all) => {
    $("can-say").replaceChildren(...all.map((text) => make("li", { text })));
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

function apply(next) {
  look = next;
  root.style.setProperty("--size", `${look.size}px`);
  root.dataset.theme = page?.dim ? "sleep" : look.theme;
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
  const text = event.target.closest("button")?.dataset.say;
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
    else $("note").textContent = "Choose one first.";
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
    if (code === 4001) return gone("This seat is on another phone now.");
    if (code === 4002) return gone("The window is shut. Good night!");
    $("lost").hidden = false;
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

addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket.readyState > WebSocket.OPEN && !$("lost").hidden && tries) connect();
});
connect();
