// A worker that answers what takes the search of the classic board alone, long before Python is there.
//
// The page sends {id, path, query, body}; the worker answers with {id, type, text}, or with {id} what it leaves to
// Python. {id, isOver} ends a question.

import { answers } from "./answers.js";
import { Search } from "./search.js";

const [WASM, PLAN] = ["search.wasm", "search.json"].map((name) => new URL(name, import.meta.url));
const TURN = 20; // ms of work between two looks at what has been sent

const starting = start().catch((error) => console.warn(error)); // Python answers all then
const over = new Set();
let last = starting;

async function start() {
  const [module, plan] = await Promise.all([WebAssembly.compileStreaming(fetch(WASM)), fetch(PLAN).then((response) => response.json())]);
  return new Search(module, plan);
}

addEventListener("message", ({ data }) => {
  if (data.isOver) over.add(data.id);
  else last = last.then(() => answer(data)).catch((error) => console.error(error)).then((found) => postMessage({ ...found, id: data.id }));
});

async function answer({ id, path, query, body }) {
  const search = await starting;
  const work = search ? answers[path]?.(search, { query: new URLSearchParams(query), body }) : null;
  if (work && (await isDone(work.steps, id))) return work.answer();
}

/** Take all steps; whether nobody has ended the question meanwhile. */
async function isDone(steps, id) {
  let began = performance.now();
  for (const _ of steps) {
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve)); // messages are heard
    if (over.has(id)) break;
    began = performance.now();
  }
  return !over.delete(id);
}
