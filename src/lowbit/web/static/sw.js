// The service worker: it keeps the files that the page names, so that the page works without its server.

const KEPT = "lowbit";
const NAMED = /(?:href|src)="([\w./-]+)"/g;
const HOME = self.registration.scope;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isFile = request.url.startsWith(HOME) && !request.url.startsWith(`${HOME}api/`);
  if (request.method === "GET" && isFile) event.respondWith(newest(request));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  const page = await (await fetch(HOME)).text();
  await cache.addAll([HOME, ...[...page.matchAll(NAMED)].map(([, path]) => new URL(path, HOME))]);
}

async function newest(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
