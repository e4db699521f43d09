// How does the board leave the page: copied, printed?

import { show, showFailure } from "./answer.js";
import { $, copy } from "./page.js";
import { toLine } from "./position.js";
import { say } from "./words.js";

/** Listen to the buttons. */
export function startExport(game) {
  $("copy").addEventListener("click", async () => {
    const line = toLine(game.position);
    try {
      await copy(line);
      show(() => ({ title: say("copied"), text: line }));
    } catch (error) {
      showFailure(error);
    }
  });
  $("print").addEventListener("click", () => print());
}
