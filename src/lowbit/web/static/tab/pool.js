// The workers of this tab, and the questions that wait for one.
//
// The first worker starts with the page and stays. More start where questions have waited, such as the blocks of
// a list, and end when they have been idle.

import { Answer } from "./answer.js";
import { Engine } from "./engine.js";

const PATIENCE = 400; // ms that a question waits before another worker is started for it
const IDLE = 20_000; // ms after which a worker ends that is not the only one
const GIGABYTES = 2; // of the device's memory for each worker

/** The most workers of a device: one for each CPU but that of the page, as its memory allows. */
export function mostWorkers({ hardwareConcurrency = 2, deviceMemory = 4 }) {
  return Math.max(1, Math.min(4, hardwareConcurrency - 1, Math.floor(deviceMemory / GIGABYTES)));
}

export class Pool {
  /** Keep up to `most` workers; `onLoading` hears which part of the first one is loaded, and null once it is. */
  constructor(most, onLoading) {
    [this._most, this._onLoading] = [most, onLoading];
    this._engines = [];
    this._waiting = [];
    this._timers = new Map();
    this._opening = new Promise((resolve) => (this._opened = resolve));
  }

  /** Start the first worker, and wait until it is ready, or has failed. */
  open() {
    if (!this._engines.length) this._start();
    return this._opening;
  }

  /** Return the response to a question. */
  ask(question, options) {
    const answer = new Answer(question, options, (aborted) => this._stop(aborted));
    if (!answer.isOver) {
      this._waiting.push(answer);
      this.open();
      this._serve();
    }
    return answer.response;
  }

  _start() {
    const engine = new Engine({
      onFree: () => this._freed(engine),
      onLoading: (part) => this._engines[0] === engine && this._onLoading(part),
      onEnd: (ended, reason) => this._ended(ended, reason),
    });
    this._engines.push(engine);
  }

  _freed(engine) {
    if (this._engines[0] === engine) this._end();
    this._serve();
    if (engine.isFree) this._timers.set(engine, setTimeout(() => this._retire(engine), IDLE));
  }

  /** Have free workers answer what waits, the urgent first. */
  _serve() {
    for (const engine of this._engines.filter(({ isFree }) => isFree)) {
      const next = this._waiting.find(({ isUrgent }) => isUrgent) ?? this._waiting[0];
      if (!next) return;
      this._waiting.splice(this._waiting.indexOf(next), 1);
      clearTimeout(this._timers.get(engine));
      engine.ask(next);
    }
    if (this._waiting.length) setTimeout(() => this._grow(), PATIENCE);
  }

  /** Start another worker where questions have waited, and none is coming. */
  _grow() {
    const isComing = this._engines.some(({ isLoading }) => isLoading);
    const n = Math.min(this._waiting.length, this._most - this._engines.length);
    if (!isComing) for (let i = 0; i < n; i++) this._start();
  }

  _stop(answer) {
    this._waiting = this._waiting.filter((each) => each !== answer);
    for (const engine of this._engines) engine.stop(answer);
  }

  _retire(engine) {
    if (!engine.isFree || this._engines[0] === engine) return;
    engine.end();
    this._forget(engine);
  }

  /** Have another worker take the place of one that has ended; one that never was ready fails what waits. */
  _ended(engine, reason) {
    this._forget(engine);
    if (engine.isLoading) {
      for (const answer of this._waiting.splice(0)) answer.fail(new Error(reason));
      this._end();
    } else if (!this._engines.length || this._waiting.length) this._start();
  }

  _end() {
    this._onLoading(null);
    this._opened();
  }

  _forget(engine) {
    clearTimeout(this._timers.get(engine));
    this._timers.delete(engine);
    this._engines = this._engines.filter((each) => each !== engine);
  }
}
