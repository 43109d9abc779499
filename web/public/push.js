// Shows what the club tells this browser while its page is closed. It does nothing else: pages are loaded as without it.
self.addEventListener("push", (event) => {
  const told = event.data && event.data.json();
  if (told) event.waitUntil(show(told));
});

async function show({ title, text, url, tag }) {
  const pages = await self.clients.matchAll({ type: "window" });
  // Whoever looks at the game sees it.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await self.registration.showNotification(title, { body: text, tag, icon: "/touch-icon.png", data: url });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data));
});

async function go(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : self.clients.openWindow(url));
}
