// Teams that share a seat, as a page needs them. The server decides who may act.
import type { GameView, SaidView, Side, TeamMember } from "../api/types";
import type { Arrow } from "../board/Arrows.svelte";
import { say } from "../words.svelte";

/** The side of somebody who plays on one. */
export function mySide(view: GameView): Side | undefined {
  const sides = view.you.seats.filter((seat): seat is Side => seat !== "arbiter");
  return sides.length === 1 ? sides[0] : undefined;
}

export const hasTeams = (view: GameView): boolean => Boolean(view.players.white.team || view.players.black.team);

/** The member at a place. */
export const memberAt = (view: GameView, side: Side, place: number | undefined): TeamMember | undefined =>
  view.players[side].team?.members.find((member) => member.place === place);

/** Whether a member is the one who looks. */
export const isMe = (view: GameView, side: Side, member: TeamMember): boolean => mySide(view) === side && view.you.place === member.place;

/** What a member is called by the one who looks. */
export const memberName = (view: GameView, side: Side, member: TeamMember): string => (isMe(view, side, member) ? say("web-you") : member.shown);

/** In how many milliseconds this member may act instead of the one who decides; nothing where there is no need to. */
export function standsInAfter(view: GameView): number | undefined {
  const side = mySide(view);
  const decider = side && view.state.deciders?.[side];
  return decider && decider.standIn === view.you.place ? (decider.standInAfter ?? 0) : undefined;
}

/** Whether another member of the team decides. */
export function advises(view: GameView): boolean {
  const side = mySide(view);
  const decider = side && view.state.deciders?.[side];
  return Boolean(decider && decider.place !== view.you.place);
}

/** What was proposed in a position: the last word of each member. */
export function proposals(view: GameView, ply: number): Arrow[] {
  const last = new Map<string, SaidView>();
  for (const said of view.said ?? []) if (said.path && said.ply === ply) last.set(`${said.by} ${said.place}`, said);
  return [...last.values()].map((said) => {
    const member = memberAt(view, said.by, said.place);
    return { path: said.path!, kind: "mate", label: member ? memberName(view, said.by, member) : "" };
  });
}
