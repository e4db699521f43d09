// A worker of the page: Python with lowbit, which answers one question after the other.
//
// The page sends a question, {path, query, body}; the worker answers with {status, type}, {piece} for each piece
// that is known, and {isDone}. Before, it tells which part of it is loaded.
//
// The first worker that ever starts keeps its memory, as it is with all modules imported: later ones begin there.
// `lowbit page build` writes VERSION above.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const FILES = new URL("../pyodide/", import.meta.url).href;
const [WASM, LIBRARY, MEMORY] = ["pyodide.asm.wasm", "library.packed", "memory"];
const PACKED = ".packed";
const PLACE = `${FILES}${MEMORY}?${encodeURIComponent(navigator.userAgent)}`; // another browser lays it out in another way
const KEPT = `lowbit ${new URL("..", import.meta.url).href} ${VERSION}`; // as the service worker calls it
const FOLDER = "/library";
const NATIVE = ".so";
const [ARRAYS, ANSWERS] = ["lowbit.tab.arrays", "lowbit.tab.answers"];
const STOPPED = "KeyboardInterrupt";
const BLOCK = 512; // of a tape archive
const [DOWNLOAD, IMPORTING] = [0.6, 0.8]; // of the time until it is ready: once all is there, once Python runs
const NO_SHARING = { loadAsync: false, global: false, nodelete: true }; // of the symbols of a library

const DIGEST = "Digest"; // the header of the kept memory that tells whether it is whole

// Python waits for no promise. Without stacks of its own Pyodide calls it as any function: with them, Firefox reports
// an error, which nothing can catch, for each worker that is ended while Python works.
delete WebAssembly.Suspending;

const plainFetch = fetch;
const arriving = new Map();
let giveUp;
const broken = new Promise((_, reject) => (giveUp = reject)); // Pyodide would wait for ever for a file that is damaged
broken.catch(() => {});

/** Fetch as ever, but count what arrives, and unpack what is packed. */
globalThis.fetch = async (address, options) => {
  const isWasm = String(address).endsWith(WASM);
  const response = await plainFetch(isWasm ? `${address}${PACKED}` : address, options);
  if (!response.ok) {
    giveUp(new Error(`${response.status} for ${response.url}`));
    throw new Error(response.url);
  }
  const counted = response.body.pipeThrough(counter(address, Number(response.headers.get("Content-Length"))));
  if (!response.url.endsWith(PACKED)) return new Response(counted, { headers: response.headers });
  const headers = isWasm ? { "Content-Type": "application/wasm" } : {};
  const [unpacked, other] = counted.pipeThrough(new DecompressionStream("gzip")).tee();
  other.pipeTo(new WritableStream()).catch(giveUp);
  return new Response(unpacked, { headers });
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
  const share = files.reduce((sum, { n, size }) => sum + Math.min(1, n / (size || n)), 0) / files.length;
  postMessage({ loaded: DOWNLOAD * share });
}

const starting = start();
starting.catch(fail);

async function start() {
  const kept = await keptMemory();
  const pyodide = await boot(kept).catch((error) => (kept ? boot(null) : Promise.reject(error)));
  postMessage({ loaded: IMPORTING });
  if (!kept) pyodide.pyimport(ARRAYS).install();
  const answers = pyodide.pyimport(ANSWERS);
  if (!kept) keepMemory(pyodide);
  answers.begin((name) => pyodide.toPy(fetchNow(name)));
  postMessage({ isDone: true });
  return { pyodide, answers };
}

/** Return Python with the library, as it has just started, or with the memory of one that had imported all. */
async function boot(memory) {
  const held = { memory, library: fetch(`${FILES}${LIBRARY}`).then((response) => response.arrayBuffer()) };
  const createPyodideModule = async (settings) => {
    let native = null;
    const fill = async () => {
      native = unpack(settings.FS, new Uint8Array(await held.library));
      settings.removeRunDependency(FOLDER);
    };
    settings.preRun.push(() => {
      settings.addRunDependency(FOLDER);
      fill().catch(giveUp);
    });
    settings.onRuntimeInitialized = () => {
      settings.loadDynamicLibrary(native, NO_SHARING); // before all else, so that it lies at the same place each time
      if (held.memory) settings.growMemory(held.memory.length);
    };
    return (await import("../pyodide/pyodide.asm.mjs")).default(settings);
  };
  const env = { PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" };
  const given = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const loading = loadPyodide({ indexURL: FILES, packageBaseUrl: FILES, env, createPyodideModule, ...given });
  const pyodide = await Promise.race([loading, broken]);
  held.library = held.memory = null; // which Pyodide would hold as long as it lives
  delete pyodide._api.config._loadSnapshot;
  return pyodide;
}

/** Write the files of an archive, and return the one that is a native library. */
function unpack(FS, archive) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  let native = null;
  for (let at = 0; archive[at]; ) {
    const path = [FOLDER, text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
    const size = parseInt(text(at + 124, 12), 8);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size));
    if (path.endsWith(NATIVE)) native = path;
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return native;
}

/** Return the memory that an earlier worker has kept; null where there is none that is whole. */
async function keptMemory() {
  try {
    const kept = await (await caches.open(KEPT)).match(PLACE);
    const memory = new Uint8Array(await kept.arrayBuffer());
    return (await digestOf(memory)) === kept.headers.get(DIGEST) ? memory : null;
  } catch {
    return null;
  }
}

/** Keep the memory as it is now, where there is room for it. */
async function keepMemory(pyodide) {
  try {
    const memory = pyodide.makeMemorySnapshot(); // at once; the rest takes its time
    await (await caches.open(KEPT)).put(PLACE, new Response(memory, { headers: { [DIGEST]: await digestOf(memory) } }));
  } catch (error) {
    console.warn(error);
  }
}

async function digestOf(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join(" ");
}

/** Return a file of the library while Python waits. */
function fetchNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", `${FILES}${name}`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} for ${name}`);
  return new Uint8Array(request.response);
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
    if (error.type !== STOPPED) throw error; // before it had begun, or when it had ended
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
