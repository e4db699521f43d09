// The way of requests: to the server that the page comes from, or to workers in this tab.
//
// A transport sends a request, as `fetch` does, and returns its `Response`. `lanes` says how many requests of a
// list may be under way at once. `open` has whatever answers get ready, and waits for it; `onLoading` has a
// function hear which part of it is loaded, from 0 to 1, and null once all is. `unreachable` names the words to
// say where nothing answers.

import { server } from "./server.js";
import { tab } from "./tab/tab.js";

/** The transport of this page, which says which it is. */
export const transport = { server, tab }[document.documentElement.dataset.transport];
