// The pictures that people choose from, as the server knows them and faces.svg draws them.
import type { Picture } from "../api/types";

/** Every one, so that none is forgotten. */
const ALL: Record<Picture, true> = {
  sun: true, moon: true, star: true, acorn: true, mushroom: true, apple: true, flower: true, pine: true,
  mountain: true, boat: true, rocket: true, balloon: true, umbrella: true, teapot: true, kite: true, drum: true,
};
export const PICTURES = Object.keys(ALL) as Picture[];
