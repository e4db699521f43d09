// What is asked of the puzzle on the board without a click: a moment after each change of its givens.
//
// It is none of the user's queries (query.js): it ends none of them, waits for none, and where the
// server cannot be reached it is silent. A server that is not ready yet is asked again.

import { AGAIN, ask, NOT_READY } from "../api.js";
import { givensOf, puzzleName } from "../game/player.js";
import { onView } from "../views.js";
import { onLanguage, spoken } from "../words/words.js";

const PAUSE = 250; // ms without a change

/**
 * Ask a request of each puzzle for which it `isWanted`. `show` gets the answer, null where there is
 * none, or `{isPreparing, progress}` as long as the server is not ready; `wait` hears that another one is on its
 * way.
 */
export function follow(game, request, { isWanted, options = () => ({}), show, wait = () => {} }) {
  let asked = null;
  let timer = 0;
  let control = new AbortController();

  async function send(key) {
    control = new AbortController();
    const query = { ...givensOf(game.position), ...options() };
    const answer = await ask(request, query, control.signal, "low").catch(({ kind, progress }) => (kind === NOT_READY ? { isPreparing: true, progress } : null));
    if (key !== asked) return;
    if (!answer) asked = null; // to be tried again at the next change
    else if (answer.isPreparing) timer = setTimeout(() => send(key), AGAIN);
    show(answer);
  }

  function renew() {
    const key = isWanted(game) ? `${puzzleName(game.position)} ${spoken()}` : "";
    if (key === asked) return;
    asked = key;
    clearTimeout(timer);
    control.abort();
    if (!key) {
      show(null);
      return;
    }
    wait();
    timer = setTimeout(() => send(key), PAUSE);
  }

  game.onChange(renew);
  onView(renew);
  onLanguage(renew);
}
