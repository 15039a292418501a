// Sends the key from the address's fragment, or the typed words, to the server. The key of the table opens the list of
// seats without a phone; choosing one sets a cookie that scripts cannot read. The key is removed from the address.
"use strict";
const SEATS_INTERVAL_MS = 2500;  // how often the list of seats is updated
let secret = "", shown = "", timer = 0;

async function post(message) {
  const headers = { "content-type": "application/json" };
  return fetch("/join", { method: "POST", headers, body: JSON.stringify({ secret, ...message }) });
}

// Asks for the seats, or for one of them.
async function join(message = {}) {
  clearTimeout(timer);
  try {
    const response = await post(message);
    if (response.status === 204) return location.replace("/");
    if (response.ok || response.status === 409) {
      showSeats(await response.json(), response.status === 409);
      timer = setTimeout(join, SEATS_INTERVAL_MS);
      return;
    }
    showForm(response.status === 429 ? "door-wait" : "door-wrong");
  } catch {
    $("status").textContent = label("door-nobody");
    if (!$("seats").hidden) timer = setTimeout(join, SEATS_INTERVAL_MS);
  }
}

function showForm(reason) {
  $("seats").hidden = true;
  $("join").hidden = false;
  $("heading").textContent = label("door");
  $("status").textContent = label(reason);
  shown = "";
}

function showSeats(seats, wasTaken) {
  const { free, taken, watch, closed } = seats, isOpen = closed == null, isFirst = $("seats").hidden;
  $("join").hidden = true;
  $("seats").hidden = false;
  setText($("heading"), label(isOpen ? "door-who" : "door-closed"));
  if (isFirst) $("heading").focus();
  const status = isOpen ? label(wasTaken ? "door-just-taken" : free.length ? "door-choose" : "door-full") : `${closed} ${label("door-goes-on")}`.trim();
  if ($("status").textContent !== status && (wasTaken || JSON.stringify(seats) !== shown)) setText($("status"), status);
  if (JSON.stringify(seats) === shown) return;  // so that focus and screen reader keep their position
  shown = JSON.stringify(seats);
  const focused = document.activeElement?.dataset?.key;
  $("free").replaceChildren(...free.map((seat) => makeButton(seat, { seat })));
  if (watch) $("free").append(makeButton(label("door-watch"), { watch: true }));
  $("taken").replaceChildren(...taken.map((seat) => make("li", { text: label("door-taken", { seat }) })));
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function makeButton(text, message) {
  const button = make("button", { type: "button", class: "main", text, "data-key": text });
  button.addEventListener("click", () => join(message));
  return button;
}

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  secret = $("passphrase").value.trim();
  join();
});

// A phone that has a seat already goes there, also if its player scans the code again.
async function start() {
  const key = location.hash.slice(1);
  if (key) history.replaceState(null, "", location.pathname);
  if (location.pathname === "/join") {
    const known = await fetch("/known", { cache: "no-store" }).catch(() => null);
    if (known?.ok) return location.replace("/");
  }
  if (!key) return;
  secret = key;
  join();
}

addEventListener("hashchange", () => location.reload());
start();
