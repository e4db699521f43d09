// What the address of the page asks for: a puzzle to open, and less around the board inside another page.
//
//   ?puzzle=TEXT     opens a puzzle, in any form that can be pasted
//   &embed           shows the board, what is entered and hints, and keeps nothing
//   &hints=off       leaves the hints out

import { asking } from "./query.js";

const asked = new URLSearchParams(location.search);

/** Whether the page is a part of another one. */
export const isEmbedded = asked.has("embed");

/** Show as much of the page as its address asks for, and open its puzzle. */
export async function startEmbedding(game, loader) {
  const { dataset } = document.documentElement;
  if (isEmbedded) dataset.embedded = "yes";
  if (asked.get("hints") === "off") dataset.hints = "off";
  const puzzle = asked.get("puzzle");
  if (!puzzle) return;
  if (!isEmbedded) history.replaceState(null, "", location.pathname + location.hash); // another load goes on with the board as it is then
  await asking(game, (query) => loader.openText(query, puzzle));
}
