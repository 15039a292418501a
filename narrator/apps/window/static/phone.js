// The page of a player's phone: one question at a time, what was chosen, and whom we wait for. It contains no rules.
"use strict";
const DRAFTS = "draft ";  // in the names of stored drafts
const STALE_AFTER_MS = 1500;  // after an accepted answer, the same question is shown again if no other page comes
const CARD_KEYS = /^[1-9]$/;
const CARD_PADDING_PX = 10;  // as in phone.css
const own = { sounds: true, vibration: true, readTurn: false, ...readStored("phone settings") };
let step = 0;  // which slot of the question is shown
let values = {};  // the draft: for each slot the name of a card, or words
let refusedTurn = null;  // the question of the answer that was refused; the next page may be the reason
let sending = null;  // the message that waits for its acknowledgement, and what it says
const offered = new Set();  // the ids of messages that answer a question: the next question is their answer
let accepted = null;  // what was accepted, until the next page comes

// --- drafts ----------------------------------------------------------------------------------------

function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    if (value) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  } catch { /* then a reload forgets it */ }
}

const draftName = () => `${DRAFTS}${page.seat} ${page.key}`;
const saveDraft = () => store(draftName(), Object.keys(values).length ? { values, step } : null);

// Takes up the draft of this question. Cards chosen for another question stay chosen if they are still on offer.
function loadDraft(before) {
  const draft = readStored(draftName()) ?? {};
  const carried = before ? values : {};
  values = {};
  for (const slot of page.slots) {
    const value = draft.values?.[slot.name] ?? (slot.cards.length ? carried[slot.name] : undefined);
    if (value !== undefined && (!slot.cards.length || slot.cards.some((card) => card.name === value && !card.own))) values[slot.name] = value;
  }
  step = Math.min(draft.step ?? 0, Math.max(0, page.slots.length - 1));
}

// Forgets what other players and other games have left on this phone.
function dropOldDrafts() {
  const current = `${DRAFTS}${page.seat} ${page.game} `;
  for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFTS) && page.game && !name.startsWith(current)) store(name, null);
}

// --- the question ----------------------------------------------------------------------------------

const slot = () => page.slots[step];
const chosenIndex = () => (slot() ? slot().cards.findIndex((card) => card.name === values[slot().name]) : -1);

function drawStep() {
  const shown = slot();
  $("step").hidden = !shown;
  if (!shown) return $("slot").replaceChildren();
  const repeats = shown.question === $("question").textContent;
  if (shown.cards.length === 0) {
    const field = make("textarea", { id: "words", name: shown.name, rows: 3, maxlength: 400, dir: "auto", autocomplete: "off", enterkeyhint: "send", "data-key": `words ${shown.name}`, "aria-describedby": "words-hint" });
    field.value = values[shown.name] ?? "";
    const chosen = page.slots.slice(0, step).flatMap((each) => each.cards.filter((card) => card.name === values[each.name]));
    $("slot").replaceChildren(
      ...chosen.map((card) => make("div", { class: "card small" }, ...cardParts({ ...card, number: "", sentence: "" }, "chosen"))),
      make("label", { for: "words", text: shown.question, class: "ask", "data-part": `${shown.name} 0` }), field,
      make("p", { id: "words-hint", class: "hint", text: label("phone-write") }),
    );
  } else {
    const cards = make("div", { class: "cards" }, ...shown.cards.map((card, index) => makeChoice(shown, card, index, card.name === values[shown.name])));
    if (shown.skippable) cards.append(make("label", { class: "card plain" }, make("input", { type: "radio", name: shown.name, value: "", checked: !values[shown.name], "data-key": `slot ${shown.name}-0` }), label("phone-none")));
    const legend = make("legend", { text: shown.question, class: repeats ? "visually-hidden" : "ask", "data-part": `${shown.name} 0` });
    $("slot").replaceChildren(make("fieldset", {}, legend, cards));
  }
}

function sendLabel() {
  const shown = slot(), isLast = step === page.slots.length - 1;
  if (sending) return label("phone-sending");
  if (!shown) return "";
  if (shown.cards.length === 0) return shown.skippable && !values[shown.name] ? label("phone-without") : label("phone-send");
  if (values[shown.name]) return label(page.vote ? "phone-vote" : "phone-choose", { card: values[shown.name] });
  return shown.skippable && isLast && step > 0 ? label("phone-without") : label("phone-pick-first");
}

function drawActions() {
  const shown = accepted ? null : slot();
  $("send").hidden = !shown;
  setText($("send"), sendLabel());
  $("send").classList.toggle("waiting", Boolean(sending) || (Boolean(shown?.cards.length) && !values[shown.name] && !shown.skippable));
  $("back").hidden = !shown || step === 0 || Boolean(sending);
  $("closer").hidden = viewable().length === 0;
  $("read").hidden = page.reading.length === 0;
}

// The cards on the page: those to choose from, else those on the table and in the hand.
function viewable() {
  if (!accepted && slot()) return slot().cards.filter((card) => card.sentence);
  const shown = accepted?.cards ?? (page.chosen.length ? page.chosen : page.panels.flatMap((panel) => panel.cards));
  return [...shown, ...page.hand].filter((card) => card.sentence && (card.emoji.length || card.art));
}

// Says at the button why something was refused; `turn` is the question that it was an answer to.
function refuse(text, turn = null) {
  refusedTurn = text ? turn : null;
  setText($("refusal"), text);
  if (text && $("note").firstChild?.textContent === text) showNote("");
  refit();
}

function pick(index) {
  const card = slot().cards[index];
  if (!card || card.own || sending) return;
  values[slot().name] = card.name;
  for (const radio of document.querySelectorAll(`#slot input[type=radio]`)) radio.checked = radio.value === String(index + 1);
  saveDraft();
  drawActions();
  refuse("");
}

function goTo(next) {
  step = next;
  refuse("");
  reading.stop();
  saveDraft();
  drawStep();
  drawActions();
  scrollTo(0, 0);
  ($("words") ?? $("question")).focus({ preventScroll: true });
  refit();
}

function submit() {
  const shown = slot();
  if (sending || !shown) return;
  if (!values[shown.name] && !shown.skippable) {
    refuse(label(shown.cards.length ? "phone-first" : "phone-words-first"));
    return;
  }
  if (step < page.slots.length - 1) return goTo(step + 1);
  const answer = {};
  for (const each of page.slots) {
    const value = values[each.name];
    if (value) answer[each.name] = each.cards.length ? each.cards.findIndex((card) => card.name === value) + 1 : value;
  }
  transmit({ kind: "choose", values: answer, turn: page.turn });
}

function transmit(message) {
  refuse("");
  reading.stop();
  const cards = page.slots.flatMap((each) => each.cards.filter((card) => card.name === values[each.name]));
  const words = page.slots.filter((each) => !each.cards.length).map((each) => values[each.name] ?? "").join(" ");
  const before = { message, page, cards, words, draft: draftName() };
  sending = before;
  drawActions();
  sending.id = connection.send(message);
  if (sending?.id === null) sending = null;
}

function acknowledged({ id, ok, text, unsure, message }) {
  if (message.kind === "say") {
    if (unsure) showNote(label("phone-unsure"));
    else if (!offered.delete(id)) showNote(text);
    return;
  }
  const answered = sending?.id === id ? sending : null;
  sending = null;
  if (!ok) refuse(text || label("phone-refused"), message.turn);
  else if (message.values && Object.keys(message.values).length) store(answered?.draft ?? draftName(), null);
  if (ok && answered && answered.page === page && answered.cards.length) {
    accepted = answered;
    setTimeout(() => { if (accepted === answered) { accepted = null; showPage(); } }, STALE_AFTER_MS);
  }
  showPage();
  if (!ok) $("send").focus({ preventScroll: true });
}

// --- what was chosen --------------------------------------------------------------------------------

function drawSent() {
  const isSent = Boolean(accepted) || (!slot() && Boolean(page.chosen_text));
  $("sent").hidden = !isSent;
  if (!isSent) return;
  const cards = accepted?.cards ?? page.chosen, words = accepted?.words ?? page.chosen_words;
  const names = cards.map((card) => card.name).join(", ");
  const text = accepted ? label(accepted.page.vote ? "phone-voted" : "phone-chosen", { cards: names }) : page.chosen_text;
  if (accepted) setText($("question"), text);
  setText($("waiting"), accepted ? "" : page.waiting);
  $("sent-cards").replaceChildren(...cards.map((card, index) => makeListItem({ ...card, number: "" }, `chosen ${index + 1}`)));
  $("sent-words").replaceChildren(...(words ? ["“", make("bdi", { text: words }), "”"] : []));
  $("change").hidden = Boolean(accepted) || !page.undo;
}

function drawPanels(panels) {
  let number = 0;
  $("panels").replaceChildren(...panels.flatMap(({ title, cards }) => {
    const hasPictures = cards.some((card) => card.emoji.length || card.art);
    return [make("h2", { text: title }), make("ul", { class: hasPictures ? "cards" : "rows" }, ...cards.map((card) => {
      if (card.sentence) number += 1;
      return hasPictures ? makeListItem(card, `table ${number}`) : make("li", {}, ...[card.note, card.name, card.number].filter(Boolean).map((text) => make("span", { text })));
    }))];
  }));
}

function drawAnswers([cards, moreToSay]) {
  $("answers").hidden = cards.length === 0 && !moreToSay;
  const others = make("button", { type: "button", text: label("phone-other"), "aria-haspopup": "dialog", "data-key": "say" });
  others.addEventListener("click", () => openDialog("talk"));
  $("answers").replaceChildren(...cards.map((card) => {
    const button = make("button", { type: "button", text: card.name, "data-key": `say ${card.name}` });
    button.addEventListener("click", () => offered.add(connection.send({ kind: "say", text: card.name })));
    return button;
  }), ...(moreToSay ? [others] : []));
}

function openDialog(name) {
  $(name).showModal();
  refit();
}

function showNote(text) {
  $("note").replaceChildren();
  if (!text || text === $("refusal").textContent) return;
  const close = make("button", { type: "button", class: "tool", text: "✕", "aria-label": label("phone-close") });
  close.addEventListener("click", () => { showNote(""); $("question").focus(); });
  $("note").append(make("span", { text }), close);
}

// --- the whole page ----------------------------------------------------------------------------------

function show(next) {
  const before = page, hadDraft = Object.keys(values).length > 0, sentIt = Boolean(accepted || sending);
  page = next;
  accepted = null;
  const isNew = before?.turn !== page.turn || before?.game !== page.game || !before;
  if (isNew) {
    if (!before) dropOldDrafts();
    reading.stop();
    showNote("");
    if (!sending && (refusedTurn === null || refusedTurn !== before?.turn)) refuse("");
    loadDraft(before);
  }
  if (page.note && page.note !== before?.note) showNote(page.note);
  showPage();
  if (isNew && before?.anybody && !page.anybody && hadDraft && !sentIt) showNote(page.round);
  if (isNew && page.slots.length) beginTurn(before);
  else if (isNew && before && isIdle()) $("question").focus({ preventScroll: true });
  const news = page.lines.join(" ");
  if (page.reader && news !== before?.lines.join(" ")) $("announcement").textContent = news;
  if (!saving) useDisplay({ size: page.size, theme: page.theme, reader: page.reader });
}

function showPage() {
  document.title = label("phone-title", { seat: page.seat, game: page.title });
  redraw("mark", page.place, (place) => $("mark").replaceChildren(makeShape(place)));
  $("progress").textContent = page.progress;
  redraw("question", [page.question, Boolean(accepted)], () => setText($("question"), page.question || page.title));
  redraw("clue", page.clue, (text) => {
    $("clue").hidden = !text;
    $("clue").replaceChildren(make("bdi", { text }));
  });
  redraw("step", [page.slots, step, page.turn, Boolean(accepted)], () => (accepted ? $("step").hidden = true : drawStep()));
  redraw("sent", [page.chosen, page.chosen_words, page.chosen_text, page.waiting, page.undo, page.slots.length, accepted?.id], drawSent);
  redraw("answers", [page.slots.length || accepted ? [] : page.choices, page.more_to_say && !accepted], drawAnswers);
  redraw("panels", page.slots.length || accepted || page.chosen.length ? [] : page.panels, drawPanels);
  redraw("hand", page.hand, (cards) => $("hand-cards").replaceChildren(...cards.map((card, index) => makeListItem(card, `hand ${index + 1}`))));
  $("hand").hidden = page.hand.length === 0 || page.slots.some((each) => each.cards.length > 0) && !accepted;
  redraw("lines", page.lines, (lines) => $("said").replaceChildren(...lines.map((text) => make("p", { text }))));
  redraw("can-say", page.can_say, (texts) => {
    $("can-say").replaceChildren(...texts.map((text) => make("li", { text })));
    $("can-title").hidden = texts.length === 0;
  });
  drawActions();
  refit();
}

// Whether the player is not in the middle of something that a change of focus would interrupt.
function isIdle() {
  const focused = document.activeElement;
  return !document.querySelector("dialog[open]") && (!focused || focused === document.body || !focused.isConnected || Boolean(focused.closest("#step, #actions, #sent, #top")));
}

function beginTurn(before) {
  if (before && isIdle()) {
    scrollTo(0, 0);
    $("question").focus({ preventScroll: true });
  }
  if (page.reader && !before) showNote(label("phone-suggest"));
  if (!before || !navigator.userActivation?.hasBeenActive) return;  // browsers require a touch first
  if (own.vibration) navigator.vibrate?.([120, 60, 120]);
  if (own.readTurn) startReading();
  else if (own.sounds) playSound("your-turn", 0.5).catch(() => {});
}

// --- reading aloud -----------------------------------------------------------------------------------

const reading = new Reading((part) => {
  document.querySelectorAll(".being-read").forEach((element) => element.classList.remove("being-read"));
  const element = part && (part === "question" || part === "clue" ? $(part) : document.querySelector(`[data-part="${CSS.escape(part)}"]`));
  if (!element) return;
  element.classList.add("being-read");
  if (part.startsWith("hand")) $("hand").open = true;
  element.scrollIntoView({ block: "nearest" });
}, (state) => {
  $("read").textContent = label(state === "silent" ? "phone-read" : "phone-stop");
  $("read").setAttribute("aria-pressed", String(state !== "silent"));
  $("pause").hidden = state === "silent";
  $("pause").textContent = label(state === "paused" ? "phone-resume" : "phone-pause");
  fit();
});

// Of the cards, reads those of the step that is shown.
function startReading() {
  const others = page.slots.filter((each) => each !== slot()).map((each) => `${each.name} `);
  const items = page.reading.filter((item) => !others.some((name) => item.part.startsWith(name)));
  reading.start(items).catch(() => {
    reading.stop();
    refuse(label("phone-no-voice"));
  });
}

$("read").addEventListener("click", () => (reading.state === "silent" ? startReading() : reading.stop()));
$("pause").addEventListener("click", () => (reading.state === "paused" ? reading.resume().catch(() => reading.stop()) : reading.pause()));

// --- user actions ------------------------------------------------------------------------------------

const viewer = new Viewer((index) => { pick(index); $("send").focus(); });
$("step").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
$("step").addEventListener("change", ({ target }) => {
  if (target.type !== "radio") return;
  if (target.value) pick(Number(target.value) - 1);
  else { delete values[slot().name]; saveDraft(); drawActions(); }
});
$("step").addEventListener("input", ({ target }) => {
  if (target.id !== "words") return;
  values[slot().name] = target.value.trim() ? target.value : undefined;
  if (values[slot().name] === undefined) delete values[slot().name];
  refuse("");
  saveDraft();
  drawActions();
});
$("step").addEventListener("keydown", (event) => {
  if (event.target.id === "words" && event.key === "Enter" && !event.shiftKey) { event.preventDefault(); submit(); }
});
$("back").addEventListener("click", () => goTo(step - 1));
$("closer").addEventListener("click", () => viewer.open(viewable(), Math.max(0, chosenIndex()), !accepted && Boolean(slot())));
$("change").addEventListener("click", () => transmit({ kind: "choose", values: {}, turn: page.turn }));
for (const name of ["settings", "talk"]) $(`open-${name}`).addEventListener("click", () => openDialog(name));
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
$("say").addEventListener("submit", () => $("talk").close());
$("always").addEventListener("click", ({ target }) => { if (target.closest("button")) $("talk").close(); });
for (const [id, name] of [["sounds", "sounds"], ["vibration", "vibration"], ["read-turn", "readTurn"]]) {
  $(id).checked = own[name];
  $(id).addEventListener("change", () => { own[name] = $(id).checked; store("phone settings", own); });
}
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio";
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !CARD_KEYS.test(event.key) || document.querySelector("dialog[open]")) return;
  const index = slot()?.cards.findIndex((card, place) => (card.number || String(place + 1)) === event.key) ?? -1;
  if (index < 0 || slot().cards[index].own) return;
  pick(index);
  $(`${slot().name}-${index + 1}`)?.focus();
});

// --- the screen --------------------------------------------------------------------------------------

let fitted = "", changes = 0;  // what the words were fitted for; how often the page has changed
const measuring = document.createElement("canvas").getContext("2d");

function padding(element) {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return parseFloat(paddingLeft) + parseFloat(paddingRight);
}

// Makes the print of a text smaller if its longest word is wider than its place: words are not split.
function fitWords() {
  const texts = document.querySelectorAll("h1, h2, h3, p, li > span, .title, .sentence, .ask, .chip, button, label, summary, select");
  const found = [...texts].filter((element) => element.textContent.trim() && element.getClientRects().length);
  found.forEach((element) => { element.style.fontSize = ""; });
  const smaller = found.map((element) => {
    const box = element.closest("button, label.card, .card, li, p, h1, h2, h3, summary, label, legend") ?? element;
    const style = getComputedStyle(element);
    const paddings = [...new Set([element, box])].map(padding);
    const inCard = element !== box && box.matches(".card") ? 2 * CARD_PADDING_PX : 0;
    const width = Math.min(box.clientWidth, innerWidth) - paddings.reduce((sum, each) => sum + each, inCard);
    measuring.font = style.font;
    const words = element.tagName === "SELECT" ? [] : element.textContent.split(/[\s–-]+/);
    const longest = Math.max(0, ...words.map((word) => measuring.measureText(word).width));
    return longest > width && width > 0 ? [element, (parseFloat(style.fontSize) * width) / longest * 0.98] : null;
  });
  for (const [element, size] of smaller.filter(Boolean)) element.style.fontSize = `${size}px`;
}

// Pins the question to the top and the buttons to the bottom as far as they leave room for the cards.
function fit() {
  const state = [getComputedStyle(root).fontSize, innerWidth, changes].join(" ");
  if (state !== fitted) {
    fitted = state;
    fitWords();
  }
  const height = globalThis.visualViewport?.height ?? innerHeight;
  const top = $("top").offsetHeight, bottom = $("actions").offsetHeight;
  const pinBottom = bottom < height * 0.4, pinTop = top + (pinBottom ? bottom : 0) < height * 0.6;
  root.classList.toggle("pin-top", pinTop);
  root.classList.toggle("pin-bottom", pinBottom);
  root.style.setProperty("--top", `${pinTop ? top : 0}px`);
  root.style.setProperty("--bottom", `${pinBottom ? bottom : 0}px`);
  root.style.setProperty("--keyboard", `${Math.max(0, innerHeight - height - (globalThis.visualViewport?.offsetTop ?? 0))}px`);
}

// Fits the page again after a change of its texts.
function refit() {
  changes += 1;
  fit();
}
new ResizeObserver(fit).observe($("top"));
new ResizeObserver(fit).observe($("actions"));
globalThis.visualViewport?.addEventListener("resize", fit);
globalThis.visualViewport?.addEventListener("scroll", fit);

// Keeps the screen on, where the browser allows it.
async function keepAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch { /* the battery is low, or the connection is not secure */ }
}
addEventListener("visibilitychange", keepAwake);
addEventListener("pointerdown", keepAwake, { once: true });

const showSpoken = () => {}, showMeter = () => {};  // the big screen shows these
connection.on("ack", acknowledged);
connect();
connection.on("state", (state) => {
  if (state === "moved") for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFTS)) store(name, null);
}).on("state", showUnsent).on("outbox", showUnsent);

// Says on the banner of a lost connection that something waits to be sent.
function showUnsent() {
  if (connection.state === "lost") $("lost").textContent = label(connection.pending.length ? "phone-later" : "page-lost");
}
