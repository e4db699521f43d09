// Links that hold all that is on the board.
//
// The state is packed into the part of the link behind the #, which browsers keep to themselves.

import { boardNamed } from "./load.js";
import { $, announce, copy } from "./page.js";
import { asking } from "./query.js";
import { readState, stateOf } from "./state.js";
import { showView } from "./views.js";
import { say } from "./words.js";

/** Listen to the button, and open the link that the page was opened with. */
export async function startSharing(game) {
  const dialog = $("share-dialog");
  $("share").addEventListener("click", async () => {
    const link = new URL(location.href);
    link.hash = await pack(stateOf(game));
    $("share-link").value = link.href;
    dialog.showModal();
    $("share-link").select();
  });
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    await copy($("share-link").value);
    announce(say("linkCopied"));
    dialog.close();
  });
  const open = () => openLink(game, location.hash.slice(1));
  addEventListener("hashchange", open);
  await open();
}

/** Open what a link holds, which from then on is the page's own to keep. */
async function openLink(game, packed) {
  if (!/^[\w-]+$/.test(packed) || $(packed)) return; // as the place of an element is no link
  await asking(game, async (query) => {
    const state = await unpack(packed);
    const found = readState(state, await boardNamed(state.geometry, query.signal));
    if (!found) throw new Error(say("badLine"));
    if (query.isOver) return;
    showView("play");
    query.go(found.position);
    query.set(found.values);
    query.showNothing();
    history.replaceState(null, "", location.pathname + location.search);
  });
}

async function pack(state) {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpack(packed) {
  try {
    const characters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).json();
  } catch {
    throw new Error(say("badLine"));
  }
}
