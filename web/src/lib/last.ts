/** The last of a list. `Array.at` would say it too, and is younger than some browsers that people have. */
export const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];
