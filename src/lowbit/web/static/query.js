// A query is bound to the position that it is asked about.
//
// A game has one query at a time. Another query ends it, and so does every change of the
// position that is not its own answer. Then its request is aborted, and whatever still comes of it
// changes nothing. The verdict that it shows goes with the position.

import { AGAIN, NOT_READY } from "./api.js";
import { hideFailure, show, showFailure, showIdle } from "./answer.js";
import { say } from "./words/words.js";

const PATIENCE = 150; // ms; an answer that comes sooner is not announced

export class Query {
  /** Ask about the position of a game, in place of what was asked before. */
  constructor(game) {
    this._game = game;
    this._control = new AbortController();
    this._timer = setTimeout(() => this.show(() => ({ title: say("working") }), () => [this.stopTool()]), PATIENCE);
    this.position = game.position;
    hideFailure();
    game.begin(this);
  }

  /** What its requests are aborted by. */
  get signal() {
    return this._control.signal;
  }

  get isOver() {
    return this.signal.aborted;
  }

  /** Show a position that the answer makes of the one asked about. */
  go(position, step = null) {
    if (!this.isOver) this._game.go(position, step, this);
  }

  /** Set what else the game knows. */
  set(values) {
    if (!this.isOver) this._game.set(values);
  }

  /** Show the answer, or what is known of it so far. */
  show(content, tools) {
    if (this.isOver) return;
    clearTimeout(this._timer);
    show(content, tools);
  }

  /** Show nothing: the answer is elsewhere. */
  showNothing() {
    if (this.isOver) return;
    clearTimeout(this._timer);
    showIdle(this._game);
  }

  /** Show what went wrong; that it is over is not wrong. */
  fail(error) {
    if (this.isOver) return;
    clearTimeout(this._timer);
    showFailure(error);
  }

  /** Return the button that stops it, with what is shown then. */
  stopTool(content = () => ({ title: say("stopped") })) {
    const stop = () => {
      this.show(content);
      this.abort();
    };
    return ["stop", stop];
  }

  /** End it, and leave what is shown to another query. */
  abort() {
    clearTimeout(this._timer);
    this._control.abort();
  }

  /** End it, with what it shows. */
  end() {
    this.abort();
    showIdle(this._game);
  }
}

/**
 * Run a query about the position of a game, and show what goes wrong. A server that is not ready yet
 * is asked again.
 */
export async function asking(game, work) {
  const query = new Query(game);
  try {
    await untilReady(query, work);
  } catch (error) {
    query.fail(error);
  }
}

async function untilReady(query, work) {
  while (!query.isOver) {
    try {
      return await work(query);
    } catch (error) {
      if (error.kind !== NOT_READY) throw error;
      query.show(() => ({ title: say("notReady"), text: say("preparing", error.progress) }), () => [query.stopTool()]);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
