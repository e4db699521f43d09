// The places around the board: pressed, each takes the clue that stands there, or puts one there.
//
// They are for pointers. Keys choose cells of a line, and add what the tool makes of them.

import { $, make } from "../page.js";
import { say } from "../words/words.js";

export class Margin {
  /** `press` is given the row and the column of a place, where the first ones beyond the board are -1. */
  constructor(press) {
    this._press = press;
    this._board = null;
    this._places = [];
  }

  /** Show the places of a board for which `isUsed`; none where that is null. */
  draw(board, isUsed) {
    $("margin").hidden = !isUsed;
    if (!isUsed) return;
    if (board !== this._board) this._lay(board);
    for (const { button, place } of this._places) button.hidden = !isUsed(place);
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
