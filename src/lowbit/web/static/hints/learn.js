// Lessons: a list of all techniques with the learner's progress, and the lesson on one of them.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { Practice } from "./practise.js";
import { POSITIONS, forgetProgress, isRead, isSolved, noteRead } from "./progress.js";
import { allLessons, allTechniques, nameOf } from "./techniques.js";
import { leave, onVisit, visit } from "../game/address.js";
import { $, capital, make } from "../page.js";
import { figure, say, spoken } from "../words/words.js";

const LEARN = "learn"; // in the address

/** Listen to the buttons; return the lessons, which can be opened. */
export function startLearning(game) {
  const lessons = new Lessons(game);
  for (const id of ["learn", "start-learn"]) $(id).addEventListener("click", () => lessons.openList());
  $("learn-all").addEventListener("click", () => lessons.openList());
  $("learn-reset").addEventListener("click", () => {
    forgetProgress();
    lessons.openList();
  });
  $("learn-dialog").addEventListener("close", () => {
    lessons.leave();
    leave();
  });
  onVisit(LEARN, (slug) => (slug ? lessons.open(slug) : lessons.openList()));
  return lessons;
}

class Lessons {
  constructor(game) {
    this._practice = new Practice(game, (slug) => this.open(slug));
    this._asking = new AbortController();
  }

  /** Show the list. */
  openList() {
    visit(LEARN);
    return this._show("list", async () => {
      const { techniques, by_constraints: others } = await allLessons();
      const all = [...techniques.map((each) => ({ ...each, positions: POSITIONS })), ...others.map((each) => ({ ...each, positions: [] }))];
      return { title: say("learn"), parts: [summaryOf(all), ...this._chapters(all)] };
    });
  }

  /** Show the lesson on a technique. */
  open(slug) {
    visit(LEARN, slug);
    return this._show("lesson", async (signal) => {
      const { theme } = document.documentElement.dataset;
      const lesson = await ask("lesson", { technique: slug, language: spoken(), theme }, signal);
      noteRead(slug);
      return { title: capital(lesson.name), parts: [...partsOf(lesson), await this._positions(slug, lesson.comes_first)] };
    });
  }

  /** Return the button that leads from a step to the lesson on its technique. */
  toolsOf(step) {
    return [["why", () => this.open(step.technique)]];
  }

  /** Stop what is on its way. */
  leave() {
    this._asking.abort();
  }

  async _show(kind, contents) {
    this.leave();
    this._asking = new AbortController();
    const { signal } = this._asking;
    const dialog = $("learn-dialog");
    if (!dialog.open) dialog.showModal();
    dialog.dataset.shows = kind;
    $("learn-error").textContent = "";
    $("learn-title").textContent = say("learn");
    $("learn-content").replaceChildren(make("p", { className: "muted", textContent: say("working") }));
    try {
      const { title, parts } = await contents(signal);
      if (signal.aborted) return;
      $("learn-title").textContent = title;
      $("learn-content").replaceChildren(...parts);
    } catch (error) {
      if (signal.aborted) return;
      $("learn-content").replaceChildren();
      $("learn-error").textContent = reasonOf(error);
    }
    dialog.scrollTop = 0;
    $("learn-title").focus();
  }

  _chapters(techniques) {
    const chapters = [...new Set(techniques.map(({ chapter }) => chapter))];
    return chapters.flatMap((chapter) => [
      make("h3", { textContent: say(`chapter-${chapter}`) }),
      make("ul", { className: "lessons" }, ...techniques.filter((each) => each.chapter === chapter).map((each) => this._entry(each))),
    ]);
  }

  _entry(technique) {
    const name = capital(nameOf(technique));
    const { positions } = technique;
    const solved = solvedOf(technique);
    const read = say(positions.length ? "lessonRead" : "lessonOnlyRead", { name, n: solved, all: positions.length });
    const label = isRead(technique.slug) ? read : name;
    const dots = positions.map((_, at) => (at < solved ? "●" : "○")).join("");
    const mark = make("span", { className: "dots", textContent: dots, ariaHidden: "true" });
    const button = make("button", { type: "button", ariaLabel: label }, make("span", { textContent: name }), mark);
    button.classList.toggle("read", isRead(technique.slug));
    button.addEventListener("click", () => this.open(technique.slug));
    return make("li", {}, button);
  }

  /** Return the buttons that lead to the positions of a lesson; a technique of no hint has none. */
  async _positions(slug, comesFirst) {
    const techniques = await allTechniques();
    if (!techniques.some((each) => each.slug === slug)) return "";
    const begin = (number) => () => {
      $("learn-dialog").close();
      this._practice.begin(slug, number);
    };
    const numbered = POSITIONS.map((number) => {
      const text = say(isSolved(slug, number) ? "positionSolved" : "position", { n: number });
      return tool(text, begin(number));
    });
    const buttons = make("div", { className: "row" }, ...numbered, tool(say("newPosition"), begin(null)));
    const heading = make("h3", { textContent: say("lessonPractise") });
    return make("section", {}, heading, make("p", { className: "muted", textContent: say(comesFirst ? "lessonPractiseMore" : "lessonCopies") }), buttons);
  }
}

function tool(textContent, act) {
  const button = make("button", { type: "button", textContent });
  button.addEventListener("click", act);
  return button;
}

function solvedOf({ slug, positions }) {
  return positions.filter((number) => isSolved(slug, number)).length;
}

function summaryOf(techniques) {
  const read = techniques.filter(({ slug }) => isRead(slug)).length;
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const [solved, positions] = [sum(techniques.map(solvedOf)), sum(techniques.map((each) => each.positions.length))];
  const [n, of, done, most] = [read, techniques.length, solved, positions].map(figure);
  return make("p", { className: "muted", textContent: say("learnProgress", { n, of, done, most }) });
}

function partsOf({ others, says, why, uniqueness, text, picture, terms }) {
  const paragraph = (textContent, className = "") => make("p", { textContent, className });
  const heading = (key) => make("h3", { textContent: say(key) });
  return [
    ...(others.length ? [paragraph(say("lessonOthers", { names: others.join(say("listComma")) }), "muted")] : []),
    paragraph(says),
    heading("lessonWhy"),
    paragraph(why),
    ...(uniqueness ? [paragraph(say("lessonUnique"), "muted")] : []),
    heading("lessonExample"),
    drawn(picture, text),
    paragraph(text),
    make("details", {}, make("summary", { textContent: say("lessonTerms") }), termList(terms)),
  ];
}

function drawn(picture, alt) {
  const source = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const image = make("img", { src: source, alt, width: 440, height: 440 });
  const forget = () => URL.revokeObjectURL(source);
  image.addEventListener("load", forget);
  image.addEventListener("error", forget);
  return image;
}

function termList(terms) {
  const pairs = terms.flatMap(({ term, meaning }) => [make("dt", { textContent: term }), make("dd", { textContent: meaning })]);
  return make("dl", { className: "terms" }, ...pairs);
}
