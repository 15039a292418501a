// The cards on a phone: in the grid, as a choice, and one at a time in the viewer.
"use strict";

function makeArt(card) {
  if (card.art) return Object.assign(make("img", { class: "art", src: card.art, decoding: "async" }), { alt: "" });
  const scene = make("span", { class: "scene", "data-count": card.emoji.length, "aria-hidden": "true" });
  card.emoji.forEach((emoji) => scene.append(make("span", { text: emoji })));
  return make("span", { class: "picture" }, scene);
}

// The visible parts of a card. `id` makes the ids by which a radio button is named and described.
function cardParts(card, id) {
  const parts = [];
  if (card.emoji.length || card.art) parts.push(makeArt(card));
  const name = make("span", { class: "name", id: `${id}-name` });
  if (card.number) name.append(make("span", { class: "number", text: card.number }), " ");
  name.append(make("span", { class: "title", text: card.name }));
  if (card.own) name.append(" ", make("span", { class: "chip", text: label("phone-yours") }));
  if (card.owner) name.append(" ", make("span", { class: "chip", text: `${label("page-laid-by")} ${card.owner}` }));
  if (card.voters?.length) name.append(" ", make("span", { class: "chip", text: `${label("page-voters")} ${card.voters.join(", ")}` }));
  if (card.note) name.append(" ", make("span", { class: "note", text: card.note }));
  parts.push(name);
  if (card.sentence && card.sentence !== card.name) parts.push(make("span", { class: "sentence", id: `${id}-sentence`, text: card.sentence }));
  return parts;
}

const makeListItem = (card, part) => make("li", { class: "card", "data-part": part }, ...cardParts(card, part));

function makeChoice(slot, card, index, isChecked) {
  const id = `${slot.name}-${index + 1}`, part = `${slot.name} ${index + 1}`;
  const radio = make("input", {
    type: "radio", name: slot.name, value: String(index + 1), id, checked: isChecked, disabled: card.own, "data-key": `slot ${id}`,
    "aria-labelledby": `${id}-name ${id}-place`, "aria-describedby": card.sentence ? `${id}-sentence` : null,
  });
  const place = make("span", { class: "visually-hidden", id: `${id}-place`, text: label("page-place", { number: index + 1, count: slot.cards.length }) });
  return make("label", { class: card.own ? "card own" : "card", "data-part": part }, radio, ...cardParts(card, id), place);
}

// Shows one card at a time, large, with all that is known about it.
class Viewer {
  constructor(pick) {
    Object.assign(this, { dialog: document.getElementById("viewer"), cards: [], index: 0 });
    this.pick = () => { this.dialog.close(); pick(this.index); };
    document.getElementById("viewer-before").addEventListener("click", () => this.#turn(-1));
    document.getElementById("viewer-after").addEventListener("click", () => this.#turn(1));
    document.getElementById("viewer-pick").addEventListener("click", this.pick);
    this.dialog.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft") this.#turn(-1);
      if (key === "ArrowRight") this.#turn(1);
    });
    let from = null;
    this.dialog.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0].clientX : null; }, { passive: true });
    this.dialog.addEventListener("touchend", ({ changedTouches }) => {
      const moved = from === null ? 0 : changedTouches[0].clientX - from;
      if (Math.abs(moved) > innerWidth / 5) this.#turn(moved < 0 ? 1 : -1);
    });
  }

  open(cards, index, isChoice) {
    Object.assign(this, { cards, index, isChoice });
    this.#draw();
    this.dialog.showModal();
  }

  #turn(step) {
    this.index = (this.index + step + this.cards.length) % this.cards.length;
    this.#draw();
    document.getElementById("viewer-name").focus();
  }

  #draw() {
    const card = this.cards[this.index];
    const parts = [make("h2", { id: "viewer-name", tabindex: "-1", text: [card.number, card.name].filter(Boolean).join(". ") })];
    if (card.emoji.length || card.art) parts.unshift(makeArt(card));
    if (card.own) parts.push(make("p", { class: "chip", text: label("phone-yours") }));
    parts.push(...[card.sentence, card.closer].filter(Boolean).map((text) => make("p", { text })));
    document.getElementById("viewer-card").replaceChildren(...parts);
    document.getElementById("viewer-pick").hidden = !this.isChoice || card.own;
    for (const id of ["viewer-before", "viewer-after"]) document.getElementById(id).hidden = this.cards.length < 2;
  }
}
