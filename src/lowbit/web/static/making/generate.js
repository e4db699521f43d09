// New puzzles: the form for what is wished for, and where they go.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { CLASSIC } from "../board/board.js";
import { $, make } from "../page.js";
import { Pattern } from "../board/pattern.js";
import { fromText } from "../board/position.js";
import { asking } from "../query.js";
import { anySeed } from "./seed.js";
import { offerKinds, showVariants, variantWishes } from "./skeleton.js";
import { offerTechniques } from "../hints/techniques.js";
import { figure, onLanguage, say } from "../words/words.js";

const [LOWEST, HIGHEST] = [1, 11.9]; // ratings that puzzles have
const GRADED = "graded"; // in place of a level: a set of all of them
const SET = 100; // puzzles
const FEWEST = 17; // givens of a puzzle with one solution

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
  $("generate").addEventListener("click", () => open(game, dialog, sourcesOf(game).at(-1)));
  $("new-puzzle").addEventListener("click", () => {
    open(game, dialog, game.board === CLASSIC ? "classic" : "board");
    $("generate-more").open = game.board !== CLASSIC; // levels come first
  });
  $("start-more").addEventListener("click", () => open(game, dialog, "classic"));
  $("list-generate").addEventListener("click", () => {
    $("generate-level").value = GRADED;
    showLevel();
    open(game, dialog, "classic");
  });
  $("generate-level").addEventListener("change", showLevel);
  $("generate-of").addEventListener("change", () => showSource(game));
  dialog.addEventListener("submit", async () => {
    $("list-note").textContent = say("working"); // beside the list no answer is in sight
    await asking(game, (query) => generate(game, loader, query, pattern));
    if ($("list-note").textContent === say("working")) $("list-note").textContent = "";
  });
}

/** Ask for puzzles, and put them where they are seen. */
async function generate(game, loader, query, pattern) {
  const isOfRules = source() === "rules";
  const board = source() === "classic" ? CLASSIC : query.position.board;
  const wish = isOfRules ? variantWishes(query.position, common()) : wishes(pattern, board);
  const made = await ask(isOfRules ? "generate-variants" : "generate", wish, query.signal);
  $("list-note").textContent = "";
  if (isOfRules) showVariants(game, query, made);
  else await put(loader, query, made, board);
}

/** Offer what the level leaves to choose: a graded set has many puzzles, and neither a technique nor a pattern of its own. */
function showLevel() {
  const isGraded = $("generate-level").value === GRADED;
  if (isGraded && $("generate-n").value === "1") $("generate-n").value = SET;
  if (isGraded && $("generate-drawn").checked) $("generate-drawn").click();
  $("generate-needs").disabled = $("generate-drawn").disabled = isGraded;
}

/** Return what new puzzles can be made from: in any case the classic board. */
function sourcesOf({ board, position }) {
  return ["classic", ...(board === CLASSIC ? [] : ["board"]), ...(position.constraints.length ? ["rules"] : [])];
}

function source() {
  return $("generate-of").value;
}

/** Offer what there is to choose for puzzles from this source. */
function showSource(game) {
  for (const part of $("generate-dialog").querySelectorAll("[data-of]")) {
    part.hidden = !part.dataset.of.split(" ").includes(source());
    if ("disabled" in part) part.disabled = part.hidden; // what is not seen is not checked
  }
  const isClassic = source() === "classic";
  if (!isClassic && $("generate-drawn").checked) $("generate-drawn").click();
  $("generate-clues").min = isClassic ? FEWEST : 1;
  $("generate-clues").max = isClassic ? CLASSIC.nCells : game.board.nCells;
  offerKinds(game);
}

async function open(game, dialog, from) {
  const names = { classic: say("ofClassic"), board: say("ofBoard"), rules: say("ofRules") };
  const sources = sourcesOf(game);
  $("generate-of").replaceChildren(...sources.map((value) => make("option", { value, textContent: names[value] })));
  $("generate-of").value = from;
  $("generate-what").hidden = sources.length < 2;
  showSource(game);
  $("generate-more").open = true;
  dialog.showModal();
  $("generate-error").textContent = "";
  await offerTechniques($("generate-needs")).catch((error) => ($("generate-error").textContent = reasonOf(error)));
}

/** Return what is asked for from every source. */
function common() {
  return { n: Number($("generate-n").value), seed: numberIn("generate-seed") ?? anySeed() };
}

function wishes(pattern, board) {
  const free = () => ({ clues: numberIn("generate-clues"), symmetry: $("generate-symmetry").value });
  const minimal = $("generate-minimal").checked;
  if (board !== CLASSIC) return { ...common(), geometry: board.geometry, ...free(), minimal };
  const isGraded = $("generate-level").value === GRADED;
  const ratings = [numberIn("generate-from"), numberIn("generate-to")];
  const hasRatings = ratings.some((each) => each !== null);
  return {
    ...common(),
    ...($("generate-drawn").checked ? { pattern: pattern.text } : free()),
    ...(isGraded ? { graded: hasRatings ? "rating" : "level" } : { level: $("generate-level").value || null, needs: $("generate-needs").value || null }),
    rating: hasRatings ? [ratings[0] ?? LOWEST, ratings[1] ?? HIGHEST] : null,
    minimal,
  };
}

function numberIn(id) {
  return $(id).value ? Number($(id).value) : null;
}

/** Put what was made in its place: one puzzle on the board, several in the list. */
function put(loader, query, { puzzles, seed }, board) {
  if (puzzles.length > 1) return loader.openText(query, puzzles.join("\n"), board.geometry, { key: "generated", seed });
  const [puzzle] = puzzles;
  const n = puzzle.replace(/\./g, "").length;
  const content = () => ({ title: say("generatedOne"), text: say("generatedMore", { n, seed }) });
  return loader.put(query, fromText(board, puzzle), content);
}
