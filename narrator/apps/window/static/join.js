// A key in the fragment goes to the server once, for a cookie that no script can read; then it leaves the address.
"use strict";
const told = document.getElementById("told");

async function join(secret) {
  try {
    const answer = await fetch("/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    if (answer.ok) location.replace("/");
    else told.textContent = answer.status === 429 ? say("door-wait") : say("door-wrong");
  } catch {
    told.textContent = say("door-nobody");
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
