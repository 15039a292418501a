// The stories: to be told at the table, taken along, or forgotten, which is asked back because nothing brings it back.
"use strict";
const told = document.getElementById("told");
const A_MOMENT = 700;

async function post(path) {
  try {
    return await fetch(path, { method: "POST" });
  } catch {
    return { ok: false, status: 0 };
  }
}

async function act(book, wish) {
  const { number, title } = book.dataset, sure = book.querySelector("[data-sure]"), ask = book.querySelector("[data-do=ask]");
  if (wish === "ask" || wish === "keep") {
    sure.hidden = wish === "keep";
    ask.hidden = wish === "ask";
    told.textContent = say(wish === "ask" ? "shelf-sure" : "shelf-kept", { title });
    (wish === "ask" ? sure.querySelector("button") : ask).focus();  // the focus is on keeping it
    return;
  }
  const answer = await post(`/shelf/${number}/${wish}`);
  if (!answer.ok) told.textContent = say(wish === "tell" && answer.status === 409 ? "shelf-game" : "shelf-failed");
  else if (wish === "tell") location.assign("/");
  else {
    book.remove();
    told.textContent = say("shelf-forgotten", { title });
    told.focus();
  }
}

// A book is made while this page waits for it; then it comes as a download.
async function take(book, kind) {
  const { number, title } = book.dataset, bar = book.querySelector("progress"), way = `/shelf/${number}/book/${kind}`;
  const failed = (trouble) => { bar.hidden = true; told.textContent = trouble || say("shelf-failed"); };
  if (!(await post(way)).ok) return failed();
  told.textContent = say("shelf-making", { title });
  bar.removeAttribute("value");
  bar.hidden = false;
  for (let quarters = 0; ; await new Promise((go) => setTimeout(go, A_MOMENT))) {
    const answer = await fetch(`${way}/state`).catch(() => null);
    if (!answer?.ok) return failed();
    const state = await answer.json();
    if (state.trouble) return failed(state.trouble);
    if (state.ready) break;
    bar.value = state.percent;
    if (Math.floor(state.percent / 25) > quarters) {  // a screen reader need not tell more
      quarters = Math.floor(state.percent / 25);
      told.textContent = say("shelf-quarter", { percent: 25 * quarters, title });
    }
  }
  bar.hidden = true;
  told.textContent = say("shelf-ready", { title });
  location.assign(way);
}

told.tabIndex = -1;
addEventListener("click", (event) => {
  const button = event.target.closest("button"), book = button?.closest("[data-number]");
  if (book && button.dataset.take) take(book, button.dataset.take);
  else if (book) act(book, button.dataset.do);
});
