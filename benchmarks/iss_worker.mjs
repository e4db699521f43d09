// Times Interactive Sudoku Solver: node iss_worker.mjs FOLDER, puzzles as JSON on standard input.
// Prints, for each puzzle, how many solutions it found (at most two) and the least milliseconds, by
// the clock or of CPU, whichever are less: a busy machine stretches the one, other threads the other.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(process.argv[2] + '/');
globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
const { SudokuBuilder } = await import(new URL('js/solver/sudoku_builder.js', folder));
const { SudokuParser } = await import(new URL('js/sudoku_parser.js', folder));

const puzzles = JSON.parse(readFileSync(0));
const answers = puzzles.map(() => ({ found: 0, ms: Infinity }));
for (let turn = 0; turn < 5; turn++) {
  for (const [at, text] of puzzles.entries()) {
    const begun = performance.now();
    const before = process.cpuUsage();
    const parsed = SudokuParser.parseText(text);
    const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(parsed));
    answers[at].found = solver.countSolutions(2);
    const passed = performance.now() - begun;
    const spent = process.cpuUsage(before);
    answers[at].ms = Math.min(answers[at].ms, passed, (spent.user + spent.system) / 1000);
  }
}
console.log(JSON.stringify(answers));
