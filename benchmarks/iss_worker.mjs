// Asks Interactive Sudoku Solver: node iss_worker.mjs FOLDER, a question as JSON on standard input:
// the texts of `puzzles`, what to `ask` ("count" or "candidates"), the `limit` of a count (0 for
// none), and how many `turns` to take at most: none after `enough` milliseconds.
// Prints, for each puzzle, how many solutions it `found`, or how many true candidates, and the least
// milliseconds, by the clock or of CPU, whichever are less: a busy machine stretches the one, other
// threads the other; or, of a text that it does not take, the `error`.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(process.argv[2] + '/');
globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
const { SudokuBuilder } = await import(new URL('js/solver/sudoku_builder.js', folder));
const { SudokuParser } = await import(new URL('js/sudoku_parser.js', folder));

const { puzzles, ask, limit, turns, enough } = JSON.parse(readFileSync(0));
const answers = puzzles.map(() => ({ found: null, ms: Infinity }));
for (let turn = 0; turn < turns; turn++) {
  for (const [at, text] of puzzles.entries()) {
    const answer = answers[at];
    if (answer.error || (turn && answer.ms > enough)) continue;
    try {
      measure(text, answer);
    } catch (error) {
      answer.error = String(error);
    }
  }
}
console.log(JSON.stringify(answers));

function measure(text, answer) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const parsed = SudokuParser.parseText(text);
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(parsed));
  answer.found = ask === 'count' ? solver.countSolutions(limit) : nCandidates(solver);
  const passed = performance.now() - begun;
  const spent = process.cpuUsage(before);
  answer.ms = Math.min(answer.ms, passed, (spent.user + spent.system) / 1000);
}

function nCandidates(solver) {
  return solver.solveAllPossibilities(1).reduce((sum, count) => sum + (count > 0), 0);
}
