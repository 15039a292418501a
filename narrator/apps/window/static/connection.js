// The connection of a page to the server, used by the big screen and by phones. It shows nothing itself, except when
// the seat has moved to another phone: then it removes everything from the page.
//
//   const connection = new Connection(`Lily`);          the name of this page's outbox
//   connection.on("page", (message) => …);              a message from the server, by its kind
//   connection.on("state", (state) => …);               "open", "lost", "moved" or "shut"
//   connection.on("outbox", (messages) => …);           the messages without an acknowledgement, oldest first
//   connection.on("ack", ({ id, ok, text, message }) => …);   text is "" if there is nothing to say to this page alone
//   connection.start();
//   const id = connection.send({ kind: "choose", values, turn: page.turn });
//
// A message of kind "say" or "choose" gets an id, and is sent again after reconnecting until it is acknowledged. The
// server handles each id once. A restarted server has forgotten the ids: a choice is sent again, because it names its
// question (`turn`); spoken words may have been answered already, so they are returned as an `ack` with `ok: false` and
// `unsure: true`.
"use strict";
const LOST_AFTER_MS = 5000, MAX_RETRY_MS = 3000, FIRST_RETRY_MS = 200;
const CLOSE_MOVED = 4001, CLOSE_SHUT = 4002;  // as in hub.py
const MAX_OUTBOX = 24;  // the server accepts this many messages at once

class Connection {
  #socket = null;
  #handlers = {};
  #retries = 0;
  #retryTimer = 0;
  #lostTimer = 0;
  #heardAt = 0;  // when the last message arrived
  #state = "";
  #run = "";
  #ready = false;  // whether the server has said hello on this connection
  #outbox = [];  // messages in the order they were made, each with the server run it was sent to
  #storage;

  constructor(name = "") {
    this.#storage = `outbox ${name}`;
    try {
      this.#outbox = JSON.parse(sessionStorage.getItem(this.#storage)) ?? [];
    } catch { /* storage is not available in this browser */ }
  }

  get state() { return this.#state; }

  get pending() { return this.#outbox.map(({ message }) => message); }

  on(kind, handler) {
    (this.#handlers[kind] ??= []).push(handler);
    return this;
  }

  start() {
    this.#connect();
    this.#watch();
    addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.#check(); });
    addEventListener("online", () => this.#check());
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.#check(); });
    if (this.#outbox.length) this.#emit("outbox", this.pending);
  }

  send(message) {
    if (message.kind !== "say" && message.kind !== "choose") {
      if (this.#ready) this.#socket.send(JSON.stringify(message));
      return null;
    }
    if (this.#outbox.length >= MAX_OUTBOX) return null;
    const entry = { message: { ...message, id: makeId() }, run: "" };
    this.#outbox.push(entry);
    this.#transmit(entry);
    this.#changed();
    return entry.message.id;
  }

  #emit(kind, value) {
    for (const handler of this.#handlers[kind] ?? []) handler(value);
  }

  #changed() {
    try {
      sessionStorage.setItem(this.#storage, JSON.stringify(this.#outbox));
    } catch { /* then a reload forgets what was not sent */ }
    this.#emit("outbox", this.pending);
  }

  #transmit(entry) {
    if (!this.#ready || this.#socket.readyState !== WebSocket.OPEN) return;
    entry.run = this.#run;
    this.#socket.send(JSON.stringify(entry.message));
  }

  #setState(state) {
    if (this.#state === state) return;
    this.#state = state;
    this.#emit("state", state);
  }

  get #ended() { return this.#state === "moved" || this.#state === "shut"; }

  // --- connecting -----------------------------------------------------------------------------------

  #connect() {
    clearTimeout(this.#retryTimer);
    if (this.#ended) return;
    this.#drop();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => { if (socket === this.#socket) this.#receive(JSON.parse(data)); };
    socket.onclose = ({ code }) => { if (socket === this.#socket) this.#closed(code); };
  }

  #drop() {
    this.#ready = false;
    const socket = this.#socket;
    this.#socket = null;  // so that its events do not count
    socket?.close();
  }

  #closed(code) {
    this.#ready = false;
    if (code === CLOSE_MOVED) return this.#move();
    if (code === CLOSE_SHUT) return this.#end("shut");
    this.#lose();
  }

  #lose() {
    this.#setState("lost");
    this.#drop();
    this.#retries += 1;
    if (this.#retries > 1) this.#askWhetherKnown();
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#retries));
  }

  // A server that answers but refuses the connection does not know this page: load what it shows instead.
  #askWhetherKnown() {
    fetch("/known", { cache: "no-store" }).then((response) => {
      if (response.status === 401 && !this.#ended) location.reload();
    }, () => {});
  }

  // Reports a lost connection when nothing has arrived for a while: a sleeping or far-away phone gets no close event.
  #watch() {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = setTimeout(() => {
      if (this.#ended) return;
      this.#lose();
      this.#watch();
    }, LOST_AFTER_MS);
  }

  // Timers stop while a phone sleeps, so a connection that looks open may be dead: make a new one.
  #check() {
    if (this.#ended || (this.#ready && Date.now() - this.#heardAt < LOST_AFTER_MS / 2)) return;
    this.#retries = 0;
    this.#connect();
    this.#watch();
  }

  #end(state) {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#lostTimer);
    this.#drop();
    this.#setState(state);
  }

  #move() {
    try {
      sessionStorage.clear();
    } catch { /* nothing was stored */ }
    this.#outbox = [];
    this.#end("moved");
    const heading = document.createElement("h1");
    heading.textContent = label("page-moved");
    const main = document.createElement("main");
    main.append(heading);
    document.body.replaceChildren(main);
    document.body.className = "join";  // as in moved.html
    document.title = label("narrator");
  }

  // --- messages -------------------------------------------------------------------------------------

  #receive(message) {
    this.#heardAt = Date.now();
    this.#watch();
    this.#retries = 0;
    if (message.kind === "hello") this.#greet(message.run);
    else if (message.kind === "ack") this.#acknowledge(message);
    if (this.#ready) this.#setState("open");
    if (!["hello", "ping", "ack"].includes(message.kind)) this.#emit(message.kind, message);
  }

  #greet(run) {
    this.#run = run;
    this.#ready = true;
    const unsure = this.#outbox.filter((entry) => entry.run && entry.run !== run && entry.message.kind === "say");
    for (const { message } of unsure) this.#acknowledge({ kind: "ack", id: message.id, ok: false, text: "", unsure: true });
    this.#outbox.forEach((entry) => this.#transmit(entry));
    this.#changed();
  }

  #acknowledge(ack) {
    const entry = this.#outbox.find(({ message }) => message.id === ack.id);
    if (!entry) return;
    this.#outbox = this.#outbox.filter((each) => each !== entry);
    this.#changed();
    this.#emit("ack", { ...ack, message: entry.message });
  }
}

// `crypto.randomUUID` needs a secure context, which plain HTTP on a home network is not.
function makeId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
