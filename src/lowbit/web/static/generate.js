// New puzzles: the form for what is wished for, and where they go.

import { reasonOf } from "./answer.js";
import { ask } from "./api.js";
import { CLASSIC } from "./board.js";
import { $ } from "./page.js";
import { Pattern } from "./pattern.js";
import { fromText } from "./position.js";
import { asking } from "./query.js";
import { anySeed } from "./seed.js";
import { offerTechniques } from "./techniques.js";
import { figure, onLanguage, say } from "./words.js";

const [LOWEST, HIGHEST] = [1, 11.9]; // ratings that puzzles have

/** Listen to the buttons and the dialog. */
export function startGenerate(game, loader) {
  const dialog = $("generate-dialog");
  const tell = ({ n }) => ($("pattern-text").textContent = say("patternText", { n: figure(n) }));
  let pattern = null; // its cells would take the start of the page some time
  $("generate-drawn").addEventListener("change", ({ target }) => {
    pattern ??= new Pattern($("generate-pattern"), () => $("generate-symmetry").value, tell);
    $("pattern-part").hidden = !target.checked;
    $("generate-clues").disabled = target.checked;
  });
  onLanguage(() => pattern?.draw());
  for (const id of ["generate", "new-puzzle"]) $(id).addEventListener("click", () => open(dialog));
  dialog.addEventListener("submit", () =>
    asking(game, async (query) => put(loader, query, await ask("generate", wishes(pattern), query.signal))),
  );
}

async function open(dialog) {
  dialog.showModal();
  $("generate-error").textContent = "";
  await offerTechniques($("generate-needs")).catch((error) => ($("generate-error").textContent = reasonOf(error)));
}

function wishes(pattern) {
  const ratings = [numberIn("generate-from"), numberIn("generate-to")];
  const free = () => ({ clues: numberIn("generate-clues"), symmetry: $("generate-symmetry").value });
  return {
    n: Number($("generate-n").value),
    ...($("generate-drawn").checked ? { pattern: pattern.text } : free()),
    level: $("generate-level").value || null,
    rating: ratings.some((each) => each !== null) ? [ratings[0] ?? LOWEST, ratings[1] ?? HIGHEST] : null,
    needs: $("generate-needs").value || null,
    minimal: $("generate-minimal").checked,
    seed: numberIn("generate-seed") ?? anySeed(),
  };
}

function numberIn(id) {
  return $(id).value ? Number($(id).value) : null;
}

/** Put what was made in its place: one puzzle on the board, several in the list. */
function put(loader, query, { puzzles, seed }) {
  if (puzzles.length > 1) return loader.openText(query, puzzles.join("\n"), CLASSIC.geometry, say("generated", { seed }));
  const [puzzle] = puzzles;
  const n = puzzle.replace(/\./g, "").length;
  const content = () => ({ title: say("generatedOne"), text: say("generatedMore", { n, seed }) });
  return loader.put(query, fromText(CLASSIC, puzzle), content);
}
