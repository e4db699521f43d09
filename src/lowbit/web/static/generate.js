// How are new puzzles made: which are wished for, and where do they go?

import { ask } from "./api.js";
import { CLASSIC } from "./board.js";
import { $ } from "./page.js";
import { fromText } from "./position.js";
import { asking } from "./question.js";
import { anySeed } from "./seed.js";
import { say } from "./words.js";

/** Listen to the button and its dialog. */
export function startGenerate(game, loader) {
  const dialog = $("generate-dialog");
  $("generate").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("submit", () =>
    asking(game, async (question) => open(loader, question, await ask("generate", wishes(), question.signal))),
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
function open(loader, question, { puzzles, seed }) {
  if (puzzles.length > 1) return loader.openText(question, puzzles.join("\n"), CLASSIC.geometry, say("generated", { seed }));
  const [puzzle] = puzzles;
  const n = puzzle.replace(/\./g, "").length;
  const content = () => ({ title: say("generatedOne"), text: say("generatedMore", { n, seed }) });
  return loader.put(question, fromText(CLASSIC, puzzle), content);
}
