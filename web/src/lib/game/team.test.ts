import { expect, test } from "vitest";
import type { GameView, SaidView } from "../api/types";
import { advises, mySide, proposals, standsInAfter } from "./team";

type Some = { place?: number; decider?: GameView["state"]["deciders"]; said?: SaidView[] };

/** White is a team of two, and the viewer is the second of them. */
function view({ place = 2, decider = { white: { place: 1 }, black: null }, said = [] }: Some = {}): GameView {
  const members = [1, 2].map((place) => ({ place, shown: `Guest ${place}`, name: null, here: true }));
  const white = { name: null, shown: "", kind: "person", here: true, team: { places: 2, decides: "captain", members } };
  return { you: { seats: ["white"], place }, players: { white, black: { ...white, team: undefined } }, state: { deciders: decider }, said } as unknown as GameView;
}

test("the captain decides and the others advise", () => {
  expect([advises(view()), advises(view({ place: 1 }))]).toEqual([true, false]);
  expect(advises({ ...view(), you: { ...view().you, seats: [] } }), "a spectator does neither").toBe(false);
  expect(advises(view({ decider: { white: null, black: null } })), "where anyone may").toBe(false);
  expect([mySide(view()), mySide({ ...view(), you: { ...view().you, seats: ["white", "black"] } })]).toEqual(["white", undefined]);
});

test("who stands in learns from when on", () => {
  expect(standsInAfter(view())).toBe(undefined);
  expect(standsInAfter(view({ decider: { white: { place: 1, standIn: 2, standInAfter: 9000 }, black: null } }))).toBe(9000);
  expect(standsInAfter(view({ place: 1, decider: { white: { place: 1, standIn: 2, standInAfter: 9000 }, black: null } }))).toBe(undefined);
});

test("the last proposal of each in a position is an arrow with a name", () => {
  const said = (place: number, ply: number, path?: string[]): SaidView => ({ by: "white", place, ply, audience: "team", text: "", ...(path ? { path } : {}) });
  const all = [said(1, 0, ["a3", "b4"]), said(1, 2, ["c3", "d4"]), said(2, 2), said(1, 2, ["e3", "f4"]), said(2, 2, ["g3", "h4"])];
  const found = proposals(view({ said: all }), 2);
  expect(found.map(({ path, kind }) => [...path, kind])).toEqual([["e3", "f4", "mate"], ["g3", "h4", "mate"]]);
  expect(found[0]!.label).toBe("Guest 1");
});
