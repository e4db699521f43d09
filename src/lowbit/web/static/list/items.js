// Texts of puzzles with constraints on lines: whose item stands on each, and where a puzzle ends.

const ITEM = /^\s*(?:\.(?:[A-Za-z]*~[!-\-/-~]*|[A-Z][A-Za-z]+)|(?:\s*\.(?:Shape|NoBoxes|RegionSize|Jigsaw)(?:~[!-\-/-~]*)?)+)\s*$/;
const WORDS = /^\.[!-~]*(?:\s+\.[~A-Z][!-~]*)*/; // items side by side, or with white space between
const OTHERS = /^\s*(https?:\/\/\S|\{|\.[A-Z~])/; // links, JSON, Interactive Sudoku Solver's text

/** Whether a line is a single item of a text of Interactive Sudoku Solver, whose puzzle may go on below. */
export function isItem(line) {
  return ITEM.test(line);
}

/** Whether a text begins as those of puzzles with constraints do. */
export function isOther(text) {
  return OTHERS.test(text);
}

/** Return the text of a puzzle with constraints at the beginning of a line, without its remark. */
export function otherIn(line) {
  if (line.startsWith("{")) return line.slice(0, line.lastIndexOf("}") + 1);
  return (line.match(WORDS) ?? line.split(/\s/))[0];
}
