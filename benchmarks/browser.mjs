// The page of `benchmarks.browser`: it asks workers, as lowbit's page does, and says how long they took.

const MAKERS = {
  quick: () => new Plain("site/quick/worker.js"),
  python: () => new Python(),
  search: () => new Plain("bench/browser_worker.mjs", "search"),
  iss: () => new Plain("bench/browser_worker.mjs", "iss"),
};
const said = new Map();
const workers = new Map();

/** Ask a worker, by its name, the requests of a file, one after the other; return the milliseconds of each. */
export async function take(name, file) {
  const requests = await requestsOf(file);
  const worker = await workerOf(name);
  const times = [];
  for (const request of requests) {
    const began = performance.now();
    const { ms } = await worker.ask(request);
    times.push(ms ?? performance.now() - began);
  }
  return times;
}

/** Return what a worker answers to the requests of a file. */
export async function answersOf(name, file) {
  const worker = await workerOf(name);
  const answers = [];
  for (const request of await requestsOf(file)) answers.push(await worker.ask(request));
  return answers;
}

/** Return the bytes of the memory of the worker that holds Python. */
export function memory() {
  return workers.get("python").memory;
}

async function requestsOf(file) {
  if (!said.has(file)) said.set(file, await (await fetch(`inputs/${file}.json`)).json());
  return said.get(file);
}

async function workerOf(name) {
  if (!workers.has(name)) workers.set(name, MAKERS[name]());
  await workers.get(name).ready;
  return workers.get(name);
}

/** A worker that sends one message for each. */
class Plain {
  constructor(script, name = "") {
    this._worker = new Worker(script, { type: "module", name });
    this._worker.onerror = (event) => console.error(event.message);
  }

  ask(request) {
    return new Promise((resolve, reject) => {
      this._worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
      this._worker.postMessage(request);
    });
  }
}

/** The worker that holds Python. */
class Python {
  constructor() {
    this._worker = new Worker("site/tab/python.js", { type: "module" });
    this._worker.onerror = (event) => console.error(event.message);
    this.ready = this._whole();
    this._worker.postMessage({ flag: null });
  }

  ask(request) {
    const whole = this._whole();
    this._worker.postMessage(request);
    return whole;
  }

  _whole() {
    const pieces = [];
    return new Promise((resolve, reject) => {
      this._worker.onmessage = ({ data: { piece, isDone, memory, error } }) => {
        if (error) reject(new Error(error));
        if (piece) pieces.push(piece);
        if (!isDone) return;
        this.memory = memory;
        resolve({ text: textOf(pieces) });
      };
    });
  }
}

function textOf(pieces) {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}
