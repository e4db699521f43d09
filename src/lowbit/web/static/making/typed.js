// What is typed of a constraint: its numbers, as text and back.

/** Return the value of a field as people write it. */
export function written(form, value) {
  if (form === "rows") return value.map((row) => row.join(" ")).join("; ");
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}

/** Return the value that a text stands for; undefined where it stands for none. */
export function read(form, text, size) {
  if (form === "text") return text || undefined;
  if (form === "rows") return text.split(/[;\n]/).filter((row) => row.trim()).map((row) => numbersIn(row, size));
  if (form === "numbers") return numbersIn(text, size);
  if (!text.trim()) return form === "number or none" ? null : undefined;
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** Return the numbers of a text; digits that nothing parts are numbers of their own where no digit of the board is longer. */
function numbersIn(text, size) {
  const isParted = size > 9 || /\d[\s,]+-?\d/.test(text.trim());
  return (text.match(isParted ? /-?\d+/g : /-?\d/g) ?? []).map(Number);
}
