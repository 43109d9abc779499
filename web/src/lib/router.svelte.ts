// Where in the page the visitor is: the path of the address.

const at = () => ({ path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash.slice(1) });

let here = $state.raw(at());

export function place() {
  return here;
}

/** Goes somewhere within the page. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  here = at();
  if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", () => (here = at()));

/** Lets links within the page change the place without loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
