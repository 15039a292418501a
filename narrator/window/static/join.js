// A key in the fragment goes to the server once, for a cookie that no script can read; then it leaves the address.
"use strict";
const told = document.getElementById("told");
const words = {
  403: "That opens nothing. It may have been used already: ask for a new code.",
  429: "Please wait a moment, then try again.",
};

async function join(secret) {
  try {
    const answer = await fetch("/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    if (answer.ok) location.replace("/");
    else told.textContent = words[answer.status] || words[403];
  } catch {
    told.textContent = "Nobody answers. Is the game still on?";
  }
}

document.getElementById("join").addEventListener("submit", (event) => {
  event.preventDefault();
  join(document.getElementById("words").value.trim());
});
const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, "", "/");
  join(key);
}
addEventListener("hashchange", () => location.reload());
