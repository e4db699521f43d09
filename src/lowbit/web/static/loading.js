// The bars, below the board and above the list, that show how much of what answers is loaded, as long as it is not all.

import { transport } from "./transport.js";

/** Show them from now on. */
export function startLoadingBar() {
  const bars = document.querySelectorAll(".loading");
  transport.onLoading((part) => {
    for (const bar of bars) {
      bar.hidden = part === null;
      if (part !== null) bar.querySelector("progress").value = part;
    }
  });
}
