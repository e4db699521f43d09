// What a learner has done: the lessons that were read, and the positions of them that were solved.
//
// A lesson's number has bit 0 once it was read, and bit n once its position n was solved.

import { recall, remember } from "../store.js";

const NAME = "lessons";
const READ = 0;

/** The numbers of the positions of a lesson. */
export const POSITIONS = [1, 2, 3];

/** Whether a lesson was read. */
export function isRead(slug) {
  return has(slug, READ);
}

/** Whether a position of a lesson was solved. */
export function isSolved(slug, number) {
  return has(slug, number);
}

/** Note that a lesson was read. */
export function noteRead(slug) {
  note(slug, READ);
}

/** Note that a position of a lesson was solved. */
export function noteSolved(slug, number) {
  note(slug, number);
}

/** Forget all of it. */
export function forgetProgress() {
  remember(NAME, "{}");
}

function has(slug, at) {
  return Boolean(kept()[slug] & (1 << at));
}

function note(slug, at) {
  const all = kept();
  remember(NAME, JSON.stringify({ ...all, [slug]: all[slug] | (1 << at) }));
}

/** Return what is kept, which may be nothing, or nothing that this page wrote. */
function kept() {
  try {
    return JSON.parse(recall(NAME)) ?? {};
  } catch {
    return {};
  }
}
