// The clocks that the page suggests, as the server reads them.

/** The clock between people where the game's own text gives none: eight minutes, as the basic rules have it. */
export const BETWEEN_PEOPLE = "8m";
export const CLOCKS = ["none", "3m+2s", "5m", "8m", "10m+5s", "15m+10s", "30m", "80m+1m"] as const;
/** How a clock is typed: with an increment, and in stages. */
export const CLOCK_EXAMPLES = ["5m+3s", "40/90m:30m"] as const;
