// Sends the key from the address's fragment to the server, which sets a cookie that scripts cannot read, and removes the key from the address.
"use strict";
const statusLine = document.getElementById("status");

async function join(secret) {
  try {
    const response = await fetch("/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    if (response.ok) location.replace("/");
    else statusLine.textContent = response.status === 429 ? label("door-wait") : label("door-wrong");
  } catch {
    statusLine.textContent = label("door-nobody");
  }
}

document.getElementById("join").addEventListener("submit", (event) => {
  event.preventDefault();
  join(document.getElementById("passphrase").value.trim());
});
const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, "", "/");
  join(key);
}
addEventListener("hashchange", () => location.reload());
