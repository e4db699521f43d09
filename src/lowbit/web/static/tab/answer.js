// An answer that comes from a worker piece by piece, as the `Response` that `fetch` would return.

export class Answer {
  /** Answer a question; `onAbort` hears that nobody waits for it any more. */
  constructor(question, { signal, priority }, onAbort) {
    this.question = question;
    this.isUrgent = priority !== "low";
    this.response = new Promise((resolve, reject) => ([this._resolve, this._reject] = [resolve, reject]));
    this._stream = null;
    this._isOver = false;
    this._signal = signal;
    this._abort = () => {
      this.fail(signal.reason);
      onAbort(this);
    };
    if (signal?.aborted) this._abort();
    else signal?.addEventListener("abort", this._abort);
  }

  /** Whether nothing more of it is wanted. */
  get isOver() {
    return this._isOver;
  }

  begin(status, type) {
    if (this._isOver) return;
    const body = new ReadableStream({ start: (stream) => (this._stream = stream), cancel: () => this._abort() });
    this._resolve(new Response(body, { status, headers: { "Content-Type": type } }));
  }

  send(piece) {
    if (!this._isOver) this._stream.enqueue(piece);
  }

  end() {
    if (this._close()) this._stream ? this._stream.close() : this._reject(new Error("no answer"));
  }

  fail(error) {
    if (this._close()) this._stream ? this._stream.error(error) : this._reject(error);
  }

  _close() {
    if (this._isOver) return false;
    this._isOver = true;
    this._signal?.removeEventListener("abort", this._abort);
    return true;
  }
}
