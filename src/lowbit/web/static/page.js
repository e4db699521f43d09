// Helpers of the page: elements, spoken messages, files handed over.

import { recall, remember } from "./store.js";

const MOMENT = 6000; // ms
let toasting = 0;

/** Return the element with an id. */
export const $ = (id) => document.getElementById(id);

/** Return a new element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Return a text with a capital first. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Have a screen reader say something. */
export function announce(text) {
  $("say").textContent = text;
}

/** Show for a moment what was done, with a button that takes it back where there is a way. */
export function toast(text, undo = null) {
  announce(text);
  const element = $("toast");
  $("toast-text").textContent = text;
  $("toast-undo").hidden = !undo;
  $("toast-undo").onclick = () => {
    element.hidden = true;
    undo();
  };
  element.hidden = false;
  clearTimeout(toasting);
  const end = () => (element.matches(":hover, :focus-within") ? wait() : (element.hidden = true));
  const wait = () => (toasting = setTimeout(end, MOMENT));
  wait();
}

/** Hide what was done: it is over. */
export function endToast() {
  $("toast").hidden = true;
}

/** Hand a file to the user. */
export function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Put a text into the clipboard; fails where the browser refuses that. */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", { value: text, className: "hidden" }); // without https
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new DOMException("refused", "NotAllowedError");
}

/** Put a picture into the clipboard, once it is there. */
export async function copyPicture(coming) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": coming })]);
}

/** Print a sheet of its own in place of the board. */
export function printSheet(title, ...content) {
  $("print-sheet").replaceChildren(make("h1", { textContent: title }), ...content);
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    $("print-sheet").replaceChildren();
  }, { once: true });
  print();
}

/** Have each button that is marked so close its dialog, and Enter confirm it wherever that has no other meaning. */
export function startDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("keydown", (event) => confirmBy(event, dialog));
}

/** Press the button that submits: Enter does where it begins no line and presses nothing, Ctrl+Enter everywhere. */
function confirmBy(event, dialog) {
  const isAnywhere = event.ctrlKey || event.metaKey;
  const isTaken = event.target.closest("textarea, button, summary, a");
  const button = dialog.querySelector("button.primary:not([type])");
  if (event.key !== "Enter" || event.isComposing || event.defaultPrevented || !button || (isTaken && !isAnywhere)) return;
  event.preventDefault();
  button.click();
}

/** Follow the light of the system, until the user has chosen. */
export function startTheme(button) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = recall("theme");
  const show = () => {
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    requestAnimationFrame(() => {
      const background = getComputedStyle(document.documentElement).getPropertyValue("--page");
      document.querySelector("meta[name=theme-color]").content = background.trim();
    });
  };
  dark.addEventListener("change", show);
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    remember("theme", chosen);
    show();
  });
  show();
}
