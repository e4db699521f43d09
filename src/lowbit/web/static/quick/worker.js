// A worker that answers what takes the search of the classic board alone, long before Python is there.
//
// The page sends {id, path, query, body}; the worker answers with {id, type, text}, or with {id} what it leaves to
// Python. {id, isOver} ends a question.

import { answers } from "./answers.js";
import { Listing, Search } from "./search.js";

const [WASM, PLAN] = ["search.wasm", "search.json"].map((name) => new URL(name, import.meta.url));
const TURN = 20; // ms of work between two looks at what has been sent

const starting = start().catch((error) => console.warn(error)); // Python answers all then
const over = new Set();
let last = starting;

async function start() {
  const [module, plan] = await Promise.all([WebAssembly.compileStreaming(fetch(WASM)), fetch(PLAN).then((response) => response.json())]);
  return { search: new Search(module, plan), listing: new Listing(module, plan), patience: plan.patience };
}

addEventListener("message", ({ data }) => {
  if (data.isOver) over.add(data.id);
  else last = last.then(() => answer(data)).catch((error) => console.error(error)).then((found) => postMessage({ ...found, id: data.id }));
});

async function answer({ id, path, query, body }) {
  const engines = await starting;
  const work = engines ? answers[path]?.(engines, { query: new URLSearchParams(query), body }) : null;
  return work ? resultOf(work, id) : null;
}

/** Return the result of some work; null once its question is over. */
async function resultOf(work, id) {
  let [began, step] = [performance.now(), work.next()];
  while (!step.done && !over.has(id)) {
    if (performance.now() - began >= TURN) {
      await new Promise((resolve) => setTimeout(resolve)); // messages are heard
      began = performance.now();
    }
    step = work.next();
  }
  return over.delete(id) ? null : step.value;
}
