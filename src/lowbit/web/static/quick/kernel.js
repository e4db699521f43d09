// A kernel that is called without Python: its memory, and the words that it is entered with.
//
// A plan, which Python writes (lowbit/kernels/plans.py), tells the fields of the arguments: a number is a
// word; an array is seven words or more, its address among them, and memory of its own.
//
//   memory   stack | the kernel's own data | arrays, one after the other | words of the call

const PAGE = 65536;
const STACK = 1 << 20; // grows down from here
const LINE = 64; // bytes of a line of the cache, which rows of lanes must not straddle
const TYPES = { uint8: Uint8Array, uint16: Uint16Array, int64: BigInt64Array, uint64: BigUint64Array };

export class Kernel {
  /**
   * Lay out a call of a compiled side module. `lengths` has the first dimension of each array of which the
   * plan has an example.
   */
  constructor(module, { room, fields }, lengths) {
    const [dataSize, dataAlign] = sizeOfData(module);
    const data = aligned(STACK, dataAlign);
    let end = aligned(data + dataSize, LINE);
    const placed = fields.map((field) => {
      if (!field.dtype) return field;
      const [first, ...others] = field.shape;
      const array = { ...field, shape: [lengths[field.name] ?? first, ...others], at: end };
      end = aligned(end + size(array.shape) * array.itemSize, LINE);
      return array;
    });
    const nWords = room + placed.reduce((sum, field) => sum + wordsOf(field).length, 0);
    this._memory = new WebAssembly.Memory({ initial: Math.ceil((end + 8 * nWords) / PAGE) });
    this._row = end;
    this._words = new BigInt64Array(this._memory.buffer, end, nWords);
    this._places = new Map();
    this._arrays = new Map(placed.filter(({ dtype }) => dtype).map((array) => [array.name, this._viewOf(array)]));
    let word = room;
    for (const field of placed) {
      this._places.set(field.name, word);
      for (const value of wordsOf(field)) this._words[word++] = BigInt(value);
    }
    this._enter = linked(module, this._memory, data);
  }

  /** The items of an array. */
  array(name) {
    return this._arrays.get(name);
  }

  /** Give a number another value. */
  set(name, value) {
    this._words[this._places.get(name)] = BigInt(value);
  }

  /** Enter the kernel, and return the number that it returns. */
  enter() {
    if (this._enter(this._row)) throw new Error("a kernel failed");
    return Number(this._words[0]);
  }

  _viewOf({ dtype, shape, itemSize, at, content }) {
    const type = TYPES[dtype] ?? Uint8Array; // rows of lanes are seen by kernels alone
    const view = new type(this._memory.buffer, at, (size(shape) * itemSize) / type.BYTES_PER_ELEMENT);
    if (content) view.set(content);
    return view;
  }
}

/** Return the words of a field: of an array its size, where it lies, and its shape and strides. */
function wordsOf({ dtype, value, shape, itemSize, at }) {
  if (!dtype) return [value];
  const strides = shape.map((_, axis) => itemSize * size(shape.slice(axis + 1)));
  return [0, 0, size(shape), itemSize, at, ...shape, ...strides];
}

function size(shape) {
  return shape.reduce((product, n) => product * n, 1);
}

/** Link a side module with a memory, and return its function. */
function linked(module, memory, data) {
  const constant = (value) => new WebAssembly.Global({ value: "i32", mutable: false }, value);
  const env = {
    memory,
    __memory_base: constant(data),
    __table_base: constant(0),
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK),
    __indirect_function_table: new WebAssembly.Table({ initial: 0, element: "anyfunc" }),
  };
  const { entry, __wasm_apply_data_relocs: relocate } = new WebAssembly.Instance(module, { env }).exports;
  relocate?.();
  return entry;
}

/** Return how many bytes of data a side module has, and what their address is a multiple of. */
function sizeOfData(module) {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  const bytes = new Uint8Array(section);
  let at = 2; // behind the kind of the first part, and its length
  const next = () => {
    let [value, shift] = [0, 0];
    do {
      value |= (bytes[at] & 127) << shift;
      shift += 7;
    } while (bytes[at++] & 128);
    return value;
  };
  return [next(), 1 << next()];
}

function aligned(value, to) {
  return Math.ceil(value / to) * to;
}
