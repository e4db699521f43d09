// The worker that answers quickly, as the page sees it: what takes the search of the classic board alone.

const SCRIPT = "quick/worker.js";
const PATHS = new Set(["solve", "count", "solutions", "verdict", "candidates", "parse", "batch"]);

export class Quick {
  constructor() {
    this._worker = null;
    this._waiting = new Map();
    this._n = 0;
    this._isBroken = false;
  }

  /** Start the worker. */
  open() {
    if (this._worker) return;
    this._worker = new Worker(SCRIPT, { type: "module" });
    this._worker.addEventListener("message", ({ data }) => this._take(data.id)?.(data));
    this._worker.addEventListener("error", () => this._leave());
  }

  /** Return the response to a question; null where it takes more. */
  async ask({ path, query, body }, { signal }) {
    this.open();
    if (!PATHS.has(path) || this._isBroken) return null;
    const id = this._n++;
    const end = () => this._worker.postMessage({ id, isOver: true });
    signal?.addEventListener("abort", end);
    const { type, text } = await new Promise((resolve) => {
      this._waiting.set(id, resolve);
      this._worker.postMessage({ id, path, query, body });
    });
    signal?.removeEventListener("abort", end);
    signal?.throwIfAborted();
    return type ? new Response(text, { headers: { "Content-Type": type } }) : null;
  }

  /** Leave all to Python from now on. */
  _leave() {
    this._isBroken = true;
    for (const id of [...this._waiting.keys()]) this._take(id)({});
  }

  _take(id) {
    const resolve = this._waiting.get(id);
    this._waiting.delete(id);
    return resolve;
  }
}
