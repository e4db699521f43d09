// What the browser keeps: texts by name, and a database for lists that are too long for that, with
// their ratings. It may have no room, or be told to keep nothing: then all goes on without.

const [DATABASE, STORE] = ["lowbit", "lists"];
const MOST = 4; // lists: the last ones, of all tabs

/** Return the text that is kept under a name, by this tab alone or by all; null where none is. */
export function recall(name, isOwn = false) {
  try {
    return (isOwn ? sessionStorage : localStorage).getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name; whether there was room. */
export function remember(name, text, isOwn = false) {
  try {
    (isOwn ? sessionStorage : localStorage).setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Keep a text no longer. */
export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // none was kept
  }
}

/** Return the names of all texts, of all tabs. */
export function keptNames() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Whether the browser keeps no text at all, however short: its storage is switched off. */
export function keepsNothing() {
  try {
    if (localStorage.length) return false;
    localStorage.setItem("probe", "");
    localStorage.removeItem("probe");
    return false;
  } catch {
    return true;
  }
}

/** Return the key of a new entry; later ones come later in order. */
export const newKey = () => `${Date.now()}-${Math.random()}`;

/** Keep an entry, in place of the oldest where there are many. */
export async function store(key, entry) {
  const lists = await entries("readwrite");
  await done(lists.put(entry, key));
  const keys = await done(lists.getAllKeys());
  for (const old of keys.slice(0, -MOST)) lists.delete(old);
}

/** Return an entry; undefined where there is none any more. */
export async function stored(key) {
  return done((await entries("readonly")).get(key));
}

async function entries(mode) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  const lists = database.transaction(STORE, mode).objectStore(STORE);
  database.close(); // once the transaction is over
  return lists;
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
