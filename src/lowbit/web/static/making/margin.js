// The places around the board: pressed, each takes what stands there, or puts something there.
//
// They are for pointers. Keys choose cells of a line, and add what the tool makes of them; they move what is drawn.

import { $, make } from "../page.js";
import { say } from "../words/words.js";

let shown = null; // the one whose places are shown

export class Margin {
  /** `press` is given the row and the column of a place, where the first ones beyond the board are -1. */
  constructor(press) {
    this._press = press;
    this._board = null;
    this._places = [];
  }

  /** Show the places of the board for which `isUsed`, and have room for more where something `puts` it there; none where that is null. */
  draw(game, isUsed, puts = false) {
    if (!isUsed && shown !== this) return;
    if (isUsed && (shown !== this || game.board !== this._board)) this._lay(game.board);
    shown = isUsed ? this : null;
    $("margin").hidden = !isUsed;
    if (isUsed) for (const { button, place } of this._places) button.hidden = !isUsed(place);
    if (game.hasRoom !== puts) game.set({ hasRoom: puts });
  }

  _lay(board) {
    this._board = board;
    const [rows, columns] = [board.nRows, board.nColumns];
    const isAround = ([row, column]) => row < 0 || column < 0 || row === rows || column === columns;
    const all = Array.from({ length: (rows + 2) * (columns + 2) }, (_, at) => [Math.floor(at / (columns + 2)) - 1, (at % (columns + 2)) - 1]);
    this._places = all.filter(isAround).map((place) => ({ place, button: this._button(place) }));
    $("margin").style.gridTemplate = `repeat(${rows + 2}, minmax(0, 1fr)) / repeat(${columns + 2}, minmax(0, 1fr))`;
    $("margin").replaceChildren(...this._places.map(({ button }) => button));
  }

  _button([row, column]) {
    const button = make("button", { type: "button", tabIndex: -1, ariaLabel: say("marginPlace", { row: row + 1, column: column + 1 }) });
    button.style.gridArea = `${row + 2} / ${column + 2}`;
    button.addEventListener("click", () => this._press([row, column]));
    return button;
  }
}
