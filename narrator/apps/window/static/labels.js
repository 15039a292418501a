// Shared by all pages: the labels, which come with the page, and the font size and colours that the reader chose.
"use strict";
const labels = JSON.parse(document.body.dataset.labels);
const label = (name, values = {}) => labels[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

function applyDisplay({ size, theme }) {
  document.documentElement.style.setProperty("--size", `${size}px`);
  document.documentElement.dataset.theme = theme;
}

const storedDisplay = JSON.parse(localStorage.getItem("look") || "null");
if (storedDisplay) applyDisplay(storedDisplay);
