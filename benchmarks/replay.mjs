// Calls of kernels made again in a browser's engine: node benchmarks/replay.mjs FOLDER.
//
// The folder is one of `benchmarks.snapshots`, written with LOWBIT_TARGET=x86-64-v2, whose kernels are
// written for the same registers, and with wasm32-emscripten.kernels as the library. Each call's memory
// is laid out anew, as a side module finds it; it fails where a byte differs.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PAGE = 65536;
const STACK = 4 << 20;

const folder = process.argv[2];
const files = readdirSync(folder);
for (const file of files.filter((name) => name.endsWith(".o"))) {
  const key = file.slice(0, -2);
  const module = new WebAssembly.Module(readFileSync(join(folder, file)));
  const calls = files.filter((name) => name.startsWith(`${key}.`) && name.endsWith(".call"));
  const compared = calls.map((name) => replay(module, readFileSync(join(folder, name))));
  console.log(`${calls.length} calls, the same ${compared.reduce((sum, n) => sum + n, 0)} bytes: ${key}`);
}

/** Make a call, and return how many bytes of memory were compared; end if any differs. */
function replay(module, data) {
  const { words, after, addresses, pieces } = read(data);
  const side = sideOf(module);
  let free = STACK + side.size;
  for (const piece of pieces) {
    piece.moved = aligned(free, 4096) + (piece.at % 4096); // as far from a page's beginning as it was
    free = piece.moved + piece.before.length;
  }
  const row = aligned(free, 16);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((row + 8 * words.length) / PAGE) + 1 });
  const bytes = new Uint8Array(memory.buffer);
  for (const { moved, before } of pieces) bytes.set(before, moved);
  const move = (address) => {
    const { at, moved } = pieces.find(({ at, before }) => at <= address && address < at + before.length);
    return BigInt(address - at + moved);
  };
  const isAddress = new Set(addresses);
  const given = new BigInt64Array(memory.buffer, row, words.length);
  words.forEach((word, number) => (given[number] = isAddress.has(number) ? move(Number(word)) : word));
  if (side.linked(memory).exports.entry(row)) throw new Error("a kernel failed");
  after.forEach((word, number) => {
    if (!isAddress.has(number) && given[number] !== word) throw new Error(`word ${number} differs`);
  });
  let n = 8 * words.length;
  for (const { moved, after: expected } of pieces) {
    const found = bytes.subarray(moved, moved + expected.length);
    if (Buffer.compare(found, expected)) throw new Error(`memory differs, of ${expected.length} bytes`);
    n += expected.length;
  }
  return n;
}

/** Return the size of a side module's data, and a function that links it with a memory. */
function sideOf(module) {
  const [dylink] = WebAssembly.Module.customSections(module, "dylink.0");
  const numbers = new Uint8Array(dylink);
  const [size] = numbers[0] === 1 ? leb(numbers, 2) : [0];
  const linked = (memory) => {
    const constant = (value) => new WebAssembly.Global({ value: "i32", mutable: false }, value);
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
    const table = new WebAssembly.Table({ initial: 0, element: "anyfunc" });
    const env = { memory, __memory_base: constant(STACK), __table_base: constant(0), __stack_pointer: stack, __indirect_function_table: table };
    const instance = new WebAssembly.Instance(module, { env });
    instance.exports.__wasm_apply_data_relocs?.();
    return instance;
  };
  return { size, linked };
}

function leb(bytes, at) {
  let [value, shift] = [0, 0];
  for (; bytes[at] & 128; at++, shift += 7) value |= (bytes[at] & 127) << shift;
  return [value | (bytes[at] << shift), at + 1];
}

function read(data) {
  let at = 0;
  const next = (n) => data.subarray(at, (at += n));
  const numbers = (n) => Array.from({ length: n }, (_, number) => next(8).readBigInt64LE(0));
  const [nWords, nAddresses, nPieces] = numbers(3).map(Number);
  const [words, after, addresses] = [numbers(nWords), numbers(nWords), numbers(nAddresses).map(Number)];
  const pieces = [];
  for (let piece = 0; piece < nPieces; piece++) {
    const [address, n] = numbers(2).map(Number);
    pieces.push({ at: address, before: next(n), after: next(n) });
  }
  return { words, after, addresses, pieces };
}

function aligned(value, to) {
  return Math.ceil(value / to) * to;
}
