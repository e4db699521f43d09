// Links that hold all that is on the board.
//
// The state is packed into the part of the link behind the #, which browsers keep to themselves.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { onlyGivens } from "../board/position.js";
import { boardNamed } from "../list/load.js";
import { $, copy, toast } from "../page.js";
import { givensOf } from "./player.js";
import { asking } from "../query.js";
import { readState, stateOf } from "./state.js";
import { showView } from "../views.js";
import { say } from "../words/words.js";

const TAKE_DRAWINGS = ["fpuzzles", "sudokupad"]; // other pages have no place for what is only drawn

/** Listen to the button and its dialog. */
export function startSharing(game) {
  const dialog = $("share-dialog");
  const write = async () => {
    $("share-error").textContent = "";
    try {
      $("share-link").value = await linkOf(game, $("share-to").value);
    } catch (error) {
      $("share-link").value = "";
      $("share-error").textContent = reasonOf(error);
    }
    $("share-copy").disabled = !$("share-link").value;
    const to = $("share-to").value;
    const isPartial = game.position.cosmetics.length > 0 && !TAKE_DRAWINGS.includes(to);
    $("share-hint").textContent = to ? (isPartial ? say("drawingsStay") : "") : say("shareText");
  };
  const open = async () => {
    $("share-to").value = "";
    await write();
    dialog.showModal();
    $("share-link").select();
  };
  $("share").addEventListener("click", open);
  $("copy-link").addEventListener("click", async () => {
    try {
      await copy(await linkOf(game));
      toast(say("boardLinkCopied"));
    } catch {
      open(); // where the link can be copied by hand
    }
  });
  $("share-to").addEventListener("change", write);
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    await copy($("share-link").value);
    toast(say("linkCopied"));
    dialog.close();
  });
}

/** Return a link to this page with all that is on it, or one to another page with the puzzle. */
async function linkOf(game, to = "") {
  if (to) return (await ask("write", { ...givensOf(game.position), ...game.position.about, cosmetics: game.position.cosmetics, to })).text;
  const link = new URL(location.href);
  link.hash = await pack(stateOf(game));
  return link.href;
}

/** Return what a link holds that has no more in it than the puzzle. */
export function packedPuzzle(game) {
  return pack(stateOf({ board: game.board, position: onlyGivens(game.position), mode: "digit", hasCandidates: false, weights: null }));
}

/** Open what a link holds in a place, which from then on is the page's own to keep. */
export async function openLink(game, packed, place = "play") {
  if (!/^[\w-]+$/.test(packed) || $(packed)) return; // as the place of an element is no link
  await asking(game, async (query) => {
    const state = await unpack(packed);
    const found = readState(state, await boardNamed(state.geometry, query.signal));
    if (!found) throw new Error(say("badLine"));
    if (query.isOver) return;
    showView(place);
    query.go(found.position);
    query.set({ ...found.values, ...(place === "set" && { mode: "given" }) });
    query.showNothing();
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
    const parts = []; // Firefox reports what a Response cannot read, though it is caught
    await stream.pipeTo(new WritableStream({ write: (part) => void parts.push(part) }));
    return JSON.parse(await new Blob(parts).text());
  } catch {
    throw new Error(say("badLine"));
  }
}
