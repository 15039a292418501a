// What every page shares: its words, which came with it, and how large and in which colours it is read.
"use strict";
const words = JSON.parse(document.body.dataset.words);
const say = (name, facts = {}) => words[name].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);

function wear({ size, theme }) {
  document.documentElement.style.setProperty("--size", `${size}px`);
  document.documentElement.dataset.theme = theme;
}

const kept = JSON.parse(localStorage.getItem("look") || "null");
if (kept) wear(kept);
