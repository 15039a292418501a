// Runs axe-core, all of its rules, and puts what it found where a dump of the page shows it.
"use strict";
axe.run(document, { resultTypes: ["violations", "incomplete"] }).then((found) => {
  const told = (rules) => rules.map((rule) => [rule.id, rule.nodes.map((node) => node.html)]);
  const result = { violations: told(found.violations), passes: found.passes.length };
  const place = document.createElement("pre");
  place.id = "found-by-axe";
  place.textContent = encodeURIComponent(JSON.stringify(result));
  document.body.appendChild(place);
});
