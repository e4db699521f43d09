// A board on any page: <script type="module" src="…/embed.js"></script>, then <lowbit-sudoku puzzle="53..7…">.
//
// `puzzle` is a puzzle in any form that lowbit reads; hints="off" leaves the hints out. The board is the page beside
// this script, in a frame of its own.

const PAGE = new URL(".", import.meta.url);

class LowbitSudoku extends HTMLElement {
  static observedAttributes = ["puzzle", "hints"];

  connectedCallback() {
    if (this._frame) return;
    this._frame = Object.assign(document.createElement("iframe"), { title: "Sudoku", loading: "lazy", allow: "clipboard-write" });
    this._frame.style.cssText = "width: 100%; height: 100%; border: 0";
    if (!this.style.display) this.style.display = "block";
    if (!this.style.height) this.style.height = "min(46rem, 100vh)";
    this._show();
    this.append(this._frame);
  }

  attributeChangedCallback() {
    if (this._frame) this._show();
  }

  _show() {
    const asked = new URLSearchParams({ embed: "" });
    for (const name of LowbitSudoku.observedAttributes) if (this.hasAttribute(name)) asked.set(name, this.getAttribute(name));
    const address = `${PAGE}?${asked}`;
    if (this._frame.contentWindow) this._frame.contentWindow.location.replace(address); // which leaves the page's history as it is
    else this._frame.src = address;
  }
}

customElements.define("lowbit-sudoku", LowbitSudoku);
