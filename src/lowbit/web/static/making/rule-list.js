// The list of constraints: a row for each, with what is typed of it.
//
// A row stays the same element as long as its constraint names the same cells, so that the focus stays.

import { cellsOf, fieldName, kindOf, placeOf, titleOf } from "./kinds.js";
import { read, written } from "./typed.js";
import { $, make } from "../page.js";
import { say } from "../words/words.js";

export class RuleList {
  /** `act` has what a row asks for: `choose`, `point`, `change` and `remove`, each of a constraint. */
  constructor(board, act) {
    [this._board, this._act] = [board, act];
    this._rows = new Map();
  }

  /** Forget the rows: their words are in another language now. */
  forget() {
    this._rows.clear();
  }

  /** Draw a row for each constraint. */
  draw(constraints) {
    const rows = new Map();
    for (const each of constraints) {
      let key = placeOf(each);
      while (rows.has(key)) key += "'";
      const row = this._rows.get(key) ?? this._made();
      row.constraint = each;
      rows.set(key, row);
    }
    this._rows = rows;
    const inOrder = [...rows.values()];
    const isSame = inOrder.length === $("rules-list").children.length && inOrder.every((row, at) => row === $("rules-list").children[at]);
    if (!isSame) $("rules-list").replaceChildren(...inOrder);
    for (const row of inOrder) this._write(row);
  }

  /** Mark the row of the constraint in hand, those that are chosen, and those of what the cursor is in. */
  mark({ current, chosen, cursor }) {
    let first = null;
    for (const row of this._rows.values()) {
      const { constraint } = row;
      const isCurrent = constraint === current;
      const isTouched = cellsOf(constraint).includes(cursor);
      row.classList.toggle("current", isCurrent);
      row.classList.toggle("touched", isTouched);
      row.querySelector("button").ariaPressed = String(isCurrent || chosen.has(constraint));
      if (isCurrent || (isTouched && !first)) first = row;
    }
    const shown = [cursor, current];
    if (first && shown.some((each, at) => each !== this._shown?.[at])) scrollTo(first); // not while the pointer moves over rows
    this._shown = shown;
  }

  _made() {
    const row = make("li");
    const name = make("button", { type: "button", className: "quiet" });
    const remove = make("button", { type: "button", className: "quiet icon", textContent: "×" });
    name.addEventListener("click", () => this._act.choose(row.constraint));
    remove.addEventListener("click", () => this._act.remove(row.constraint));
    row.addEventListener("pointerenter", () => this._act.point(row.constraint));
    row.addEventListener("pointerleave", () => this._act.point(null));
    row.append(name, remove);
    return row;
  }

  _write(row) {
    const { constraint } = row;
    const fields = typedFields(constraint);
    const name = nameOf(constraint, this._board());
    const [button, remove] = [row.querySelector("button"), row.lastChild];
    button.textContent = name;
    remove.ariaLabel = say("removeRule", { name });
    const inputs = [...row.querySelectorAll("input")];
    const isLaid = inputs.length === fields.length;
    if (!isLaid) inputs.forEach((input) => input.remove());
    for (const [at, field] of fields.entries()) {
      const input = isLaid ? inputs[at] : this._input(row, field);
      input.ariaLabel = say("numberOf", { name, field: fieldName(field) });
      if (field.form === "switch") input.checked = constraint[field.field];
      else if (input !== document.activeElement) input.value = written(field.form, constraint[field.field]);
    }
  }

  _input(row, field) {
    const isSwitch = field.form === "switch";
    const input = make("input", { type: isSwitch ? "checkbox" : "text", title: fieldName(field), autocomplete: "off" });
    if (!isSwitch) Object.assign(input, { placeholder: "–", inputMode: ["numbers", "rows"].includes(field.form) ? "text" : "numeric" });
    input.classList.toggle("long", ["numbers", "rows", "text"].includes(field.form));
    input.addEventListener("change", () => {
      const value = isSwitch ? input.checked : read(field.form, input.value, this._board().size);
      if (value === undefined) input.value = written(field.form, row.constraint[field.field]);
      else this._act.change(row.constraint, { [field.field]: value });
    });
    input.addEventListener("keydown", (event) => event.key === "Enter" && $("board").querySelector("[tabindex='0']").focus());
    row.insertBefore(input, row.lastChild);
    return input;
  }
}

/** Return the fields that rows let type: all but the switches that a tool sets. */
function typedFields(constraint) {
  const kind = kindOf(constraint);
  const isSet = ({ field }) => kind.tools.some(({ values }) => values[field] === true);
  return kind?.fields.filter((each) => each.form !== "switch" || !isSet(each)) ?? [];
}

/** Return the name of a constraint with its cells; a clue outside has the ends of its line. */
export function nameOf(constraint, board) {
  const kind = kindOf(constraint);
  const named = (cells) => cells.map((cell) => board.cellName(cell)).join(" ");
  if (constraint.constraints) return `${titleOf(constraint)}: ${constraint.constraints.map((part) => nameOf(part, board)).join("; ")}`;
  const cells = cellsOf(constraint);
  if (["row", "diagonal"].includes(kind?.tools[0]?.shape)) return `${titleOf(constraint)} ${named([cells[0]])} → ${named([cells.at(-1)])}`;
  const groups = constraint.groups ?? (constraint.clone ? [constraint.cells, constraint.clone] : constraint.line || constraint.arms || constraint.others ? [[constraint.cell]] : [cells]);
  return [titleOf(constraint), groups.map(named).join(" / ")].filter(Boolean).join(" ");
}

/** Bring a row into sight within its list, and leave the page where it is. */
function scrollTo(row) {
  const list = row.parentElement;
  if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
  else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
}
