// The time as the server has it, a second at a time: boards wait by the server's clock, and a device's own may be wrong.

export class Now {
  /** Milliseconds since 1970, by this device. */
  #own = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.#own = Date.now()), 1000);
      return () => clearInterval(timer);
    });
  }

  /** What time it is for the server, whose clock is ahead of this device's by `skew`. */
  at(skew: number): number {
    return this.#own + skew;
  }
}
