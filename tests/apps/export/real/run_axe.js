// Runs all rules of axe-core and writes the result into the page, where a dump of the page contains it.
"use strict";
axe.run(document, { resultTypes: ["violations", "incomplete"] }).then((found) => {
  const summarise = (rules) => rules.map((rule) => [rule.id, rule.nodes.map((node) => node.html)]);
  const result = { violations: summarise(found.violations), passes: found.passes.length };
  const element = document.createElement("pre");
  element.id = "found-by-axe";
  element.textContent = encodeURIComponent(JSON.stringify(result));
  document.body.appendChild(element);
});
