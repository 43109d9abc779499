// How the page looks, sounds and moves on this device.
import { keep, kept } from "./keep";

export const BOARDS = ["wood", "green", "slate", "contrast", "stones"] as const;
export type BoardLook = (typeof BOARDS)[number];
export const PIECES = ["classic", "ivory", "bold", "monkeys"] as const;
export type PieceLook = (typeof PIECES)[number];
/** The colours of the page; `system` follows what the system says. */
export const LIGHTS = ["system", "light", "dark", "contrast"] as const;
export type Light = (typeof LIGHTS)[number];
/** When a chosen move waits for a second "yes": by itself only in games over days. */
export const CONFIRMS = ["days", "always", "never"] as const;
export type Confirm = (typeof CONFIRMS)[number];

/** What the themes of earlier versions, which chose everything at once, mean today. */
const THEMES: Record<string, { board: BoardLook; pieces: PieceLook; light: Light }> = {
  wood: { board: "wood", pieces: "classic", light: "system" },
  green: { board: "green", pieces: "classic", light: "system" },
  contrast: { board: "contrast", pieces: "bold", light: "contrast" },
  monkeys: { board: "stones", pieces: "monkeys", light: "system" },
};
const before = THEMES[kept("theme") ?? ""] ?? THEMES.wood!;

function among<T extends string>(name: string, all: readonly T[], otherwise: T): T {
  return all.find((one) => one === kept(name)) ?? otherwise;
}

class Settings {
  board = $state<BoardLook>(among("board", BOARDS, before.board));
  pieces = $state<PieceLook>(among("pieces", PIECES, before.pieces));
  light = $state<Light>(among("light", LIGHTS, before.light));
  /** From 0, which is silent, to 1. */
  volume = $state(readVolume());
  coordinates = $state(kept("coordinates") !== "off");
  confirm = $state<Confirm>(among("confirm", CONFIRMS, "days"));
  /** Whether what other players say is shown and heard. */
  hears = $state(kept("talk") !== "off");

  /** Among monkeys nobody is White, and the children's games stand on the ledges (D.pieces.1). */
  get isMonkeys(): boolean {
    return this.pieces === "monkeys";
  }

  setBoard(board: BoardLook): void {
    this.board = board;
    keep("board", board);
  }

  setPieces(pieces: PieceLook): void {
    this.pieces = pieces;
    keep("pieces", pieces);
  }

  setLight(light: Light): void {
    this.light = light;
    keep("light", light);
  }

  /** The monkeys and the stones they live on. */
  setMonkeys(): void {
    this.setBoard("stones");
    this.setPieces("monkeys");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    keep("volume", String(volume));
  }

  setCoordinates(on: boolean): void {
    this.coordinates = on;
    keep("coordinates", on ? "on" : "off");
  }

  setHears(on: boolean): void {
    this.hears = on;
    keep("talk", on ? "on" : "off");
  }

  setConfirm(confirm: Confirm): void {
    this.confirm = confirm;
    keep("confirm", confirm);
  }
}

function readVolume(): number {
  const volume = Number(kept("volume") ?? (kept("sound") === "off" ? 0 : 0.7));
  return volume >= 0 && volume <= 1 ? volume : 0.7;
}

export const settings = new Settings();
