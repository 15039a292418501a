// Draws the page of the big screen. It contains no rules of any game.
"use strict";
const STAGE_WIDTH_EM = 26, STAGE_HEIGHT_EM = 15;  // the least space in which everything fits on the screen at once
const BASE_WIDTH_PX = 1280, BASE_HEIGHT_PX = 650, MAX_SCALE = 2.5;  // a larger screen is seen from farther away
const ART_HEIGHT = 1.02;  // of a picture, in widths of it
const MIN_TRACK_POINTS = 10, MAX_PLAYERS_WITH_WORDS = 6, MAX_VOTERS_WITH_NAMES = 4;
const phraseOf = (card) => card.name;
const seatNumber = (name) => page.players.findIndex((player) => player.name === name);
const standingPanel = (panel) => panel.kind === "panel-standing";

// --- whose turn, and the clue ------------------------------------------------------------------------

function drawWhose() {
  const turn = page.players.findIndex((player) => player.turn);
  const parts = turn >= 0 ? [makeShape(turn), make("span", { text: page.players[turn].name })] : page.everybody && page.players.length ? [label("page-everybody")] : [];
  $("whose").replaceChildren(...parts);
}

function drawClue({ clue, teller }) {
  $("clue").hidden = !clue;
  // isolated, so that words written from right to left do not reverse the quotation marks
  $("clue").replaceChildren(make("span", { class: "by", text: teller ? label("page-clue-of", { teller }) : "" }), make("span", { class: "words" }, "“", make("bdi", { text: clue }), "”"));
}

// --- the table ---------------------------------------------------------------------------------------

function makeArt(card) {
  if (!card.art) return makePicture(card);
  return make("span", { class: "picture art" }, make("img", { src: artAddress(card.art), "data-art": card.art, alt: card.sentence || card.name }));
}

function makePerson(name, className) {
  const number = seatNumber(name), chip = make("span", { class: `person ${className}` });
  if (number >= 0) chip.append(makeShape(number));
  chip.append(make("span", { text: name }));
  return chip;
}

function makeTableCard(card, choice) {
  if (card.hidden) return make("li", { class: "card back" }, make("span", { class: "number", text: card.number }), make("span", { class: "visually-hidden", text: label("page-face-down") }));
  const isRead = card.number === page.reading;
  const inside = [make("span", { class: "number", text: card.number })];
  if (card.art || card.emoji.length) inside.push(makeArt(card));
  const words = make("span", { class: "text" }, make("span", { class: "name", text: card.name }));
  if (card.sentence) words.append(make("span", { class: "sentence", text: card.sentence, "aria-hidden": card.art || card.emoji.length ? "true" : null }));
  inside.push(words);
  if (card.owner) inside.push(make("span", { class: "visually-hidden", text: label("page-laid-by") }), makePerson(card.owner, "owner"));
  if (card.voters.length) inside.push(make("span", { class: card.voters.length > MAX_VOTERS_WITH_NAMES ? "voters crowd" : "voters" }, make("span", { class: "visually-hidden", text: label("page-voters") }), ...card.voters.map((name) => makePerson(name, "voter"))));
  const classes = `card${isRead ? " reading" : ""}${card.owner ? " revealed" : ""}${card.art || card.emoji.length ? "" : " plain"}`;
  if (!choice) return make("li", { class: classes }, ...inside);
  const button = make("button", { type: "button", class: classes, "data-key": `card ${card.number}` }, ...inside);
  button.addEventListener("click", () => send({ kind: "say", text: phraseOf(choice) }));
  return make("li", {}, button);
}

function drawTable() {
  const { table, choices } = page;
  $("table").hidden = table.length === 0;
  $("table-title").hidden = !page.is_last_round;
  $("table-cards").replaceChildren(...table.map((card) => makeTableCard(card, choices.find((choice) => choice.number === card.number && choice.name === card.name))));
  const read = table.find((card) => card.number === page.reading);
  $("spotlight").hidden = !read;
  if (read) {
    const words = make("span", { class: "text" }, make("span", { class: "name", text: read.name }), make("span", { class: "sentence", text: read.sentence }));
    $("spotlight").replaceChildren(make("span", { class: "number", text: read.number }), ...(read.art || read.emoji.length ? [makeArt(read)] : []), words);
    const hasNoFocus = !document.activeElement || document.activeElement === document.body;
    if (!root.classList.contains("stage") && hasNoFocus) $("spotlight").scrollIntoView({ block: "nearest" });
  }
}

// Chooses the number of columns that makes the pictures largest, and shows whole sentences if they fit.
function fitTable() {
  const list = $("table-cards"), count = page?.table.length;
  if (!count || !root.classList.contains("stage")) return;
  const rem = parseFloat(getComputedStyle(root).fontSize), gap = .35 * rem;
  const title = $("table-title").hidden ? 0 : $("table-title").offsetHeight;
  const width = $("table").clientWidth, height = $("table").clientHeight - title, nameHeight = .95 * rem;
  let best = null;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const w = (width - gap * (columns - 1)) / columns, h = (height - gap * (rows - 1)) / rows;
    const size = Math.min(w, (h - nameHeight) * 1.35);
    if (!best || size > best.size + 1) best = { columns, rows, w, h, size };
  }
  const w = Math.min(best.w, Math.max(best.h * 1.05, 7 * rem));
  const letters = (w - .5 * rem) / (.22 * rem);  // in a line of a sentence
  const lines = Math.max(...page.table.map((card) => Math.ceil(1.12 * card.sentence.length / letters)));
  const nameLines = Math.max(...page.table.map((card) => Math.ceil(card.name.length * .3 * rem / (w - .4 * rem))));
  const textHeight = (nameLines * .7 + lines * .6 + .35) * rem;
  list.style.setProperty("--columns", best.columns);
  list.style.setProperty("--card-width", `${Math.floor(w)}px`);
  const fits = best.h - textHeight >= .5 * Math.min(w, best.h);
  const tallest = ART_HEIGHT * w + (fits ? textHeight : (nameLines * .7 + .35) * rem);  // a higher card would cut off the sides of its picture
  list.style.setProperty("--card-height", `${Math.floor(Math.min(best.h, tallest))}px`);
  list.classList.toggle("with-sentences", fits);
  $("spotlight").hidden = fits || !page.table.some((card) => card.number === page.reading);
  list.classList.toggle("narrow", w < 6 * rem);
}

// --- answers -------------------------------------------------------------------------------------------

// The answers that are not a card on the table or a player below.
function otherChoices() {
  const onTable = new Set(page.table.map((card) => `${card.number} ${card.name}`)), names = new Set(page.players.map((player) => player.name));
  return page.choices.filter((choice) => !onTable.has(`${choice.number} ${choice.name}`) && !names.has(choice.name));
}

function drawChoices(cards) {
  $("choices").hidden = cards.length === 0;
  $("choices").replaceChildren(...cards.map((card, index) => {
    const hasPicture = card.emoji.length > 0 || card.art;
    const button = make("button", { type: "button", class: hasPicture ? "answer pictured" : "answer", "data-key": `choice ${card.name}` });
    if (hasPicture) button.append(makeArt(card));
    button.append(make("span", { class: "name", text: card.name }));
    if (cards.length > 1) button.append(make("span", { class: "visually-hidden", text: label("page-place", { number: index + 1, count: cards.length }) }));
    button.addEventListener("click", () => send({ kind: "say", text: card.name }));
    return button;
  }));
}

function drawPlayers(players) {
  const names = new Set(page.choices.map((choice) => choice.name));
  $("players").classList.toggle("crowd", players.length > MAX_PLAYERS_WITH_WORDS);
  $("players").replaceChildren(...players.map((player, number) => {
    const doing = player.doing && label(player.doing);
    const parts = [makeShape(number), make("span", { class: "who", text: player.name })];
    if (player.score != null) parts.push(make("span", { class: "score", text: player.score }));
    if (player.gained) parts.push(make("span", { class: "gained", text: `+${player.gained}` }));
    if (doing && !names.has(player.name)) parts.push(make("span", { class: "doing", text: doing }));
    if (player.phone) parts.push(make("span", { class: "visually-hidden", text: label("page-phone") }));
    const item = make("li", { class: `player${player.turn ? " turn" : ""}${player.awaited ? " awaited" : ""}` });
    if (!names.has(player.name)) {
      item.append(...parts);
      return item;
    }
    const button = make("button", { type: "button", "data-key": `player ${player.name}` }, ...parts);
    button.addEventListener("click", () => send({ kind: "say", text: player.name }));
    item.append(button);
    return item;
  }));
}

// --- the score track -----------------------------------------------------------------------------------

function drawTrack(players) {
  const scored = players.filter((player) => player.score != null);
  $("track").hidden = scored.length === 0;
  for (const token of $("track").querySelectorAll(".token")) if (Number(token.dataset.player) >= players.length) token.remove();
  if (!scored.length) return;
  const most = Math.max(...scored.map((player) => player.score)), step = most <= 20 ? 5 : most <= 60 ? 10 : Math.ceil(most / 600) * 100;
  const end = Math.max(MIN_TRACK_POINTS, Math.ceil((most + 1) / step) * step);
  const marks = [...$("track").querySelectorAll(".mark")];
  if (marks.length !== end / step + 1) {
    marks.forEach((mark) => mark.remove());
    for (let points = 0; points <= end; points += step) $("track").append(place(make("span", { class: "mark", text: points }), points, end));
  } else marks.forEach((mark, index) => { mark.textContent = index * step; });
  const used = {};
  players.forEach((player, number) => {
    const name = `token-${number}`;
    let token = $("track").querySelector(`.${name}`);
    if (!token) $("track").append(token = make("span", { class: `token ${name}`, "data-player": number }, makeShape(number)));
    token.hidden = player.score == null;
    used[player.score] = (used[player.score] ?? -1) + 1;
    token.style.setProperty("--stack", used[player.score]);  // players with the same points stand side by side
    place(token, player.score ?? 0, end);
  });
}

function place(element, points, end) {
  element.style.setProperty("--place", points / end);
  return element;
}

// --- the story, what else lies on the table, and what was answered ----------------------------------------

function drawStory(texts) {
  $("story").hidden = texts.length === 0;
  const place = page.backdrop ? [make("img", { class: "place", src: artAddress(page.backdrop), "data-art": page.backdrop, alt: "" })] : [];
  $("story").replaceChildren(...place, make("div", { class: "page-of-story" }, make("h2", { text: storyTitle() }), ...texts.map((text) => make("p", { text }))));
}

const storyTitle = () => page.panels.find((panel) => panel.kind === "" && panel.title)?.title ?? label("page-story");

function drawPanels(panels) {
  $("panels").hidden = panels.length === 0;
  $("panels").replaceChildren(...panels.map(({ title, cards }) => {
    const hasPictures = cards.some((card) => card.emoji.length || card.art);
    const heading = make("h2", { text: title, class: title === storyTitle() && page.story.length ? "visually-hidden" : "" });
    return make("div", { class: "panel" }, heading, make("ul", { class: hasPictures ? "cast" : "rows" }, ...cards.map((card) => hasPictures ? makeRole(card) : makeRow(card))));
  }));
}

function makeRole(card) {
  const parts = card.art || card.emoji.length ? [makeArt(card)] : [];
  parts.push(make("span", { class: "name", text: card.name }));
  if (card.note) parts.push(make("span", { class: "note", text: card.note }));
  return make("li", { class: "card role" }, ...parts);
}

function makeRow(card) {
  const dice = /^[1-6]( +[1-6])*$/.test(card.name) ? card.name.split(/ +/) : null;
  if (dice) return make("li", {}, make("span", { text: card.note }), make("span", { class: "dice" }, ...dice.map((face) => make("span", { class: "die", "data-face": face, text: face }))));
  return make("li", {}, ...[card.note, card.name, card.number].filter(Boolean).map((text) => make("span", { text })));
}

function drawBeside(lines) {
  $("beside").hidden = lines.length === 0;
  $("beside").replaceChildren(...lines.map((text) => make("p", { text })));
}

// Shows whether guests may watch on their phones. Their code is here when the one for players is no longer shown.
function drawGuests([allowed, isCodeHidden]) {
  if (!$("guests")) return;
  $("guests").hidden = allowed == null;
  $("spectators").checked = allowed;
  $("guest-code").hidden = !allowed || !isCodeHidden;
  if (!$("guest-code").hidden) $("guest-code").src = `/code?${Date.now()}`;
}

function drawInvite(invite) {
  $("invites").hidden = !invite;
  if (!invite) return $("invites").replaceChildren();
  const instructions = [
    make("h2", { text: label("invite-title") }),
    make("p", { text: label("invite-scan") }),
    make("p", {}, `${label("invite-open")} `, make("span", { class: "words", text: invite.address.replace(/^https?:\/\//, "") })),
    make("p", {}, `${label("invite-type")} `, make("span", { class: "words", text: invite.words.replaceAll("-", " ") })),
    make("p", { text: label("invite-seats", { seats: invite.seats.join(", ") }) }),
  ];
  if (invite.has_other_addresses) {
    const other = make("button", { type: "button", text: label("invite-address"), "data-key": "invite address" });
    other.addEventListener("click", () => send({ kind: "say", text: label("invite-address") }));
    instructions.push(other);
  }
  $("invites").replaceChildren(make("img", { src: invite.code, alt: label("invite-code"), width: 330, height: 330 }), make("div", {}, ...instructions));
}

// --- the words being spoken -------------------------------------------------------------------------

const SENTENCE_END = /[.?!…]["”’]?\s/g;
let isSpeaking = false;

// Shows the sentence that is being spoken, with its words marked, and nothing when it is over.
function showSpoken({ text, start, end }) {
  isSpeaking = Boolean(text);
  if (!text) return drawCaption();
  const ends = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const from = ends.filter((position) => position <= start).pop() ?? 0, to = ends.find((position) => position >= end) ?? text.length;
  $("caption").replaceChildren(...isolateWords(text.slice(from, to), start - from, end - from));
  if ($("caption").scrollHeight > $("caption").clientHeight + 1) $("caption").replaceChildren(make("mark", { text: text.slice(start, end) }));
}

// Without a voice, the caption shows what was told last.
let hasVoice = false;
function drawCaption() {
  setText($("caption"), hasVoice || !page?.players.length ? "" : page.lines.filter((text) => text !== page.question && !page.beside.includes(text) && !page.story.includes(text)).join(" "));
}

const METER_ICONS = { speaking: "🔊", listening: "👂", waiting: "⏳" };
function showMeter({ state, level }) {
  hasVoice ||= state === "speaking";
  $("meter").hidden = false;
  $("meter").dataset.state = state;
  $("meter-state").replaceChildren(make("span", { text: METER_ICONS[state], "aria-hidden": "true" }), make("span", { class: "state", text: ` ${label(`page-${state}`)}` }));
  $("meter-level").value = level;
}

// --- the whole page --------------------------------------------------------------------------------

function show(next) {
  const before = page;
  page = next;
  document.title = label("page-title", { game: page.title });
  document.body.classList.toggle("dim", page.dim);
  document.body.classList.toggle("lobby", page.players.length === 0);
  redraw("question", page.question || page.title, (text) => setText($("question"), text));
  redraw("whose", [page.players.map((player) => [player.name, player.turn]), page.everybody], drawWhose);
  redraw("clue", { clue: page.clue, teller: page.teller }, drawClue);
  redraw("table", [page.table, page.reading, page.is_last_round, page.choices, page.players.length], drawTable);
  redraw("choices", otherChoices(), drawChoices);
  redraw("players", [page.players, page.choices], () => drawPlayers(page.players));
  redraw("track", page.players, drawTrack);
  redraw("story", page.table.length && !page.is_last_round ? [] : page.story, drawStory);
  redraw("panels", [page.panels, page.story.length], () => drawPanels(page.panels.filter(({ kind }) => !["panel-clue", "panel-table", "panel-standing"].includes(kind) || (kind === "panel-standing" && page.players.every((player) => player.score == null)))));
  redraw("beside", page.beside, drawBeside);
  redraw("invites", page.invite, drawInvite);
  redraw("guests", [page.spectators, !page.invite], drawGuests);
  redraw("lines", page.lines, (lines) => $("said").replaceChildren(...lines.map((text) => make("p", { text }))));
  redraw("can-say", page.can_say, (texts) => {
    $("can-say").replaceChildren(...texts.map((text) => make("li", { text })));
    $("can-title").hidden = texts.length === 0;
  });
  if (!isSpeaking) drawCaption();
  $("say").hidden = page.over || page.dim;
  $("always").hidden = page.over;
  const news = page.lines.join(" ");
  if (page.reader && news !== before?.lines.join(" ")) $("announcement").textContent = news;
  if (!saving) useDisplay({ size: page.size, theme: page.theme, reader: page.reader });
  fitPage();
}

// --- fitting the page to the screen ----------------------------------------------------------------------

// Fits everything on the screen if the print leaves enough space; otherwise the page scrolls.
function fitPage() {
  const size = parseFloat(root.style.getPropertyValue("--size")) || display.size;
  const isStage = innerWidth >= STAGE_WIDTH_EM * size && innerHeight >= STAGE_HEIGHT_EM * size && !page?.dim;
  const scale = isStage ? Math.max(1, Math.min(innerWidth / BASE_WIDTH_PX, innerHeight / BASE_HEIGHT_PX, MAX_SCALE)) : 1;
  if (root.classList.contains("stage") !== isStage) {
    root.classList.toggle("stage", isStage);
    if (page) drawTable();
  }
  root.style.setProperty("--scale", scale.toFixed(3));
  fitTable();
  fitWords();
}

const ruler = document.createElement("canvas").getContext("2d");
const FITTED = "h1, h2, p, li > span, button, label, .name, .sentence, .note, .who, #clue .words";

// Makes print smaller where a single word is wider than its place, because a word must not be split.
function fitWords() {
  const elements = [...document.body.querySelectorAll(FITTED)];
  for (const element of elements) element.style.removeProperty("font-size");
  if (root.classList.contains("stage")) return;
  const sizes = elements.map((element) => {
    const style = getComputedStyle(element), size = parseFloat(style.fontSize), box = element.closest("section, header, footer, aside, main, body");
    ruler.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
    const longest = Math.max(0, ...element.textContent.split(/\s+/).map((word) => ruler.measureText(word).width));
    const inner = element.clientWidth ? element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) : box.clientWidth;
    return longest > inner && inner > 0 ? Math.max(12, Math.floor(.98 * size * inner / longest)) : 0;
  });
  elements.forEach((element, index) => { if (sizes[index]) element.style.setProperty("font-size", `${sizes[index]}px`); });
}

// --- user actions ----------------------------------------------------------------------------------------

function toggleMenu(open = $("settings").hidden) {
  $("settings").hidden = !open;
  $("menu").setAttribute("aria-expanded", String(open));
  if (open) $("settings").querySelector("button").focus();
  else if ($("settings").contains(document.activeElement) || document.activeElement === document.body) $("menu").focus();
}

$("menu").addEventListener("click", () => toggleMenu());
$("spectators")?.addEventListener("change", ({ target }) => send({ kind: "spectators", allow: target.checked }));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !$("settings").hidden) return toggleMenu(false);
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox") return;
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key) || !page) return;
  const choice = page.choices.find(({ number }) => number === event.key) ?? (page.choices.some(({ number }) => number) ? null : page.choices[Number(event.key) - 1]);
  if (choice) send({ kind: "say", text: choice.name });
});
addEventListener("resize", fitPage);
new ResizeObserver(() => fitTable()).observe($("table"));
document.fonts?.ready.then(fitPage);
connect();
