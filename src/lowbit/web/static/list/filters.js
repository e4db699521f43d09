// The filters above the list: a status, a level, a range of ratings, a technique; a row passes all that are set.

import { techniqueNames } from "../hints/techniques.js";
import { $, make } from "../page.js";
import { UNFILTERED } from "./row-order.js";
import { LEVELS, STATUSES } from "./rows.js";
import { figure, onLanguage, say } from "../words/words.js";

const PAUSE = 200; // ms without a key
const RANGE = { "list-least": "least", "list-most": "most" };

export class Filters {
  /** `onWant` hears which filters someone changes. */
  constructor(onWant) {
    this._onWant = onWant;
    this._wish = UNFILTERED;
    this._techniques = "";
    this._chips = [this._chip("all"), ...STATUSES.map((status) => this._chip("status", status)), ...LEVELS.map((level) => this._chip("level", level))];
    $("list-technique").addEventListener("change", ({ target }) => onWant({ technique: target.value || null }));
    for (const [id, name] of Object.entries(RANGE)) this._listen($(id), name);
    onLanguage(() => (this._techniques = "")); // to be named anew
  }

  /** Draw the filters where they are, for one of them may have the focus. */
  draw(rows, wish) {
    this._wish = wish;
    const isAll = Object.keys(UNFILTERED).every((name) => wish[name] === null);
    for (const { name, value, button } of this._chips) {
      const n = value ? rows.counts[value] : rows.n;
      button.replaceChildren(say(value ? `${name}-${value}` : "all"), make("b", { textContent: figure(n) }));
      button.ariaPressed = String(value ? wish[name] === value : isAll);
      button.hidden = Boolean(value) && !n;
    }
    $("list-range").hidden = !rows.hasRatings;
    for (const [id, name] of Object.entries(RANGE)) if (document.activeElement !== $(id)) $(id).value = wish[name] ?? "";
    this._drawTechniques(rows, wish);
  }

  _chip(name, value = null) {
    const button = make("button", { type: "button", hidden: true });
    const wanted = () => (value ? { [name]: this._wish[name] === value ? null : value } : UNFILTERED);
    button.addEventListener("click", () => this._onWant(wanted()));
    $("list-filters").append(button);
    return { name, value, button };
  }

  _listen(input, name) {
    let timer = 0;
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this._onWant({ [name]: input.value === "" ? null : Number(input.value) }), PAUSE);
    });
  }

  /** Offer the techniques that are the hardest of some row, the easiest first. */
  async _drawTechniques(rows, { technique }) {
    const slugs = rows.techniques;
    $("list-technique-part").hidden = !slugs.length;
    const key = slugs.join();
    if (key !== this._techniques) {
      this._techniques = key;
      const names = await techniqueNames().catch(() => new Map());
      if (key !== this._techniques) return;
      const places = [...names.keys()];
      const ordered = [...slugs].sort((one, other) => places.indexOf(one) - places.indexOf(other));
      const options = ordered.map((slug) => make("option", { value: slug, textContent: names.get(slug) ?? slug }));
      $("list-technique").replaceChildren(make("option", { value: "", textContent: say("anyTechnique") }), ...options);
    }
    $("list-technique").value = this._wish.technique ?? technique ?? "";
  }
}
