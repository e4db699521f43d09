// Boards: their cells, where these lie, their houses and peers.
//
// This is the only module that turns rows and columns into cells. A board need be no square, and may
// have gaps: overlapping grids have some between them.

const CLASSIC_SYMBOLS = "123456789";

export class Board {
  /**
   * `places` are the row and the column of each cell, row by row; those of a square where none are given. `variables`
   * name the last cells, which lie beside the board.
   */
  constructor({ geometry, size, symbols, houses, places = squareOf(size), variables = [] }) {
    this.geometry = geometry;
    this.size = size;
    this.symbols = symbols;
    this.houses = houses;
    this.places = places;
    this.nCells = places.length;
    this.variables = variables;
    this.nOnBoard = places.length - variables.length;
    this.nRows = places.at(-1)[0] + 1;
    this.nColumns = Math.max(...places.map(([, column]) => column)) + 1;
    this.full = 2 ** size - 1;
    this._cells = new Map(places.map(([row, column], cell) => [row * this.nColumns + column, cell]));
    this.housesOf = Array.from({ length: this.nCells }, () => []);
    for (const house of houses) for (const cell of house.cells) this.housesOf[cell].push(house);
    this.peers = this.housesOf.map((own, cell) => {
      const found = new Set(own.flatMap((house) => house.cells));
      found.delete(cell);
      return [...found];
    });
    this._boxes = this.housesOf.map((own) => own.filter(({ kind }) => kind === "box").map(({ name }) => name).join());
  }

  row(cell) {
    return this.places[cell][0];
  }

  column(cell) {
    return this.places[cell][1];
  }

  /** Return the cell in a row and a column; undefined where there is none. */
  cellAt(row, column) {
    return column >= 0 && column < this.nColumns ? this._cells.get(row * this.nColumns + column) : undefined;
  }

  /** Return the cell so many rows below another and so many columns to its right; undefined where there is none. */
  beside(cell, [down, right]) {
    return this.cellAt(this.row(cell) + down, this.column(cell) + right);
  }

  /** Return the next cell in a direction: past gaps, and from the last on to the first. */
  next(cell, [down, right]) {
    let [row, column] = this.places[cell];
    do {
      row = (row + down + this.nRows) % this.nRows;
      column = (column + right + this.nColumns) % this.nColumns;
    } while (this.cellAt(row, column) === undefined);
    return this.cellAt(row, column);
  }

  /** Return the cells of each row of the board, whatever their houses. */
  get rows() {
    return Array.from({ length: this.nRows }, (_, row) => [...this.places.keys()].filter((cell) => this.row(cell) === row));
  }

  /** Return the cells of the column of a cell, or of its row. */
  lineOf(cell, { isColumn = false } = {}) {
    const at = isColumn ? 1 : 0;
    return [...this.places.keys()].filter((other) => this.places[other][at] === this.places[cell][at]);
  }

  /** Whether no place among its rows and columns is without a cell. */
  get isWhole() {
    return this.nCells === this.nRows * this.nColumns;
  }

  /** Whether a thick line parts a cell from what is beside it: another box, a gap or the end of the board. */
  isBorder(cell, way) {
    const other = this.beside(cell, way);
    return other === undefined || this._boxes[other] !== this._boxes[cell];
  }

  /** Return the cell of a name such as r1c2, or that of a variable. */
  cellNamed(name) {
    const at = this.variables.indexOf(name);
    if (at >= 0) return this.nOnBoard + at;
    const [, row, column] = name.match(/^r(\d+)c(\d+)$/);
    return this.cellAt(row - 1, column - 1);
  }

  cellName(cell) {
    return this.variable(cell) ?? `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** Return the name of a variable; undefined for a cell of the board. */
  variable(cell) {
    return this.variables[cell - this.nOnBoard];
  }

  /** Return the first cell of each group of variables, by the name of the group. */
  get groups() {
    const firsts = new Map();
    this.variables.forEach((name, at) => {
      const group = name.replace(/\d+$/, "");
      if (!firsts.has(group)) firsts.set(group, this.nOnBoard + at);
    });
    return firsts;
  }

  /** Return the digit that a character stands for; 0 for a blank, undefined for neither. */
  digit(character) {
    const found = this.symbols.indexOf(character.toUpperCase()); // 0 may be a digit
    if (found >= 0) return found + 1;
    return ".0*_".includes(character) ? 0 : undefined;
  }

  symbol(digit) {
    return this.symbols[digit - 1] ?? "";
  }

  /** The columns and rows in which the marks of a cell are laid out. */
  get markShape() {
    const columns = Math.ceil(Math.sqrt(this.size));
    return [columns, Math.ceil(this.size / columns)];
  }
}

/** The board of newspapers, which needs no server. */
export const CLASSIC = new Board({ geometry: "9x9", size: 9, symbols: CLASSIC_SYMBOLS, houses: classicHouses() });

/** Return the board that the server describes. */
export function boardOf(described) {
  return described.geometry === CLASSIC.geometry ? CLASSIC : new Board(described);
}

/** Return the places of the cells of a square, row by row. */
export function squareOf(size) {
  return Array.from({ length: size * size }, (_, cell) => [Math.floor(cell / size), cell % size]);
}

function classicHouses() {
  const nine = [...Array(9).keys()];
  const at = (row, column) => 9 * row + column;
  const house = (kind, n, cells) => ({ kind, name: `${kind} ${n + 1}`, cells });
  const inBox = (box, i) => at(3 * Math.floor(box / 3) + Math.floor(i / 3), 3 * (box % 3) + (i % 3));
  return [
    ...nine.map((row) => house("row", row, nine.map((column) => at(row, column)))),
    ...nine.map((column) => house("column", column, nine.map((row) => at(row, column)))),
    ...nine.map((box) => house("box", box, nine.map((i) => inBox(box, i)))),
  ];
}
