// Requests to what answers them: a server, or this tab itself.

import { transport } from "./transport.js";

const JSON_TYPE = { "Content-Type": "application/json" };
const BYTES_TYPE = { "Content-Type": "application/octet-stream" };

/** The kind of failure of a server that still prepares what was asked for: its first start takes a while. */
export const NOT_READY = "not-ready";

/** Milliseconds until such a server is asked again. */
export const AGAIN = 5000;

/** What the server, or the way to it, says is wrong. */
export class Failure extends Error {
  constructor(message, { isOffline = false, status = 0, kind = "", progress = {} } = {}) {
    super(message);
    this.isOffline = isOffline;
    this.status = status;
    this.kind = kind;
    this.progress = progress;
  }

  /** Return what a problem of the server says: its words are English, its kind has a name. */
  static of(problem) {
    const kind = problem.type?.replace("urn:lowbit:", "") ?? "";
    const { status, compiled, kernels } = problem;
    const progress = { n: Math.min(compiled + 1, kernels), all: kernels }; // of a server that is not ready
    return new this(problem.detail, { status, kind, progress });
  }
}

/**
 * What was opened holds no puzzle; the message is what the server found wrong with it. `length` has how many
 * cells it has, and how many it must have, where nothing else is wrong.
 */
export class NoPuzzle extends Failure {
  constructor(message, length = null) {
    super(message);
    this.length = length;
  }
}

/** Send a query and return the answer; of a low priority, it gives way to others. */
export async function ask(name, query, signal, priority = "auto") {
  return JSON.parse(await textOf(await send(name, { body: JSON.stringify(query), headers: JSON_TYPE, signal, priority })));
}

/** Return what has no query. */
export async function askFor(name) {
  return (await send(name, { method: "GET" })).json();
}

/** Send a query and return the answer as a file. */
export async function askBlob(name, query, signal) {
  const response = await send(name, { body: JSON.stringify(query), headers: JSON_TYPE, signal });
  const pieces = [];
  for await (const piece of piecesOf(response.body)) pieces.push(piece);
  return new Blob(pieces, { type: response.headers.get("Content-Type") });
}

/** Send a query and yield the lines of the answer as they come. */
export async function* askLines(name, query, signal) {
  yield* linesOf(await send(name, { body: JSON.stringify(query), headers: JSON_TYPE, signal }));
}

/** Send a file, say something of it, and yield the lines of the answer as they come. */
export async function* askOfFile(name, said, file, signal) {
  yield* linesOf(await send(`${name}?${new URLSearchParams(said)}`, { body: file, headers: BYTES_TYPE, signal }));
}

async function* linesOf(response) {
  let rest = "";
  for await (const text of texts(response)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) yield read(line);
  }
}

/** Send a text of puzzles and return the answer as text. */
export async function askText(query, text, signal) {
  return textOf(await send(`batch?${query}`, { body: text, headers: BYTES_TYPE, signal, priority: "low" }));
}

/** Return an object from a line of a stream; one with a problem is a failure. */
export function read(line) {
  const answer = JSON.parse(line);
  if (answer.problem) throw Failure.of(answer.problem);
  return answer;
}

async function send(name, options) {
  const response = await transport.send(name, { method: "POST", ...options }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Failure(error.message, { isOffline: true });
  });
  if (response.ok) return response;
  const { status, statusText } = response;
  throw Failure.of(await response.json().catch(() => ({ detail: statusText, status })));
}

/** Return the text of a response: its own method has Firefox report each answer of this tab that is aborted. */
async function textOf(response) {
  let whole = "";
  for await (const text of texts(response)) whole += text;
  return whole;
}

function texts(response) {
  return piecesOf(response.body.pipeThrough(new TextDecoderStream()));
}

async function* piecesOf(stream) {
  const reader = stream.getReader();
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
