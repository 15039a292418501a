// The page of finished stories: tell one at the table, export it, or delete it after a confirmation.
"use strict";
const statusLine = document.getElementById("status");
const POLL_INTERVAL_MS = 700;

async function post(path) {
  try {
    return await fetch(path, { method: "POST" });
  } catch {
    return { ok: false, status: 0 };
  }
}

async function act(story, action) {
  const { number, title } = story.dataset;
  const confirmation = story.querySelector("[data-confirm]"), ask = story.querySelector("[data-action=ask]");
  if (action === "ask" || action === "keep") {
    confirmation.hidden = action === "keep";
    ask.hidden = action === "ask";
    statusLine.textContent = label(action === "ask" ? "shelf-sure" : "shelf-kept", { title });
    (action === "ask" ? confirmation.querySelector("button") : ask).focus();  // the first button keeps the story
    return;
  }
  const response = await post(`/library/${number}/${action}`);
  if (!response.ok) statusLine.textContent = label(action === "tell" && response.status === 409 ? "shelf-game" : "shelf-failed");
  else if (action === "tell") location.assign("/");
  else {
    story.remove();
    statusLine.textContent = label("shelf-forgotten", { title });
    statusLine.focus();
  }
}

// Starts an export, shows its progress, and downloads the book when it is finished.
async function exportBook(story, kind) {
  const { number, title } = story.dataset, bar = story.querySelector("progress"), path = `/library/${number}/book/${kind}`;
  const fail = (reason) => { bar.hidden = true; statusLine.textContent = reason || label("shelf-failed"); };
  if (!(await post(path)).ok) return fail();
  statusLine.textContent = label("shelf-making", { title });
  bar.removeAttribute("value");
  bar.hidden = false;
  for (let quarters = 0; ; await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))) {
    const response = await fetch(`${path}/state`).catch(() => null);
    if (!response?.ok) return fail();
    const state = await response.json();
    if (state.error) return fail(state.error);
    if (state.ready) break;
    bar.value = state.percent;
    if (Math.floor(state.percent / 25) > quarters) {  // more updates would flood a screen reader
      quarters = Math.floor(state.percent / 25);
      statusLine.textContent = label("shelf-quarter", { percent: 25 * quarters, title });
    }
  }
  bar.hidden = true;
  statusLine.textContent = label("shelf-ready", { title });
  location.assign(path);
}

statusLine.tabIndex = -1;
addEventListener("click", (event) => {
  const button = event.target.closest("button"), story = button?.closest("[data-number]");
  if (story && button.dataset.export) exportBook(story, button.dataset.export);
  else if (story) act(story, button.dataset.action);
});
