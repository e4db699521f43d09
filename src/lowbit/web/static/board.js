// Boards: their cells, houses and peers.

const CLASSIC_SYMBOLS = "123456789";

export class Board {
  constructor(geometry, size, symbols, houses) {
    this.geometry = geometry;
    this.size = size;
    this.symbols = symbols;
    this.houses = houses;
    this.nCells = size * size;
    this.full = 2 ** size - 1;
    this.housesOf = Array.from({ length: this.nCells }, () => []);
    for (const house of houses) for (const cell of house.cells) this.housesOf[cell].push(house);
    this.peers = this.housesOf.map((own, cell) => {
      const found = new Set(own.flatMap((house) => house.cells));
      found.delete(cell);
      return [...found];
    });
    this.boxOf = this.housesOf.map((own) => own.find((house) => house.kind === "box"));
  }

  row(cell) {
    return Math.floor(cell / this.size);
  }

  column(cell) {
    return cell % this.size;
  }

  /** Return the cell of a name such as r1c2. */
  cellNamed(name) {
    const [, row, column] = name.match(/^r(\d+)c(\d+)$/);
    return (row - 1) * this.size + (column - 1);
  }

  cellName(cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** Return the digit that a character stands for; 0 for a blank, undefined for neither. */
  digit(character) {
    if (".0*_".includes(character)) return 0;
    const found = this.symbols.indexOf(character.toUpperCase());
    return found < 0 ? undefined : found + 1;
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
export const CLASSIC = new Board("9x9", 9, CLASSIC_SYMBOLS, classicHouses());

/** Return the board that the server describes. */
export function boardOf({ geometry, size, symbols, houses }) {
  return geometry === CLASSIC.geometry ? CLASSIC : new Board(geometry, size, symbols, houses);
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
