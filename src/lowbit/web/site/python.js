// A worker of the page: Python with lowbit, which answers one question after the other.
//
// The page sends a question, {path, query, body}; the worker answers with {status, type}, {piece} for each piece
// that is known, and {isDone}. Before, it tells which part of it is loaded.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const FILES = new URL("../pyodide/", import.meta.url).href;
const [WASM, LIBRARY] = ["pyodide.asm.wasm", "python.zip"];
const PACKED = ".packed";
const PACKAGES = "/lib/python3.14/site-packages";
const ANSWERS = "lowbit.web.tab.answers";
const DOWNLOAD = 0.7; // of the time until it is ready

const plainFetch = fetch;
const arriving = new Map();

/** Fetch as ever, but count what arrives, and unpack what is packed. */
globalThis.fetch = async (address, options) => {
  const isPacked = String(address).endsWith(WASM);
  const response = await plainFetch(isPacked ? `${address}${PACKED}` : address, options);
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  const counted = response.body.pipeThrough(counter(address, Number(response.headers.get("Content-Length"))));
  if (!isPacked) return new Response(counted, { headers: response.headers });
  const headers = { "Content-Type": "application/wasm" };
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers });
};

function counter(address, size) {
  const file = { size, n: 0 };
  arriving.set(address, file);
  return new TransformStream({
    transform(chunk, controller) {
      file.n += chunk.length;
      tellLoaded();
      controller.enqueue(chunk);
    },
  });
}

function tellLoaded() {
  const files = [...arriving.values()];
  const share = files.reduce((sum, { n, size }) => sum + Math.min(1, n / size), 0) / files.length;
  postMessage({ loaded: DOWNLOAD * share });
}

const starting = start();
starting.catch(fail);

async function start() {
  const library = fetch(`${FILES}${LIBRARY}`).then((response) => response.arrayBuffer());
  const pyodide = await loadPyodide({ indexURL: FILES, packageBaseUrl: FILES });
  postMessage({ loaded: 0.8 });
  pyodide.unpackArchive(await library, "zip", { extractDir: PACKAGES });
  postMessage({ loaded: 0.85 });
  const answers = pyodide.pyimport(ANSWERS);
  postMessage({ isDone: true });
  return { pyodide, answers };
}

async function answer({ path, query, body }) {
  const { pyodide, answers } = await starting;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(await new Response(body).arrayBuffer());
  const content = pyodide.toPy(bytes);
  const begin = (status, type) => postMessage({ status, type });
  const send = (piece) => postMessage({ piece: piece.toJs() });
  try {
    const failure = await answers.respond(begin, send, path, query, content);
    if (failure) console.error(failure);
  } catch (error) {
    if (!String(error).includes("KeyboardInterrupt")) throw error;
  } finally {
    content.destroy();
  }
  postMessage({ isDone: true, memory: pyodide._module.HEAPU8.length });
}

addEventListener("message", async ({ data }) => {
  try {
    if (!("flag" in data)) await answer(data);
    else if (data.flag) (await starting).pyodide.setInterruptBuffer(data.flag);
  } catch (error) {
    fail(error);
  }
});

function fail(error) {
  console.error(error);
  postMessage({ error: String(error) });
}
