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
const GRADED = "graded"; // in place of a level: a set of all of them
const SET = 100; // puzzles

/** Listen to the buttons and the dialog. */
export function startGenerate(game, loader) {
  const dialog = $("generate-dialog");
  const tell = ({ n }) => ($("pattern-text").textContent = say("patternText", { n: figure(n) }));
  let pattern = null; // its cells would take the start of the page some time
  $("generate-drawn").addEventListener("change", ({ target }) => {
    pattern ??= new Pattern($("generate-pattern"), () => $("generate-symmetry").value, tell);
    $("pattern-part").hidden = !target.checked;
    $("generate-clues").disabled = target.checked;
    $("pattern-part").scrollIntoView({ block: "end" });
  });
  onLanguage(() => pattern?.draw());
  for (const id of ["generate", "new-puzzle"]) $(id).addEventListener("click", () => open(dialog));
  $("list-generate").addEventListener("click", () => {
    $("generate-level").value = GRADED;
    showLevel();
    open(dialog);
  });
  $("generate-level").addEventListener("change", showLevel);
  dialog.addEventListener("submit", async () => {
    $("list-note").textContent = say("working"); // beside the list no answer is in sight
    await asking(game, async (query) => {
      const made = await ask("generate", wishes(pattern), query.signal);
      $("list-note").textContent = "";
      await put(loader, query, made);
    });
    if ($("list-note").textContent === say("working")) $("list-note").textContent = "";
  });
}

/** Offer what the level leaves to choose: a graded set has many puzzles, and neither a technique nor a pattern of its own. */
function showLevel() {
  const isGraded = $("generate-level").value === GRADED;
  if (isGraded && $("generate-n").value === "1") $("generate-n").value = SET;
  if (isGraded && $("generate-drawn").checked) $("generate-drawn").click();
  $("generate-needs").disabled = $("generate-drawn").disabled = isGraded;
}

async function open(dialog) {
  dialog.showModal();
  $("generate-error").textContent = "";
  await offerTechniques($("generate-needs")).catch((error) => ($("generate-error").textContent = reasonOf(error)));
}

function wishes(pattern) {
  const isGraded = $("generate-level").value === GRADED;
  const ratings = [numberIn("generate-from"), numberIn("generate-to")];
  const hasRatings = ratings.some((each) => each !== null);
  const free = () => ({ clues: numberIn("generate-clues"), symmetry: $("generate-symmetry").value });
  return {
    n: Number($("generate-n").value),
    ...($("generate-drawn").checked ? { pattern: pattern.text } : free()),
    ...(isGraded ? { graded: hasRatings ? "rating" : "level" } : { level: $("generate-level").value || null, needs: $("generate-needs").value || null }),
    rating: hasRatings ? [ratings[0] ?? LOWEST, ratings[1] ?? HIGHEST] : null,
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
