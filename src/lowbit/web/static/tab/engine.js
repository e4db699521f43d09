// A worker that holds Python, as the page sees it: it answers one question at a time.

const SCRIPT = "tab/python.js";
const [GRACE, PATIENCE] = [300, 2000]; // ms for a question to come to its end: by itself, once it is interrupted
const INTERRUPT = 2; // the number of SIGINT
const SILENCE = 90_000; // ms without a word while it is loaded
const MOST_MEMORY = 768 << 20; // bytes, which a worker never gives back

export class Engine {
  /** Start a worker. `onFree` hears that it is free, `onLoading` which part is loaded, `onEnd` why it has ended. */
  constructor({ onFree, onLoading, onEnd }) {
    [this._onFree, this._onLoading, this._onEnd] = [onFree, onLoading, onEnd];
    this._answer = null;
    this._timer = 0;
    this._flag = self.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    this.isLoading = true;
    this._worker = new Worker(SCRIPT, { type: "module" });
    this._worker.addEventListener("message", ({ data }) => this._hear(data));
    this._worker.addEventListener("error", (event) => this._fail(event.message || "a worker of this tab cannot be started"));
    this._worker.postMessage({ flag: this._flag });
    this._watch();
  }

  get isFree() {
    return !this.isLoading && !this._answer;
  }

  /** Have a question answered. */
  ask(answer) {
    this._answer = answer;
    if (this._flag) this._flag[0] = 0; // it may have been set when the last answer was whole
    this._worker.postMessage(answer.question);
  }

  /** End the question if it is an answer's, and the worker, too, if that takes long. */
  stop(answer) {
    if (this._answer !== answer) return;
    if (this._flag) this._flag[0] = INTERRUPT;
    this._timer = setTimeout(() => this._fail("stopped"), this._flag ? PATIENCE : GRACE);
  }

  /** End the worker. */
  end() {
    clearTimeout(this._timer);
    this._worker.terminate();
  }

  _hear({ loaded, status, type, piece, isDone, memory, error }) {
    if (loaded !== undefined) {
      this._watch();
      this._onLoading(loaded);
    } else if (error) this._fail(error);
    else if (status) this._answer.begin(status, type);
    else if (piece) this._answer.send(piece);
    else if (isDone) this._free(memory);
  }

  /** Fail unless more is heard of its start. */
  _watch() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._fail("the solver does not start"), SILENCE);
  }

  _free(memory) {
    clearTimeout(this._timer);
    const answer = this._answer;
    this._answer = null;
    this.isLoading = false;
    answer?.end();
    if (memory > MOST_MEMORY) this._fail("full");
    else this._onFree();
  }

  _fail(reason) {
    this.end();
    this._answer?.fail(new Error(reason));
    this._answer = null;
    this._onEnd(this, reason);
  }
}
