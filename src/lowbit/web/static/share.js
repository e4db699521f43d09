// How does all that is on the board become a link, and a link the board?
//
// The state is packed into the part of the link behind the #, which browsers keep to themselves.

import { showFailure } from "./answer.js";
import { boardNamed } from "./load.js";
import { $, announce, copy } from "./page.js";
import { say } from "./words.js";

const VERSION = 1;

/** Listen to the button, and open the link that the page was opened with. */
export async function startSharing(game) {
  $("share").addEventListener("click", async () => {
    const link = new URL(location.href);
    link.hash = await pack(stateOf(game));
    $("share-link").value = link.href;
    $("share-dialog").showModal();
    $("share-link").select();
  });
  $("share-copy").addEventListener("click", async () => {
    await copy($("share-link").value);
    announce(say("linkCopied"));
    $("share-dialog").close();
  });
  const open = () => openLink(game, location.hash.slice(1)).catch(showFailure);
  addEventListener("hashchange", open);
  await open();
}

async function openLink(game, packed) {
  if (!packed || !/^[\w-]+$/.test(packed)) return;
  const state = await unpack(packed);
  const board = await boardNamed(state.geometry);
  const { digits, kinds, marks, struck, allowed } = state.position;
  const lists = [digits, kinds, marks, struck, allowed ?? digits];
  if (state.version !== VERSION || lists.some((list) => list.length !== board.nCells)) throw new Error(say("badLine"));
  game.go({ board, digits, kinds, marks, struck, allowed });
  game.set({ worth: state.worth, hasCandidates: state.hasCandidates, mode: state.mode });
}

function stateOf(game) {
  const { digits, kinds, marks, struck, allowed } = game.position;
  const { mode, hasCandidates, worth } = game;
  return { version: VERSION, geometry: game.board.geometry, position: { digits, kinds, marks, struck, allowed }, mode, hasCandidates, worth };
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
