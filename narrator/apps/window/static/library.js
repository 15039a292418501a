// The pages with stories. Of the box: play one. Of the library: tell one, export it, mend its text, or delete it.
"use strict";
const statusLine = document.getElementById("status");
const POLL_INTERVAL_MS = 700;
const MAX_PHOTO_PIXELS = 1200;  // of the longer side

async function post(path, body) {
  try {
    return await fetch(path, { method: "POST", body });
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

async function play(name) {
  const response = await post(`/box/${encodeURIComponent(name)}/play`);
  if (response.ok) location.assign("/");
  else statusLine.textContent = label(response.status === 409 ? "box-busy" : "shelf-failed");
}

// Draws the photo again, smaller. So it takes little room, and where and when it was taken is left out.
async function shrinkPhoto(file) {
  const photo = await createImageBitmap(file), canvas = document.createElement("canvas");
  const scale = Math.min(1, MAX_PHOTO_PIXELS / Math.max(photo.width, photo.height));
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  canvas.getContext("2d").drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

async function addPhoto(story, file) {
  const { number, title } = story.dataset;
  const photo = await shrinkPhoto(file).catch(() => null);
  const response = photo && await post(`/library/${number}/photo`, photo);
  statusLine.textContent = label(response?.ok ? "shelf-photo-added" : "shelf-failed", { title });
}

// Corrects the text of a part when its field is left.
async function mend(story, field) {
  const response = await post(`/library/${story.dataset.number}/mend`, `${field.dataset.part}\n${field.value}`);
  statusLine.textContent = label(response.ok ? "shelf-mended" : "shelf-failed", { title: story.dataset.title });
}

statusLine.tabIndex = -1;
addEventListener("change", (event) => {
  const story = event.target.closest("[data-number]"), [file] = event.target.files ?? [];
  if (story && file) addPhoto(story, file);
  else if (story && event.target.dataset.part) mend(story, event.target);
});
addEventListener("click", (event) => {
  const button = event.target.closest("button"), story = button?.closest("[data-number]");
  if (button?.dataset.action === "play") return play(button.closest("[data-story]").dataset.story);
  if (story && button.dataset.export) exportBook(story, button.dataset.export);
  else if (story) act(story, button.dataset.action);
});
