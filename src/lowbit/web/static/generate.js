// New puzzles: the form for what is wished for, and where they go.

import { ask } from "./api.js";
import { CLASSIC } from "./board.js";
import { $ } from "./page.js";
import { fromText } from "./position.js";
import { asking } from "./query.js";
import { anySeed } from "./seed.js";
import { say } from "./words.js";

/** Listen to the button and its dialog. */
export function startGenerate(game, loader) {
  const dialog = $("generate-dialog");
  $("generate").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("submit", () =>
    asking(game, async (query) => open(loader, query, await ask("generate", wishes(), query.signal))),
  );
}

function wishes() {
  return {
    n: Number($("generate-n").value),
    clues: numberIn("generate-clues"),
    symmetry: $("generate-symmetry").value,
    minimal: $("generate-minimal").checked,
    seed: numberIn("generate-seed") ?? anySeed(),
  };
}

function numberIn(id) {
  return $(id).value ? Number($(id).value) : null;
}

/** Open what was made: one puzzle on the board, several in the list. */
function open(loader, query, { puzzles, seed }) {
  if (puzzles.length > 1) return loader.openText(query, puzzles.join("\n"), CLASSIC.geometry, say("generated", { seed }));
  const [puzzle] = puzzles;
  const n = puzzle.replace(/\./g, "").length;
  const content = () => ({ title: say("generatedOne"), text: say("generatedMore", { n, seed }) });
  return loader.put(query, fromText(CLASSIC, puzzle), content);
}
