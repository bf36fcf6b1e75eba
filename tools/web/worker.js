// Keeps every file of this version in the browser, so that the page works without a network after the first visit.

const CACHE = "gemport-@VERSION@";
const FILES = ["./", ...@FILES@];

self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // What the page itself has loaded is there already.
    const missing = [];
    for (const file of FILES) if (!(await cache.match(file))) missing.push(file);
    await cache.addAll(missing);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("gemport-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
