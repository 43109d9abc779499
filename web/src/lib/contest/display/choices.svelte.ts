// How the host of a display goes round: remembered on this device.
import { keep, kept } from "../../keep";
import type { ContestBoardView } from "../../api/types";
import { ORDERS, type Order } from "./queue";

class Choices {
  order = $state<Order>(ORDERS.find((order) => order === kept("display-order")) ?? "wait");
  /** Whether the page goes to the next board by itself when the host has moved. */
  goesOn = $state(kept("display-goes-on") !== "off");
  /** Boards that were left without a move; they come last. */
  skipped = $state.raw<ReadonlyMap<string, { ply: number; turn: number }>>(new Map());
  /** The host was typing a move, and types the next one too. */
  isTyping = false;
  #turn = 0;

  setOrder(order: Order): void {
    this.order = order;
    keep("display-order", order);
  }

  setGoesOn(on: boolean): void {
    this.goesOn = on;
    keep("display-goes-on", on ? "on" : "off");
  }

  /** The host goes away from a board at which the host has the turn. */
  skip(board: ContestBoardView): void {
    if (!board.state) return;
    const left = { ply: board.state.ply, turn: ++this.#turn };
    this.skipped = new Map([...this.skipped, [board.id, left]]);
  }
}

export const choices = new Choices();
