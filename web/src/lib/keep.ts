// What this browser remembers between visits: looks and sounds, never who somebody is.
// A browser may forbid it; then the page forgets, and works.

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(`damka.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`damka.${name}`, value);
  } catch {
    // Forgotten at the next visit.
  }
}
