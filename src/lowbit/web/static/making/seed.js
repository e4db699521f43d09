// A seed makes the same answer again. Those drawn here are short enough to be typed.

/** Return any seed. */
export function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
