// The language of the page, and its texts by key.

import { recall, remember } from "../store.js";
import { ENGLISH } from "./en.js";
import { CHINESE, CHINESE_PROBLEMS, CHINESE_REASONS } from "./zh.js";

const LANGUAGES = { en: ENGLISH, zh: CHINESE };
const PROBLEMS = { zh: CHINESE_PROBLEMS };
const REASONS = { zh: CHINESE_REASONS };
const OWN_NAMES = { en: "English", zh: "中文" };
const listeners = [];
let language = "en";

/** Say a string of the page, with its {places} filled in, and the {form?one:other} that a number asks for. */
export function say(key, values = {}) {
  return LANGUAGES[language][key]
    .replace(/\{(\w+)\?(\w*):(\w*)\}/g, (_, name, one, other) => (String(values[name]) === "1" ? one : other))
    .replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Say the name of something: of a file as it is; of what this page made, `{key, ...values}`, in its words. */
export function sayName(name) {
  return typeof name === "string" ? name : say(name.key, name);
}

/** Say what a kind of problem means, where the words of the server are in another language; or "". */
export function sayProblem(kind) {
  return PROBLEMS[language]?.[kind] ?? "";
}

/** Say why nothing more is known: in the words of the server, or what the status means in another language. */
export function sayReason(reason, status) {
  return reason && (REASONS[language]?.[status] ?? reason);
}

/** Return the language that is spoken, as the server calls it. */
export function spoken() {
  return language;
}

/** Write a number as the language does. */
export function figure(number) {
  return number.toLocaleString(language);
}

/** Have something said again when the language changes. */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Speak the language that was chosen here before, or the browser's. */
export function startLanguage(button) {
  button.addEventListener("click", () => {
    remember("language", other());
    speak(other(), button);
  });
  const wanted = recall("language") ?? navigator.language.slice(0, 2);
  speak(wanted in LANGUAGES ? wanted : "en", button);
}

function other() {
  return language === "en" ? "zh" : "en";
}

function speak(wanted, button) {
  language = wanted;
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  button.textContent = OWN_NAMES[other()];
  button.lang = other();
  for (const element of document.querySelectorAll("[data-t]")) {
    const text = say(element.dataset.t);
    if (element.textContent !== text) element.textContent = text; // it is laid out again for that
  }
  for (const element of document.querySelectorAll("[data-t-hint]")) {
    element.placeholder = say(element.dataset.tHint);
  }
  for (const element of document.querySelectorAll("[data-t-alt]")) element.alt = say(element.dataset.tAlt);
  for (const element of document.querySelectorAll("[aria-keyshortcuts]")) element.title = say("keyTip", { key: element.ariaKeyShortcuts });
  for (const element of document.querySelectorAll("[data-t-tip]")) {
    element.dataset.tip = element.ariaDescription = say(element.dataset.tTip);
  }
  for (const element of document.querySelectorAll("[data-t-label]")) {
    const label = say(element.dataset.tLabel);
    element.setAttribute("aria-label", label);
    if (element.tagName === "BUTTON") element.title = label;
  }
  listeners.forEach((listener) => listener());
}
