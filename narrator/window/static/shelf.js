// Tell a story at the table, or forget it: that is asked twice, because nothing brings it back.
"use strict";
const told = document.getElementById("told");
const kept = JSON.parse(localStorage.getItem("look") || "{}");
if (kept.size) document.documentElement.style.setProperty("--size", `${kept.size}px`);
if (kept.theme) document.documentElement.dataset.theme = kept.theme;

addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const book = button.closest("[data-number]"), { number, title } = book.dataset, act = button.dataset.do;
  if (act === "forget" && !button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = "Forget it for ever";
    told.textContent = `${title} cannot be brought back. Press again to forget it for ever.`;
    return;
  }
  const answer = await fetch(`/shelf/${number}/${act}`, { method: "POST" });
  if (!answer.ok) told.textContent = "That could not be done.";
  else if (act === "tell") location.assign("/");
  else {
    book.remove();
    told.textContent = `${title} is forgotten.`;
  }
});
