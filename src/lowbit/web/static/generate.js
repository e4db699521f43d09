// How are new puzzles made: which are wished for, and where do they go?

import { show } from "./answer.js";
import { CLASSIC } from "./board.js";
import { $ } from "./page.js";
import { fromText } from "./position.js";
import { asking } from "./questions.js";
import { say } from "./words.js";

/** Listen to the button and its dialog. */
export function startGenerate(loader) {
  const dialog = $("generate-dialog");
  $("generate").addEventListener("click", () => dialog.showModal());
  $("generate-cancel").addEventListener("click", () => dialog.close());
  dialog.addEventListener("submit", () => asking("generate", wishes(), (answer) => open(loader, answer)));
}

function wishes() {
  return {
    n: Number($("generate-n").value),
    clues: $("generate-clues").value ? Number($("generate-clues").value) : null,
    symmetry: $("generate-symmetry").value,
    minimal: $("generate-minimal").checked,
  };
}

/** Open what was made: one puzzle on the board, several in the list. */
async function open(loader, { puzzles }) {
  if (puzzles.length > 1) {
    await loader.openText(puzzles.join("\n"), CLASSIC.geometry, say("generated"));
    return;
  }
  const [puzzle] = puzzles;
  const n = puzzle.replace(/\./g, "").length;
  loader.put(fromText(CLASSIC, puzzle));
  show(() => ({ title: say("generatedOne"), text: say("generatedMore", { n }) }));
}
