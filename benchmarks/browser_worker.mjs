// A worker of `benchmarks.browser`: Interactive Sudoku Solver, or lowbit's search of the classic board alone.
//
// Its name says which. The page sends the text of a puzzle, or of lines of them; the worker answers with the `ms`
// that it took to find up to two solutions of each, and how many it `found`.

const SEARCH = new URL("../page/quick/search.js", import.meta.url);
const SITE = new URL("../site/quick/", import.meta.url);
const ISS = new URL("../iss/js/", import.meta.url);
const N_CELLS = 81;

const by = { iss, search };
const ask = by[self.name]();

addEventListener("message", async ({ data }) => {
  try {
    postMessage((await ask)(data));
  } catch (error) {
    postMessage({ error: String(error) });
  }
});

/** Puzzles one after the other, each from its text. */
async function iss() {
  self.VERSION_PARAM = "";
  const { SudokuBuilder } = await import(new URL("solver/sudoku_builder.js", ISS));
  const { SudokuParser } = await import(new URL("sudoku_parser.js", ISS));
  const count = (text) => SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text))).countSolutions(2);
  return ({ text }) => timed(() => [count(text)]);
}

/** Lines of puzzles, block by block, from their bytes. */
async function search() {
  const { Search } = await import(SEARCH);
  const module = await WebAssembly.compileStreaming(fetch(new URL("search.wasm", SITE)));
  const plan = await (await fetch(new URL("search.json", SITE))).json();
  const searching = new Search(module, plan);
  return ({ text: lines }) => {
    const text = new TextEncoder().encode(lines.replaceAll("\n", ""));
    return timed(() => found(searching, text));
  };
}

function found(searching, text) {
  const counts = [];
  const n = text.length / N_CELLS;
  for (let first = 0; first < n; first += searching.most) {
    const here = Math.min(searching.most, n - first);
    searching.runWhole(text.subarray(N_CELLS * first, N_CELLS * (first + here)), here);
    for (let number = 0; number < here; number++) counts.push(searching.nSolutions(number));
  }
  return counts;
}

function timed(work) {
  const began = performance.now();
  const found = work();
  return { ms: performance.now() - began, found };
}
