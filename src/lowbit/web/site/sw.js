// The service worker of the static page: it keeps all files of one version, and answers from them alone.
//
// A new version is fetched whole, beside the old one, and used once no tab of the old one is open.
// `lowbit page build` writes VERSION and FILES, the hash of each file by its path, above.

const HOME = self.registration.scope;
const OURS = `lowbit ${HOME} `;
const KEPT = `${OURS}${VERSION}`;
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(HOME)) event.respondWith(answer(request));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  const asked = Object.entries(FILES).map(([path, integrity]) => new Request(new URL(path, HOME), { integrity, cache: "no-cache" }));
  await cache.addAll(asked);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
}

async function answer(request) {
  const { pathname } = new URL(request.url);
  const isPage = request.mode === "navigate" && pathname.endsWith("/index.html");
  const kept = await (await caches.open(KEPT)).match(isPage ? HOME : request, { ignoreSearch: true });
  return kept ? isolated(kept) : fetch(request);
}

/** Return a response that lets the page share memory with its workers, by which it can interrupt them. */
function isolated({ body, status, headers }) {
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...ISOLATED } });
}
