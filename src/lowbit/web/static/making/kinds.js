// The kinds of constraints, as the engine tells them: their names, the tools that place them, what is typed.
//
// They are asked for once, when the place to set puzzles first shows them.

import { askFor } from "../api.js";
import { capital } from "../page.js";
import { spoken } from "../words/words.js";

let coming = null;
let known = new Map();

/** Fetch the kinds, by name. */
export async function fetchKinds() {
  coming ??= askFor("constraint-kinds");
  try {
    const { kinds } = await coming;
    known = new Map(kinds.map((kind) => [kind.type, kind]));
  } catch (error) {
    coming = null; // to be asked again
    throw error;
  }
}

/** Return all tools, each with its kind; none before the kinds are there. */
export function tools() {
  return [...known.values()].flatMap((kind) => kind.tools.map((tool) => ({ ...tool, kind, slug: tool.name.toLowerCase().replaceAll(" ", "-") })));
}

/** Return the kind of a constraint; undefined before the kinds are there. */
export function kindOf({ type }) {
  return known.get(type);
}

/** Return the name of a kind or a tool in the language of the page. */
export function nameIn({ name, name_zh: chinese }) {
  return capital(spoken() === "zh" ? chinese : name);
}

/** Return the name of a field that is typed. */
export function fieldName({ field, name_zh: chinese }) {
  return spoken() === "zh" ? chinese : field;
}

/** Return the name of a kind of constraint, which the engine calls `type`. */
export function kindName(type) {
  const kind = known.get(type);
  return kind ? nameIn(kind) : capital(type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
}

/** Return the name of a constraint: that of the one tool that begins with its values, or of its kind. */
export function titleOf(constraint) {
  const kind = kindOf(constraint);
  const isIts = ({ values }) => Object.entries(values).every(([field, value]) => isSame(constraint[field], value));
  const own = kind?.tools.filter(isIts) ?? [];
  return own.length === 1 ? nameIn(own[0]) : kindName(constraint.type);
}

/** Return the cells that a constraint names, each once; none of one on the whole board. */
export function cellsOf(constraint) {
  const typed = new Set(["type", "value", "marked", ...(kindOf(constraint)?.fields.map(({ field }) => field) ?? [])]);
  const pointedAt = Object.entries(constraint).filter(([field]) => !typed.has(field));
  return [...new Set(pointedAt.flatMap(([field, value]) => (field === "constraints" ? value.flatMap(cellsOf) : [value].flat(2))))];
}

/** Return what a constraint is without what is typed: its kind and its cells. */
export function placeOf(constraint) {
  const typed = kindOf(constraint)?.fields.map(({ field }) => field) ?? [];
  return JSON.stringify(Object.entries(constraint).filter(([field]) => !typed.includes(field) && field !== "marked"));
}

export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
