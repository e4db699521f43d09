// New puzzles from the constraints on the board: what is asked for, and the way through what was made.

import { $, make, save } from "../page.js";
import { givensOf } from "../game/player.js";
import { fromText } from "../board/position.js";
import { asking } from "../query.js";
import { fetchKinds, kindOf, nameIn } from "./kinds.js";
import { figure, say, sayReason } from "../words/words.js";

/** Offer to fill the kinds of constraints that are on the board and have numbers: as it is, those without a number yet. */
export async function offerKinds({ position }) {
  await fetchKinds().catch(() => {}); // without them none are offered
  const kinds = [...new Set(position.constraints.map(kindOf))].filter((kind) => kind?.number);
  const boxes = kinds.map((kind) => {
    const own = position.constraints.filter(({ type }) => type === kind.type);
    const open = own.filter((each) => each[kind.number] === null);
    const text = say(open.length ? "fillsOpen" : "fillsTyped", { name: nameIn(kind), n: figure(open.length || own.length) });
    return make("label", {}, make("input", { type: "checkbox", value: kind.type, checked: open.length > 0 }), make("span", { textContent: text }));
  });
  $("generate-kinds").replaceChildren(...boxes);
  $("generate-fill").hidden = !kinds.length;
}

/** Return the request for puzzles made of a position. */
export function variantWishes(position, common) {
  const fill = [...$("generate-kinds").querySelectorAll("input:checked")].map(({ value }) => value);
  const [kropki, givens, minimal] = ["kropki", "givens", "needed"].map((name) => $(`generate-${name}`).checked);
  return { ...givensOf(position), ...common, fill, keep: true, kropki, givens, minimal };
}

/** Show the puzzles that were made one by one, as one step to undo, and offer to save all. */
export function showVariants(game, query, { puzzles, seed, reason }) {
  const n = puzzles.length;
  const ended = () => sayReason(reason, "limit-reached");
  const { about, cosmetics } = query.position;
  const lines = () => new Blob(puzzles.map(({ text }) => `${JSON.stringify({ ...about, ...JSON.parse(text), cosmetics })}\n`), { type: "text/plain" });
  const go = (at) => asking(game, (next) => turn(next, at));

  function turn(current, at) {
    const { puzzle, constraints } = puzzles[at];
    const position = { ...fromText(current.position.board, puzzle), constraints, cosmetics, about };
    const givens = position.digits.filter(Boolean).length;
    const text = () => say("variantMore", { givens, n: constraints.length, seed });
    current.go(position, "leaf");
    current.show(
      () => ({ title: n > 1 ? say("variantOf", { n: figure(at + 1), all: figure(n) }) : say("generatedOne"), text: [text(), ended()].filter(Boolean).join("\n") }),
      () => (n > 1 ? [["previous", () => go(at - 1), at === 0], ["next", () => go(at + 1), at === n - 1], ["saveAll", () => save(lines(), `${say("generated", { seed })}.txt`)]] : []),
    );
  }

  if (n) turn(query, 0);
  else query.show(() => ({ title: say("noneMade"), text: ended(), details: ended() === reason ? "" : reason }));
}
