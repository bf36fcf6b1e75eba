// The service worker: it caches every file of this version, so the page works offline after the first visit.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope).pathname;
const VERSION = "@VERSION@";
const OWN = `gemport ${SCOPE} `; // copies at other paths of this origin have other caches
const CACHE = OWN + VERSION;
const FILES = ["./", ...@FILES@];

/** Fetch a file past the HTTP cache, which may have another version of it. Copy the response, because browsers reject a redirected one. */
async function fetched(file) {
  const response = await fetch(file, { cache: "reload" });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Response(response.body, { headers: response.headers });
}

/** Cache the missing files. */
async function complete() {
  const cache = await caches.open(CACHE);
  if (!(await cache.match("./"))) {
    const page = await fetched("./");
    if (!(await page.clone().text()).includes(`"${VERSION}/page.js"`)) throw new Error("the page is of another version");
    await cache.put("index.html", page.clone());
    await cache.put("./", page);
  }
  // The page has already cached the parts that it loaded.
  await Promise.all(FILES.map(async file => { if (!(await cache.match(file))) await cache.put(file, await fetched(file)); }));
}

worker.addEventListener("install", event => event.waitUntil(complete()));

worker.addEventListener("message", event => {
  if (event.data === "use") worker.skipWaiting();
  else event.waitUntil(complete().catch(error => console.warn(error)));
});

worker.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      // Names of earlier versions had no scope; such a cache belongs to this copy if it contains the page.
      const earlier = /^gemport-\w+$/.test(name) && await (await caches.open(name)).match("./");
      if (name !== CACHE && (name.startsWith(OWN) || earlier)) await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

/** Answer from the cache; "./?again" deletes it and starts over. */
async function answer(request) {
  const moves = request.mode === "navigate";
  if (moves && new URL(request.url).search === "?again") {
    await caches.delete(CACHE);
    return fetched("./");
  }
  const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: true });
  return kept ?? (moves ? fetch(request) : fetch(request, { cache: request.cache === "default" ? "no-cache" : request.cache }));
}

worker.addEventListener("fetch", event => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === worker.location.origin) event.respondWith(answer(event.request));
});
