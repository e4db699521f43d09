// The palette: a button for each tool that puts a constraint on the board, found by name.

import { isSame, nameIn, tools } from "./kinds.js";
import { $, make } from "../page.js";
import { say } from "../words/words.js";

/** The shapes of the tools of each part, in the order of the page. */
const PARTS = {
  rulesCells: ["cell", "cells", "square", "count", "row index", "column index", "region count", "region arrow", "copy", "groups"],
  rulesLines: ["line", "arrow"],
  rulesPairs: ["pair"],
  rulesOutside: ["row", "ray", "diagonal"],
  rulesGlobal: ["board", "regions"],
  rulesParts: ["parts"],
};

/** Draw the buttons; `choose` hears which tool was pressed. */
export function layPalette(choose) {
  const all = tools();
  const parts = Object.entries(PARTS).map(([word, shapes]) => {
    const own = all.filter(({ shape }) => shapes.includes(shape));
    const inOrder = [...own.filter((tool) => tool.is_common), ...own.filter((tool) => !tool.is_common)];
    const part = make("div", { className: "rules-part" }, ...inOrder.map((tool) => toolButton(tool, choose)));
    part.setAttribute("role", "group");
    part.ariaLabel = say(word);
    return part;
  });
  $("rules-tools").replaceChildren(...parts);
  findTools();
}

/** Show the tools whose names, in either language, hold what is searched for. */
export function findTools() {
  const wanted = $("rules-search").value.trim().toLowerCase();
  for (const part of $("rules-tools").children) {
    for (const button of part.children) button.hidden = !button.dataset.names.includes(wanted);
    part.hidden = ![...part.children].some((button) => !button.hidden);
  }
}

/** Mark the tool that is chosen, and those of what holds on the whole board. */
export function markTools(chosen, constraints) {
  for (const button of $("rules-tools").querySelectorAll("button")) {
    const { tool } = button;
    button.ariaPressed = String(tool.slug === chosen?.slug || (["board", "regions"].includes(tool.shape) && constraints.some((each) => isOf(tool, each))));
  }
}

/** Whether a constraint on the whole board is what a tool puts there; others of its kind begin otherwise, or with cells. */
export function isOf({ kind, values }, constraint) {
  if (constraint.type !== kind.type || constraint.cells?.length) return false;
  const isOnlyOne = kind.tools.filter(({ shape }) => shape === "board").length === 1;
  return isOnlyOne || Object.entries(values).every(([field, value]) => isSame(constraint[field], value));
}

function toolButton(tool, choose) {
  const button = make("button", { type: "button", textContent: nameIn(tool), ariaPressed: "false" });
  button.dataset.kind = tool.slug;
  button.dataset.names = [tool.name, tool.name_zh, tool.kind.name, tool.kind.name_zh, tool.kind.type].join(" ").toLowerCase();
  button.tool = tool;
  button.addEventListener("click", () => choose(tool));
  return button;
}
