// The bar below the board that shows how much of what answers is loaded, as long as it is not all.

import { $ } from "./page.js";
import { transport } from "./transport.js";

/** Show it from now on. */
export function startLoadingBar() {
  transport.onLoading((part) => {
    $("loading").hidden = part === null;
    if (part !== null) $("loading-part").value = part;
  });
}
