// The evidence of a step, as parts of a picture: what is filled, framed, marked and linked.
//
// The style is that of the pictures (pictures/evidence.py): a role has a shape and a colour, and
// the roles that one step can have differ in both.

export const DISC = 0;
export const SQUARE = 1;
export const DIAMOND = 2;
export const UP = 3;
export const DOWN = 4;

const LOOKS = {
  single: DISC,
  subset: SQUARE,
  locked: SQUARE,
  base: DIAMOND,
  cover: SQUARE,
  fin: UP,
  "endo-fin": DOWN,
  corner: DISC,
  extra: DOWN,
  pivot: DIAMOND,
  pincer: SQUARE,
  target: SQUARE,
  "set a": DISC,
  "set b": SQUARE,
  "set c": UP,
  "other set": DOWN,
  "restricted common": DIAMOND,
  "colour 1": DISC,
  "colour 2": SQUARE,
  "colour 3": DIAMOND,
  "colour 4": UP,
  on: DISC,
  off: SQUARE,
  constraint: DISC,
};

/** Return what a step does: [cell, digit] of what it places, and of what it strikes. */
export function effectOf(board, { placements, eliminations }) {
  return { placed: placements.flatMap((text) => candidates(board, text)), struck: eliminations.flatMap((text) => candidates(board, text)) };
}

/** Return where a step is to be looked for: a house by its name or a constraint, and its cells. */
export function placeOf(board, step) {
  const { marks, houses } = step.evidence;
  const [name] = Object.values(houses).flat();
  const house = board.houses.find((other) => other.name === name);
  if (house) return { house, cells: house.cells };
  if (marks.constraint) return { house: null, constraint: step.name, cells: marks.constraint.map((cell) => board.cellNamed(cell)) };
  const { placed, struck } = effectOf(board, step);
  return { house: null, cells: [[...placed, ...struck][0][0]] };
}

/** Return the picture that only shows where to look. */
export function placePicture({ house, cells }) {
  return { ...NOTHING, houses: new Set(house ? cells : []), frames: [cells], cells: new Set(), step: null };
}

/**
 * Return the picture of a step: `houses` (cells), `fills` (pairs of cell and look), `frames` (lists
 * of cells), `marks` ({cell, digit, look}), `placed` and `struck` (pairs of cell and digit), `links`
 * ({from, to, isStrong}), `lines` (pairs of a word for what is filled or framed and its look), `roles` (pairs of a role and its look)
 * and the `cells` whose candidates it needs; and the `step` itself.
 */
export function pictureOf(board, step) {
  const { marks, houses, chains } = step.evidence;
  const drawn = chains.flatMap(withBranches);
  const named = Object.entries(marks).flatMap(([role, texts]) => texts.flatMap((text) => parts(board, text, role)));
  const nodes = drawn.flatMap((chain) => chain.nodes.flatMap((node) => partsOfNode(board, node)));
  const effect = effectOf(board, step);
  const places = new Set(effect.placed.map(keyOf));
  const parted = firstOfEach([...named, ...nodes].filter(({ digit }) => digit));
  const fills = named.filter(({ digit }) => !digit).map(({ cell, role }) => [cell, LOOKS[role]]);
  const roles = [...parted.filter((part) => !places.has(keyOf([part.cell, part.digit]))), ...named.filter(({ digit }) => !digit)];
  const cellsOf = (role) => (houses[role] ?? []).map((name) => board.houses.find((house) => house.name === name).cells);
  const others = Object.keys(houses).filter((role) => role !== "cover");
  const filled = new Set(others.flatMap(cellsOf).flat());
  return {
    step,
    houses: filled,
    fills,
    frames: cellsOf("cover"),
    marks: parted.filter((part) => !places.has(keyOf([part.cell, part.digit]))).map(({ cell, digit, role }) => ({ cell, digit, look: LOOKS[role] })),
    ...effect,
    links: linksOf(board, drawn),
    lines: houses.cover ? [["lines-base", "house"], ["lines-cover", "frame"]] : [],
    roles: [...new Set(roles.map(({ role }) => role))].map((role) => [role, LOOKS[role]]),
    cells: new Set([...filled, ...cellsOf("cover").flat(), ...[...named, ...nodes].map(({ cell }) => cell), ...[...effect.placed, ...effect.struck].map(([cell]) => cell)]),
  };
}

const NOTHING = { houses: new Set(), fills: [], frames: [], marks: [], placed: [], struck: [], links: [], lines: [], roles: [] };

function withBranches(chain) {
  return [chain, ...chain.branches.flatMap(withBranches)]; // nested ones are of another position
}

/** Return the candidates of a text such as r1c2=5, r1c2-34; without digits, none. */
function candidates(board, text) {
  const [name, digits = ""] = text.split(/[=-]/);
  return [...digits].map((symbol) => [board.cellNamed(name), board.digit(symbol)]);
}

/** Return the parts of a mark: its candidate, or its cell with the digit 0. */
function parts(board, text, role) {
  const found = candidates(board, text);
  if (!found.length) return [{ cell: board.cellNamed(text), digit: 0, role }];
  return found.map(([cell, digit]) => ({ cell, digit, role }));
}

function partsOfNode(board, { cells, digit, on }) {
  return cells.map((name) => ({ cell: board.cellNamed(name), digit: board.digit(digit), role: on ? "on" : "off" }));
}

const keyOf = ([cell, digit]) => `${cell}:${digit}`;

/** Return the first part of each candidate: what it is marked as, before what it is in a chain. */
function firstOfEach(found) {
  const first = new Map();
  for (const part of found) {
    const key = keyOf([part.cell, part.digit]);
    if (!first.has(key)) first.set(key, part);
  }
  return [...first.values()];
}

function linksOf(board, chains) {
  const found = new Map();
  for (const { nodes } of chains) {
    nodes.slice(1).forEach((end, at) => {
      const start = nodes[at];
      const ends = [partsOfNode(board, start), partsOfNode(board, end)];
      found.set(JSON.stringify([start, end]), { ends, isStrong: !start.on && end.on });
    });
  }
  return [...found.values()];
}
