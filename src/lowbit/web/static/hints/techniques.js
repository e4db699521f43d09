// The techniques by name, also as choices of a form. They are asked for once, when they are first shown.

import { askFor } from "../api.js";
import { capital, make } from "../page.js";
import { onLanguage, spoken } from "../words/words.js";

let coming = null;

/** Fill a select with all techniques, behind the options that it has of its own. */
export async function offerTechniques(select) {
  fill(select, await allTechniques());
}

/** Return the names of all techniques in the language of the page, by their slugs, the easiest first. */
export async function techniqueNames() {
  return new Map((await allTechniques()).map((each) => [each.slug, capital(nameOf(each))]));
}

/** Return all techniques, the easiest first. */
export async function allTechniques() {
  return (await allLessons()).techniques;
}

/** Return all that lessons teach: the `techniques`, and apart steps `by_constraints`, which no position is practised in. */
export async function allLessons() {
  coming ??= askFor("techniques");
  try {
    return await coming;
  } catch (error) {
    coming = null; // to be asked again
    throw error;
  }
}

/** Return the name of a technique in the language of the page. */
export function nameOf({ name, name_zh: chinese }) {
  return spoken() === "zh" ? chinese : name;
}

function fill(select, techniques) {
  if (select.dataset.filled) return;
  select.dataset.filled = "yes";
  const options = techniques.map((each) => [each, make("option", { value: each.slug })]);
  const name = () => options.forEach(([each, option]) => (option.textContent = capital(nameOf(each))));
  name();
  onLanguage(name);
  select.append(...options.map(([, option]) => option));
}
